import SucceededIcon from '@mui/icons-material/CheckCircleOutlined';
import FailedIcon from '@mui/icons-material/ErrorOutlineOutlined';
import UnknownIcon from '@mui/icons-material/HelpOutlineOutlined';
import { StateChip } from '../components/StateChip.js';

/** How a use ended; null when it was not reported. */
export function ResultChip({ success }: { success: boolean | null }) {
  if (success === null) return <StateChip icon={UnknownIcon} label="not reported" tone="neutral" />;
  return success ? (
    <StateChip icon={SucceededIcon} label="succeeded" tone="good" />
  ) : (
    <StateChip icon={FailedIcon} label="failed" tone="bad" />
  );
}
