import PersonIcon from '@mui/icons-material/PersonOutlined';
import AgentIcon from '@mui/icons-material/SmartToyOutlined';
import { type Icon, StateChip, type StateTone } from '../components/StateChip.js';
import type { SpendSource } from '../providers/generated/operations.js';

const CHIPS: Record<SpendSource, readonly [icon: Icon, label: string, tone: StateTone]> = {
  user_reported: [PersonIcon, 'reported by you', 'neutral'],
  agent_reported: [AgentIcon, 'reported by an agent', 'info'],
};

/** The reporter of an amount: no one here has seen a bill. */
export function SourceChip({ source }: { source: SpendSource }) {
  const [icon, label, tone] = CHIPS[source];
  return <StateChip icon={icon} label={label} tone={tone} title={source} />;
}
