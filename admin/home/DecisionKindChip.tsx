import SkillIcon from '@mui/icons-material/AutoStoriesOutlined';
import ApprovedIcon from '@mui/icons-material/CheckCircleOutlined';
import FailedIcon from '@mui/icons-material/ErrorOutlineOutlined';
import ConnectionIcon from '@mui/icons-material/LinkOutlined';
import SuspendedIcon from '@mui/icons-material/PauseCircleOutlined';
import DraftIcon from '@mui/icons-material/RateReviewOutlined';
import TokenIcon from '@mui/icons-material/ScheduleOutlined';
import { type Icon, StateChip, type StateTone } from '../components/StateChip.js';
import type { DecisionKind } from './decisions.js';

const CHIPS: Record<DecisionKind, readonly [icon: Icon, label: string, tone: StateTone]> = {
  suspended: [SuspendedIcon, 'skill suspended', 'bad'],
  draft: [DraftIcon, 'draft to approve', 'info'],
  approved: [ApprovedIcon, 'approved, to publish', 'good'],
  token: [TokenIcon, 'token expires soon', 'caution'],
  connection: [ConnectionIcon, 'connection ends soon', 'caution'],
  delivery: [FailedIcon, 'delivery failed', 'bad'],
  skill: [SkillIcon, 'skill to verify', 'neutral'],
};

export function DecisionKindChip({ kind }: { kind: DecisionKind }) {
  const [icon, label, tone] = CHIPS[kind];
  return <StateChip icon={icon} label={label} tone={tone} />;
}
