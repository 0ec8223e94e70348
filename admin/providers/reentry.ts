/** The user of a session: the page's data about them is for no other user. */
export interface Expected {
  readonly id: string;
  readonly email: string;
}

/** A session that has ended, put to the person who can sign in again. */
export interface EndedSession {
  readonly person: Expected;
  /** True once the same person is signed in again, false when they would rather leave. */
  readonly settle: (signedIn: boolean) => void;
}

let expected: Expected | null = null;
let ended: EndedSession | null = null;
let outcome: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

function tell(next: EndedSession | null): void {
  ended = next;
  for (const listener of listeners) listener();
}

/** Sets the person whose answers the workspace shows from now on. */
export function expectPerson({ id, email }: Expected): void {
  expected = { id, email };
}

/** Forgets the expected person: a session that ended on purpose asks for no password. */
export function expectNoOne(): void {
  expected = null;
}

/** The ended session, where the workspace has one to ask about; for React's external stores, as is the next. */
export const readEnded = (): EndedSession | null => ended;
export function subscribeToEnded(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Waits until the person whose session has ended is signed in again; false where no one was, or they leave instead. All
 * requests that a session's end refuses wait for one answer.
 */
export function askToSignInAgain(): Promise<boolean> {
  const person = expected;
  if (!person || listeners.size === 0) return Promise.resolve(false);
  outcome ??= new Promise((resolve) => {
    const settle = (signedIn: boolean) => {
      outcome = null;
      tell(null);
      resolve(signedIn);
    };
    tell({ person, settle });
  });
  return outcome;
}
