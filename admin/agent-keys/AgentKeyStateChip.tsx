import RevokedIcon from '@mui/icons-material/BlockOutlined';
import LiveIcon from '@mui/icons-material/CheckCircleOutlined';
import ExpiredIcon from '@mui/icons-material/EventBusyOutlined';
import UnusedIcon from '@mui/icons-material/HourglassEmptyOutlined';
import EndingIcon from '@mui/icons-material/ScheduleOutlined';
import { type Icon, StateChip, type StateTone } from '../components/StateChip.js';
import { useNow } from '../components/useNow.js';
import type { AgentKey } from '../providers/data.enterprise.js';
import { type AgentKeyState, stateOf } from './states.js';

const CHIPS: Record<AgentKeyState, readonly [icon: Icon, label: string, tone: StateTone]> = {
  live: [LiveIcon, 'live', 'good'],
  unused: [UnusedIcon, 'live, not used yet', 'info'],
  ending: [EndingIcon, 'ends soon', 'caution'],
  expired: [ExpiredIcon, 'expired', 'neutral'],
  revoked: [RevokedIcon, 'revoked', 'neutral'],
};

/** Whether an agent key works, for how much longer, and why it doesn't. */
export function AgentKeyStateChip({ agentKey }: { agentKey: AgentKey }) {
  const [icon, label, tone] = CHIPS[stateOf(agentKey, useNow())];
  return <StateChip icon={icon} label={label} tone={tone} />;
}
