import type { AuthProvider } from 'react-admin';
import { askForPasskey } from './passkeys.js';
import { problemOf, Refusal } from './problem.js';
import { queryClient, sessionKey } from './query-client.js';
import { type Expected, expectNoOne } from './reentry.js';
import { askAuth, type FactorKind } from './request.js';
import { currentSession, readHolder } from './session.js';

export interface SignIn {
  readonly email: string;
  readonly password: string;
}
export interface SignUp extends SignIn {
  readonly name: string;
}

/** The page for people without a session: react-admin's own address for it. */
const SIGN_IN = '/login';

/** The page after the link in the verification letter. */
const WORKSPACE = '/admin/';

/**
 * Enters a person's password; the cookie that follows is HttpOnly, so nothing here ever holds it. Answers the factors where the account has
 * some: there is no session before one of them.
 */
export async function enterPassword({ email, password }: SignIn): Promise<'in' | readonly FactorKind[]> {
  return (await askAuth('sign-in/email', { email, password })).factors ?? 'in';
}

/** Signs a person in by a passkey of theirs, or completes a sign-in by it. */
export async function signInByPasskey(
  purpose: 'sign_in' | 'second_factor' = 'sign_in',
  mediation: 'conditional' | 'optional' = 'optional',
): Promise<void> {
  const { options } = await askAuth('passkey-options', { purpose });
  const passkey = await askForPasskey(options ?? {}, mediation);
  await askAuth('sign-in/passkey', { purpose, passkey });
}

/** Enters the code that such a sign-in waits for. */
export const enterCode = async (code: string): Promise<void> => void (await askAuth('sign-in/second-factor', { code }));

/** A way through a provider, and where it leads. */
export interface SignOn {
  readonly email?: string;
  readonly purpose?: 'connect' | 'prove';
  readonly next?: string | null;
}

/** The address at the provider to which a person goes; the way back is a cookie that nothing here can read. */
export async function beginSignOn(wanted: SignOn): Promise<string> {
  const { url } = await askAuth('single-sign-on', wanted);
  if (!url) throw new Error('the service named no place to go to');
  return url;
}

/** Leaves this page for the provider. */
export const leaveForProvider = async (wanted: SignOn): Promise<void> =>
  window.location.assign(await beginSignOn(wanted));

/** Reads who is signed in now; the person who was here before is not asked for. */
export async function finishSignIn(): Promise<void> {
  expectNoOne();
  await queryClient.invalidateQueries({ queryKey: sessionKey });
}

/** Signs a person in whose session has ended; answers who holds the session then. A wrong password is said at its field. */
export async function signInAgain(
  person: Expected,
  password: string,
): Promise<'same' | 'none' | 'other' | readonly FactorKind[]> {
  const step = await enterPassword({ email: person.email, password }).catch((error: unknown) => {
    const problem = problemOf(error);
    if (problem.status !== 401) throw error;
    const note = { pointer: '/password', code: problem.code, detail: 'The password is wrong.', hint: null };
    throw new Refusal({ ...problem, detail: '1 field needs correction.', errors: [note] });
  });
  return step === 'in' ? readHolder(person) : step;
}

/** Makes an account and, where the service allows it before the address is verified, signs the person in. */
export async function signUp({ email, password, name }: SignUp): Promise<void> {
  await askAuth('sign-up/email', { email, password, name, callbackURL: WORKSPACE });
  expectNoOne();
  await queryClient.invalidateQueries({ queryKey: sessionKey });
}

/** Sends the letter with the verification link once more. */
export const sendVerification = async (email: string): Promise<void> =>
  void (await askAuth('send-verification-email', { email, callbackURL: WORKSPACE }));

/** The verification link of a letter, to be followed with a session of its account. */
export const verificationLink = (token: string, next: string | null): string =>
  `/api/auth/verify-email?${new URLSearchParams({ token, callbackURL: next ?? WORKSPACE })}`;

/** Sends the letter with the link to a page for a new password; the answer is the same for every address. */
export const requestPasswordReset = async (email: string): Promise<void> =>
  void (await askAuth('request-password-reset', { email, redirectTo: WORKSPACE }));

/** Sets a new password by the token of that link; the account's sessions have ended then. */
export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await askAuth('reset-password', { token, newPassword });
  expectNoOne();
  await queryClient.invalidateQueries({ queryKey: sessionKey });
}

/** react-admin's questions about the session, answered by the service and never from what the browser kept. */
export const authProvider: AuthProvider = {
  login: finishSignIn,
  async logout() {
    expectNoOne();
    if (await currentSession()) await askAuth('sign-out', {}).catch(unlessSignedOut);
    return SIGN_IN;
  },
  async checkAuth() {
    if (!(await currentSession())) throw { redirectTo: SIGN_IN, message: false };
  },
  async checkError(error: unknown) {
    if (problemOf(error).status === 401)
      throw { redirectTo: SIGN_IN, message: 'Your session has ended. Sign in again.' };
  },
  async getIdentity() {
    const session = await currentSession();
    return { id: session?.person.id ?? '', fullName: session?.person.name ?? '' };
  },
  async getPermissions() {
    return [];
  },
};

/** A session that is over already is what signing out wants. */
function unlessSignedOut(error: unknown): void {
  if (problemOf(error).status !== 401) throw error;
}
