import type { StateIn } from '../components/states.js';
import type { TrackingKey } from '../providers/generated/operations.js';

/** Whether a key works, and whether anyone uses it. */
export function stateOf({ revokedAt, lastUsedAt }: TrackingKey): StateIn<'trackingKey'> {
  if (revokedAt) return 'revoked';
  return lastUsedAt ? 'live' : 'live, not used yet';
}
