import TrackedIcon from '@mui/icons-material/CheckCircleOutlined';
import ConflictIcon from '@mui/icons-material/CompareArrowsOutlined';
import DuplicateIcon from '@mui/icons-material/ContentCopyOutlined';
import IgnoredIcon from '@mui/icons-material/DoNotDisturbOnOutlined';
import InvalidIcon from '@mui/icons-material/ErrorOutlineOutlined';
import { type Icon, StateChip, type StateTone } from '../components/StateChip.js';
import type { VerdictStatus } from '../providers/generated/operations.js';

const STYLES: Record<VerdictStatus, readonly [Icon, StateTone, string]> = {
  tracked: [TrackedIcon, 'good', 'Stored'],
  duplicate: [DuplicateIcon, 'info', 'Was stored before: the same event under the same key'],
  ignored: [IgnoredIcon, 'neutral', 'Not stored: its product is ignored'],
  conflict: [ConflictIcon, 'caution', 'Not stored: its key belongs to another event'],
  invalid: [InvalidIcon, 'bad', 'Not stored: it was refused'],
};

/** What became of one event. */
export function VerdictChip({ status }: { status: VerdictStatus }) {
  const [icon, tone, meaning] = STYLES[status];
  return <StateChip icon={icon} label={status} tone={tone} title={meaning} />;
}
