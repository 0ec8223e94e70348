import StoredIcon from '@mui/icons-material/CheckCircleOutlined';
import DuplicateIcon from '@mui/icons-material/ContentCopyOutlined';
import IgnoredIcon from '@mui/icons-material/DoNotDisturbOnOutlined';
import RefusedIcon from '@mui/icons-material/ErrorOutlineOutlined';
import { type Icon, StateChip, type StateTone } from '../components/StateChip.js';
import type { EventOutcome } from '../providers/generated/operations.js';

const STYLES: Record<EventOutcome, readonly [Icon, StateTone, string]> = {
  stored: [StoredIcon, 'good', 'Stored'],
  duplicate: [DuplicateIcon, 'info', 'Was stored before: the same event under the same key'],
  ignored: [IgnoredIcon, 'neutral', 'Not stored: its product is ignored'],
  refused: [RefusedIcon, 'bad', 'Not stored: see what was wrong'],
};

export function OutcomeChip({ outcome }: { outcome: EventOutcome }) {
  const [icon, tone, meaning] = STYLES[outcome];
  return <StateChip icon={icon} label={outcome} tone={tone} title={meaning} />;
}
