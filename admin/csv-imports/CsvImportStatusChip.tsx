import DoneIcon from '@mui/icons-material/CheckCircleOutlined';
import FailedIcon from '@mui/icons-material/ErrorOutlineOutlined';
import WaitingIcon from '@mui/icons-material/HourglassEmptyOutlined';
import RunningIcon from '@mui/icons-material/SyncOutlined';
import { StateChip } from '../components/StateChip.js';
import { CsvImportStatus } from '../providers/generated/operations.js';

const STATES = {
  [CsvImportStatus.uploaded]: [WaitingIcon, 'caution', 'Its columns are not mapped yet'],
  [CsvImportStatus.checked]: [WaitingIcon, 'caution', 'It was previewed and not imported'],
  [CsvImportStatus.confirmed]: [RunningIcon, 'info', 'It starts within a minute'],
  [CsvImportStatus.running]: [RunningIcon, 'info', 'Its rows are being stored'],
  [CsvImportStatus.done]: [DoneIcon, 'good', 'Every row was read'],
  [CsvImportStatus.failed]: [FailedIcon, 'bad', 'It ended before its last row'],
} as const;

export function CsvImportStatusChip({ status }: { status: CsvImportStatus }) {
  const [icon, tone, title] = STATES[status];
  return <StateChip icon={icon} label={status} tone={tone} title={title} />;
}

/** True until an import is confirmed. */
export const isOpen = (status: CsvImportStatus): boolean =>
  status === CsvImportStatus.uploaded || status === CsvImportStatus.checked;

/** True while rows are read, or about to be. */
export const isRunning = (status: CsvImportStatus): boolean =>
  status === CsvImportStatus.confirmed || status === CsvImportStatus.running;
