/** The marks of browsers in a user agent, the more particular first: most of them name others too. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;
const NAME_LENGTH_MAX = 60;

/** A browser's user agent in the words of people; one that no rule knows stands as it is, shortened. Its text is the caller's own. */
export function deviceOf(userAgent: string | null): string {
  if (!userAgent) return 'unknown';
  const nameIn = (names: readonly (readonly [string, string])[]) =>
    names.find(([part]) => userAgent.includes(part))?.[1];
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? userAgent.slice(0, NAME_LENGTH_MAX);
}

/** The same without a text of the caller's own, for a letter. */
export function deviceForLetter(userAgent: string | null): string {
  const device = deviceOf(userAgent);
  return BROWSERS.some(([, name]) => device.startsWith(name)) ? device : 'A program';
}

/** The cookie by which a browser is known again at sign-in. It opens nothing and shortens nothing: it spares a letter. */
const DEVICE_COOKIE = 'dai.device';
const DEVICE_S = 400 * 24 * 60 * 60;

/** As a request carries it. */
export const deviceCookieOf = (token: string): string => `${DEVICE_COOKIE}=${token}`;

export const deviceCookie = (token: string, secure: boolean): string =>
  `${deviceCookieOf(token)}; Max-Age=${DEVICE_S}; Path=/api/auth; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

/** The token in a Cookie header, or null. */
export const deviceTokenOf = (cookie: string | null): string | null =>
  /(?:^|;\s*)dai\.device=([\w-]{22})(?:;|$)/.exec(cookie ?? '')?.[1] ?? null;
