import { type Organization, type Person, ReadViewer, type ReadViewerAnswer } from './generated/operations.js';
import { queryClient, sessionKey } from './query-client.js';
import { askToSignInAgain, type Expected, expectPerson } from './reentry.js';
import { askOnce } from './request.js';

export type Membership = ReadViewerAnswer['viewer']['memberships'][number];
export type { Organization };

/** A signed-in person and the organizations that they may work in. */
export interface Session {
  readonly person: Person;
  readonly memberships: readonly Membership[];
  /** From when a second factor must be set up before anything else; null where none is missing. */
  readonly enrollBy: string | null;
  /** True while nothing but setting one up is open. */
  readonly mustEnroll: boolean;
  /** The address to which a company's server sends its events; it can differ from the workspace's. */
  readonly apiUrl: string;
}

/** How long an answer about who is signed in is believed; a refused request corrects it at once. */
const FRESH_MS = 30_000;

/**
 * Asks who is signed in; null means signed out, which is an answer and no error. A session that ended while the workspace
 * was open is asked for again first; what is shown stays until then.
 */
export async function readSession(): Promise<Session | null> {
  let session = await readViewer();
  if (!session && (await askToSignInAgain())) session = await readViewer();
  if (session) expectPerson(session.person);
  return session;
}

async function readViewer(): Promise<Session | null> {
  const { viewer } = await askOnce(ReadViewer, {});
  if (viewer.kind !== 'session' || !viewer.user) return null;
  const { user: person, memberships, apiUrl, enrollBy, mustEnroll } = viewer;
  return { person, memberships, apiUrl, enrollBy, mustEnroll };
}

/** The present holder of the session: the same person, no one, or another user of this browser. */
export async function readHolder({ id }: Expected): Promise<'same' | 'none' | 'other'> {
  const session = await readViewer();
  if (!session) return 'none';
  if (session.person.id !== id) return 'other';
  queryClient.setQueryData(sessionKey, session);
  return 'same';
}

/** The same, from the cache while it is fresh. */
export const currentSession = (): Promise<Session | null> =>
  queryClient.fetchQuery({ queryKey: sessionKey, queryFn: readSession, staleTime: FRESH_MS });
