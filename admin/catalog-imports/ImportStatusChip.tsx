import DoneIcon from '@mui/icons-material/CheckCircleOutlined';
import FailedIcon from '@mui/icons-material/ErrorOutlineOutlined';
import RunningIcon from '@mui/icons-material/SyncOutlined';
import { StateChip } from '../components/StateChip.js';

export function ImportStatusChip({ status }: { status: string }) {
  if (status === 'done') return <StateChip icon={DoneIcon} label="done" tone="good" />;
  if (status === 'running') return <StateChip icon={RunningIcon} label="running" tone="info" />;
  return (
    <StateChip
      icon={FailedIcon}
      label={status}
      tone="bad"
      title="It ended before its last row; what it took stays. Import the file again: those rows will be unchanged"
    />
  );
}
