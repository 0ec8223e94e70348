import type { StateIn } from '../components/states.js';
import type { Invitation } from '../providers/generated/operations.js';

/** Whether an invitation can still be accepted, and what became of it otherwise. */
export function stateOf({ acceptedAt, revokedAt, expiresAt }: Invitation, now: number): StateIn<'invitation'> {
  if (acceptedAt) return 'accepted';
  if (revokedAt) return 'revoked';
  return Date.parse(expiresAt) > now ? 'open' : 'expired';
}
