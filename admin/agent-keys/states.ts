import { type CredentialState, credentialState } from '../components/credential.state.js';
import type { AgentKey } from '../providers/data.enterprise.js';

/** As long before its end as a key asks for attention (decisions §9). */
const ENDING_MS = 10 * 86_400_000;

/** The state of a key at a time in milliseconds. */
export const stateOf = (key: AgentKey, now: number): CredentialState =>
  credentialState({ ...key, usedAt: key.lastUsedOn }, now, ENDING_MS);

/** True until a key is revoked or has expired. */
export const isLive = (key: AgentKey, now: number): boolean => !['expired', 'revoked'].includes(stateOf(key, now));
