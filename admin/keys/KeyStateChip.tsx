import RevokedIcon from '@mui/icons-material/BlockOutlined';
import LiveIcon from '@mui/icons-material/CheckCircleOutlined';
import UnusedIcon from '@mui/icons-material/HourglassEmptyOutlined';
import { StateChip } from '../components/StateChip.js';
import type { TrackingKey } from '../providers/generated/operations.js';

/** Whether a key works, and whether anyone uses it. */
export function KeyStateChip({ trackingKey }: { trackingKey: TrackingKey }) {
  if (trackingKey.revokedAt) return <StateChip icon={RevokedIcon} label="revoked" tone="neutral" />;
  if (!trackingKey.lastUsedAt) return <StateChip icon={UnusedIcon} label="live, not used yet" tone="caution" />;
  return <StateChip icon={LiveIcon} label="live" tone="good" />;
}
