import { type Organization, type Person, ReadViewer, type ReadViewerAnswer } from './generated/operations.js';
import { queryClient } from './query-client.js';
import { ask } from './request.js';

export type Membership = ReadViewerAnswer['viewer']['memberships'][number];
export type { Organization };

/** A signed-in person and the organizations that they may work in. */
export interface Session {
  readonly person: Person;
  readonly memberships: readonly Membership[];
  /** Where a company's server sends its events; another address than the workspace's where the two differ. */
  readonly apiUrl: string;
}

/** How long an answer about who is signed in is believed; a refused request corrects it at once. */
const FRESH_MS = 30_000;

/** Where the answer about who is signed in lies in the cache. */
export const sessionKey = ['session'];

/** Asks who is signed in; null means signed out, which is an answer and no error. */
export async function readSession(): Promise<Session | null> {
  const { viewer } = await ask(ReadViewer, {});
  if (viewer.kind !== 'session' || !viewer.user) return null;
  return { person: viewer.user, memberships: viewer.memberships, apiUrl: viewer.apiUrl };
}

/** The same, from the cache while it is fresh. */
export const currentSession = (): Promise<Session | null> =>
  queryClient.fetchQuery({ queryKey: sessionKey, queryFn: readSession, staleTime: FRESH_MS });
