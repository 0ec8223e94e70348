import RevokedIcon from '@mui/icons-material/BlockOutlined';
import LiveIcon from '@mui/icons-material/CheckCircleOutlined';
import ExpiredIcon from '@mui/icons-material/EventBusyOutlined';
import UnusedIcon from '@mui/icons-material/HourglassEmptyOutlined';
import EndingIcon from '@mui/icons-material/ScheduleOutlined';
import { type Icon, StateChip, type StateTone } from '../components/StateChip.js';
import { useNow } from '../components/useNow.js';
import type { WorkflowToken } from '../providers/generated/operations.js';
import { stateOf, type TokenState } from './states.js';

const CHIPS: Record<TokenState, readonly [icon: Icon, label: string, tone: StateTone]> = {
  live: [LiveIcon, 'live', 'good'],
  unused: [UnusedIcon, 'live, not used yet', 'info'],
  ending: [EndingIcon, 'expires soon', 'caution'],
  expired: [ExpiredIcon, 'expired', 'neutral'],
  revoked: [RevokedIcon, 'revoked', 'neutral'],
};

/** Whether a token works, for how much longer, and why it doesn't. */
export function TokenStateChip({ token }: { token: WorkflowToken }) {
  const [icon, label, tone] = CHIPS[stateOf(token, useNow())];
  return <StateChip icon={icon} label={label} tone={tone} />;
}
