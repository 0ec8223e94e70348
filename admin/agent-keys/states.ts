import type { AgentKey } from '../providers/data.enterprise.js';

/** As long before its end as a key asks for attention (decisions §9). */
const ENDING_MS = 10 * 86_400_000;

export type AgentKeyState = 'live' | 'unused' | 'ending' | 'expired' | 'revoked';

/** The state of a key at a time in milliseconds; a revoked key stays revoked when its time has run out as well. */
export function stateOf({ revokedAt, expiresAt, lastUsedOn }: AgentKey, now: number): AgentKeyState {
  const left = Date.parse(expiresAt) - now;
  if (revokedAt !== null) return 'revoked';
  if (left <= 0) return 'expired';
  if (left <= ENDING_MS) return 'ending';
  return lastUsedOn === null ? 'unused' : 'live';
}

/** True until a key is revoked or has expired. */
export const isLive = (key: AgentKey, now: number): boolean => !['expired', 'revoked'].includes(stateOf(key, now));
