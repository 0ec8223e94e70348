import DraftIcon from '@mui/icons-material/LockOutlined';
import SuspendedIcon from '@mui/icons-material/PauseCircleOutlineOutlined';
import PublishedIcon from '@mui/icons-material/PublicOutlined';
import VerifiedIcon from '@mui/icons-material/VerifiedOutlined';
import { type Icon, StateChip, type StateTone } from '../components/StateChip.js';
import type { SkillStatus } from '../providers/generated/operations.js';
import { labelOfStatus, meaningOfStatus } from './skill.labels.js';

const STYLES: Record<SkillStatus, readonly [Icon, StateTone]> = {
  DRAFT: [DraftIcon, 'neutral'],
  VERIFIED: [VerifiedIcon, 'info'],
  PUBLISHED: [PublishedIcon, 'good'],
  SUSPENDED: [SuspendedIcon, 'bad'],
};

export function SkillStatusChip({ status }: { status: SkillStatus }) {
  const [icon, tone] = STYLES[status];
  return <StateChip icon={icon} label={labelOfStatus(status)} tone={tone} title={meaningOfStatus(status)} />;
}
