import { type CredentialState, credentialState } from '../components/credential.state.js';
import type { WorkflowToken } from '../providers/generated/operations.js';

/** Time enough to create another and to put it where the old one is. */
const ENDING_MS = 14 * 86_400_000;

/** The state of a token at a time in milliseconds. */
export const stateOf = (token: WorkflowToken, now: number): CredentialState =>
  credentialState({ ...token, usedAt: token.lastUsedAt }, now, ENDING_MS);
