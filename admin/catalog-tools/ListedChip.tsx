import UnlistedIcon from '@mui/icons-material/VisibilityOffOutlined';
import ListedIcon from '@mui/icons-material/VisibilityOutlined';
import { StateChip } from '../components/StateChip.js';

/** Whether the public sees a record. */
export function ListedChip({ listed }: { listed: boolean }) {
  return listed ? (
    <StateChip icon={ListedIcon} label="listed" tone="good" title="Everyone finds it" />
  ) : (
    <StateChip
      icon={UnlistedIcon}
      label="not listed"
      tone="caution"
      title="Hidden from every list; nothing of it is deleted"
    />
  );
}
