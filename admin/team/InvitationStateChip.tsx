import RevokedIcon from '@mui/icons-material/BlockOutlined';
import AcceptedIcon from '@mui/icons-material/CheckCircleOutlined';
import OpenIcon from '@mui/icons-material/HourglassEmptyOutlined';
import ExpiredIcon from '@mui/icons-material/TimerOffOutlined';
import { StateChip } from '../components/StateChip.js';
import { useNow } from '../components/useNow.js';
import type { Invitation } from '../providers/generated/operations.js';

const STATES = {
  open: [OpenIcon, 'info'],
  accepted: [AcceptedIcon, 'good'],
  revoked: [RevokedIcon, 'neutral'],
  expired: [ExpiredIcon, 'neutral'],
} as const;

/** Whether an invitation can still be accepted, and what became of it otherwise. */
export function stateOf({ acceptedAt, revokedAt, expiresAt }: Invitation, now: number): keyof typeof STATES {
  if (acceptedAt) return 'accepted';
  if (revokedAt) return 'revoked';
  return Date.parse(expiresAt) > now ? 'open' : 'expired';
}

/** The state of an invitation. */
export function InvitationStateChip({ invitation }: { invitation: Invitation }) {
  const label = stateOf(invitation, useNow());
  const [icon, tone] = STATES[label];
  return <StateChip icon={icon} label={label} tone={tone} />;
}
