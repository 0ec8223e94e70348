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

/** A browser's user agent in the words of people; one that no rule knows stands as it is, shortened. */
export function browserOf(userAgent: string | null): string {
  if (userAgent === null) return 'unknown';
  const nameIn = (names: readonly (readonly [string, string])[]) =>
    names.find(([part]) => userAgent.includes(part))?.[1];
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? userAgent.slice(0, NAME_LENGTH_MAX);
}
