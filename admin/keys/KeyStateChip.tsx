import RevokedIcon from '@mui/icons-material/BlockOutlined';
import LiveIcon from '@mui/icons-material/CheckCircleOutlined';
import UnusedIcon from '@mui/icons-material/HourglassEmptyOutlined';
import { StateChip } from '../components/StateChip.js';
import type { TrackingKey } from '../providers/generated/operations.js';

const STATES = {
  revoked: [RevokedIcon, 'neutral'],
  'live, not used yet': [UnusedIcon, 'caution'],
  live: [LiveIcon, 'good'],
} as const;

/** Whether a key works, and whether anyone uses it. */
export function stateOf({ revokedAt, lastUsedAt }: TrackingKey): keyof typeof STATES {
  if (revokedAt) return 'revoked';
  return lastUsedAt ? 'live' : 'live, not used yet';
}

/** The state of a key. */
export function KeyStateChip({ trackingKey }: { trackingKey: TrackingKey }) {
  const label = stateOf(trackingKey);
  const [icon, tone] = STATES[label];
  return <StateChip icon={icon} label={label} tone={tone} />;
}
