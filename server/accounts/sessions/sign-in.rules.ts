import { Fault } from '../../platform/fault.js';

/** The page before the workspace: it signs people in, and with `account` it follows a letter's link. */
const ENTRANCE = '/admin/#/login';

/** The page for verifying an address: it asks for the account's password and then follows the link again, with a session. */
export function verificationPage(link: URL, email: string): string {
  const query = new URLSearchParams({ account: 'verify', email, token: link.searchParams.get('token') ?? '' });
  const next = link.searchParams.get('callbackURL');
  if (next !== null) query.set('callbackURL', next);
  return `${ENTRANCE}?${query}`;
}

/** The page for a verification link that has expired or was damaged. */
export const EXPIRED_LINK_PAGE = `${ENTRANCE}?account=verify`;

/**
 * The link of a letter that resets a password: the page that asks for the new one, with the token behind `#`, where no server, log or
 * referrer sees it. A page of the caller's own outside /admin gets it in its query, as it cannot be known to read a fragment.
 */
export function passwordResetLink(workspaceUrl: string, redirectTo: string | null, token: string): string {
  const url = new URL(redirectTo ?? '/admin/', workspaceUrl);
  if (url.hash === '' && /^\/admin\/?$/.test(url.pathname)) url.hash = '#/login?account=reset';
  if (url.hash === '') url.searchParams.set('token', token);
  else url.hash += `${url.hash.includes('?') ? '&' : '?'}token=${token}`;
  return url.href;
}

/** The refusal of a way in that the organization of an address has closed. */
export const signOnRequired = (pointer = '/email'): Fault => {
  const say = 'Your organization signs in by single sign-on. Choose it at sign-in.';
  return new Fault('WRONG_CREDENTIAL', {
    say,
    errors: [{ pointer, code: 'single_sign_on_required', detail: say }],
  });
};

/** The refusal of a second factor that no sign-in waits for any more. */
export const endedChallenge = (): Fault => {
  const say = 'This sign-in has ended. Enter your password again.';
  return new Fault('UNAUTHENTICATED', { say, errors: [{ pointer: '', code: 'expired', detail: say }] });
};
