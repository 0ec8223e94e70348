import type { FieldProblem } from '../platform/fault.js';

const POINTER = '/skillUrl';
const FILE = 'SKILL.md';
const URL_LENGTH_MAX = 2_048;

const problem = (code: string, detail: string, hint: string): FieldProblem => ({
  pointer: POINTER,
  code,
  detail,
  hint,
});
const NOT_A_URL = problem(
  'not_a_url',
  'skillUrl is not a web address.',
  'Give a whole address that begins with https://, without spaces, backslashes or control characters.',
);
const TOO_LONG = problem(
  'too_long',
  `skillUrl may have ${URL_LENGTH_MAX.toLocaleString('en')} characters.`,
  'Give the plain address of the file.',
);
const NOT_HTTPS = problem('not_https', 'skillUrl must begin with https://.', 'Give the https address of the file.');
const PORT = problem('port', 'skillUrl must use port 443.', 'Leave the port out.');
const USER_INFO = problem(
  'user_info',
  'skillUrl may not hold a user name or password.',
  'Give the address of a public file. If what stood before the @ is a live credential, rotate it.',
);
const QUERY = problem(
  'query',
  'skillUrl may not have a query.',
  'Give the address without the question mark and what follows it; a token there is a credential, and the file must be public without one.',
);
const NOT_SKILL_MD = problem(
  'not_skill_md',
  `The last segment of skillUrl must be ${FILE}, in exactly these letters.`,
  `Give the address of the file itself, such as https://raw.githubusercontent.com/owner/repository/main/skills/name/${FILE}.`,
);
const NOT_RAW = problem(
  'not_raw',
  'skillUrl is a page that shows the file, not the file.',
  'Give the raw address: on GitHub a blob link or raw.githubusercontent.com, on GitLab /-/raw/, on Bitbucket /raw/.',
);

export type SkillAddress = { readonly url: string } | { readonly problems: readonly FieldProblem[] };

/**
 * Reads a `skillUrl` (decisions §6, Agent Skill import): https, port 443, no user info, no query, last path segment SKILL.md. Answers the
 * address to fetch, without a fragment and with a github.com link turned into its raw file, or every reason against it; never a part of the
 * address itself, which may hold a credential. `allow` is the test-only list of `host:port` that may be http and on any port.
 */
export function readSkillAddress(text: string, allow: readonly string[]): SkillAddress {
  const given = text.trim();
  if (given.length > URL_LENGTH_MAX) return { problems: [TOO_LONG] };
  const scheme = /^([a-z][a-z0-9+.-]*):\/\/[^/]/i.exec(given)?.[1]?.toLowerCase();
  // A URL parser silently drops tabs and line breaks and turns backslashes into slashes.
  if (!scheme || /[\s\p{C}\\]/u.test(given) || !URL.canParse(given)) return { problems: [NOT_A_URL] };
  const url = new URL(given);
  const allowed = allow.includes(`${url.hostname}:${url.port || (scheme === 'https' ? '443' : '80')}`);
  const isWeb = scheme === 'https' || (scheme === 'http' && allowed);
  const page = pageOf(url);
  const problems = [
    isWeb ? [] : [NOT_HTTPS],
    url.port === '' || allowed ? [] : [PORT],
    hasUserInfo(given) ? [USER_INFO] : [],
    url.search === '' || (page === 'github' && VIEW_SETTINGS.test(url.search)) ? [] : [QUERY],
    namesTheFile(url.pathname) ? [] : [NOT_SKILL_MD],
    page === 'other' ? [NOT_RAW] : [],
  ].flat();
  if (problems.length > 0) return { problems };
  const { protocol, host, pathname } = page === 'github' ? rawFileOf(url) : url;
  const read = `${protocol}//${host}${pathname}`;
  return read.length > URL_LENGTH_MAX ? { problems: [TOO_LONG] } : { url: read };
}

/** How GitHub shows a file; the raw file doesn't depend on it. */
const VIEW_SETTINGS = /^\?(plain=1|raw=(true|1))$/;
const GITHUB_FILE = /^\/[\w.-]+\/[\w.-]+\/(?:blob|raw)\/[^/]+\/(?:[^/]+\/)*[^/]+$/;

/** Which kind of page an address shows a file on: null when it looks like the file itself. */
function pageOf({ hostname, pathname }: URL): 'github' | 'other' | null {
  if (/^(www\.)?github\.com$/.test(hostname)) return GITHUB_FILE.test(pathname) ? 'github' : 'other';
  if (/\/-\/(blob|blame|edit)\//.test(pathname)) return 'other';
  if (/^(www\.)?gitlab\.com$/.test(hostname) && /^\/[^/]+\/[^/]+\/blob\//.test(pathname)) return 'other';
  return /^(www\.)?bitbucket\.org$/.test(hostname) && /^\/[^/]+\/[^/]+\/src\//.test(pathname) ? 'other' : null;
}

/** A ref with slashes, such as refs/heads/main, stands in both addresses alike. */
function rawFileOf({ pathname }: URL): URL {
  return new URL(pathname.replace(/^(\/[^/]+\/[^/]+)\/(?:blob|raw)\//, '$1/'), 'https://raw.githubusercontent.com');
}

/** The authority is looked at as it was written: a parser forgets an empty user name. */
const hasUserInfo = (given: string): boolean => /^[^:]+:\/\/[^/?#]*@/.test(given);

/** No segment may hold a slash, a backslash or a control character in disguise: servers differ in when they decode them. */
const namesTheFile = (pathname: string): boolean =>
  pathname.endsWith(`/${FILE}`) && !/%(2f|5c|[01][0-9a-f]|7f|(?![0-9a-f]{2}))/i.test(pathname);
