import { createHash, randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { BareStatement, membersOf, type RowOf } from '../../platform/database/bare-statement.js';
import { SignInFlow } from '../identity.entity.js';

/** As long as a person may take at their provider. */
const FLOW_MS = 15 * 60 * 1000;

/** The purpose of a flow, and the place to which it leads. */
export interface Flow {
  readonly organizationId: string | null;
  readonly issuer: string;
  readonly clientId: string;
  readonly purpose: SignInFlow['purpose'];
  readonly sessionId: string | null;
  readonly next: string | null;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const derived = (token: string, use: string): string => digest(`${use} ${token}`).toString('base64url');

/** The values that a provider sees of a flow, each derived of the cookie's token: the database holds none of them. */
export const proofsOf = (token: string) => ({
  state: derived(token, 'state'),
  nonce: derived(token, 'nonce'),
  codeVerifier: derived(token, 'verifier'),
});

/** Stores a flow and answers the token of its cookie; flows that have expired go with it. */
export async function storeFlow(em: EntityManager, flow: Flow, at: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await em.execute('delete from sign_in_flow where expires_at <= ?', [at]);
  const { organizationId, issuer, clientId, purpose, sessionId, next } = flow;
  await em.execute(
    `insert into sign_in_flow (token_hash, organization_id, issuer, client_id, purpose, session_id, next, expires_at)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
    [digest(token), organizationId, issuer, clientId, purpose, sessionId, next, new Date(at.getTime() + FLOW_MS)],
  );
  return token;
}

export const TAKEN = new BareStatement(
  {
    organizationId: 'uuid?',
    ...membersOf(SignInFlow, 'issuer', 'clientId', 'purpose', 'sessionId', 'next', 'expiresAt'),
  },
  `delete from sign_in_flow where token_hash = ? returning organization_id as "organizationId", issuer, client_id as "clientId", purpose,
     session_id as "sessionId", next, expires_at as "expiresAt"`,
);

/** Ends the flow behind a cookie's token and answers it; null when it was used or has expired, so that a flow comes back once. */
export async function takeFlow(em: EntityManager, token: string, at: Date): Promise<Flow | null> {
  const [taken] = await em.execute<RowOf<typeof TAKEN>[]>(TAKEN.text, [digest(token)]);
  return taken && taken.expiresAt > at ? taken : null;
}
