import type { WorkflowToken } from '../providers/generated/operations.js';

/** Time enough to create another and to put it where the old one is. */
const ENDING_MS = 14 * 86_400_000;

export type TokenState = 'live' | 'unused' | 'ending' | 'expired' | 'revoked';

/** The state of a token at a time in milliseconds; a revoked token stays revoked when its time has run out as well. */
export function stateOf({ revokedAt, expiresAt, lastUsedAt }: WorkflowToken, now: number): TokenState {
  const left = Date.parse(expiresAt) - now;
  if (revokedAt !== null) return 'revoked';
  if (left <= 0) return 'expired';
  if (left <= ENDING_MS) return 'ending';
  return lastUsedAt === null ? 'unused' : 'live';
}
