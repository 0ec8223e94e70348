import ApprovedIcon from '@mui/icons-material/CheckCircleOutlined';
import EndedIcon from '@mui/icons-material/DoNotDisturbOnOutlined';
import ReviewIcon from '@mui/icons-material/RateReviewOutlined';
import WaitingIcon from '@mui/icons-material/ScheduleOutlined';
import ChangesIcon from '@mui/icons-material/UndoOutlined';
import { type Icon, StateChip, type StateTone } from '../components/StateChip.js';
import { stateLabel } from './intake.labels.js';

const LOOKS: Readonly<Record<string, readonly [Icon, StateTone]>> = {
  in_review: [ReviewIcon, 'info'],
  approved: [ApprovedIcon, 'caution'],
  published: [ApprovedIcon, 'good'],
  provisioned: [ApprovedIcon, 'good'],
  changes_requested: [ChangesIcon, 'caution'],
  needs_evidence: [ChangesIcon, 'caution'],
  rejected: [EndedIcon, 'bad'],
  withdrawn: [EndedIcon, 'neutral'],
  expired: [EndedIcon, 'neutral'],
};

export function IntakeStateChip({ state }: { state: string }) {
  const [icon, tone] = LOOKS[state] ?? [WaitingIcon, 'neutral'];
  return <StateChip icon={icon} tone={tone} label={stateLabel(state)} />;
}
