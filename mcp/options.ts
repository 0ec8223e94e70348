/** The options of `dai mcp serve`: argv wins over the environment. */
export interface ServeOptions {
  /** The address of the API, without a slash at its end. */
  readonly apiUrl: string;
  readonly mode: 'public' | 'enterprise';
  readonly token: TokenReading;
}

/** A token that may be sent, or why there is none; its text appears nowhere else. */
export type TokenReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'refused'; readonly code: 'placeholder_not_expanded' | 'invalid'; readonly detail: string };

/** The options of the command line as they were given. */
export interface ServeFlags {
  readonly api?: string | undefined;
  readonly mode?: string | undefined;
}

export const serveModes = ['public', 'enterprise'] as const;

/** The variables that are read, with what stands in the usage. */
export const serveVariables = {
  DAI_TOKEN: 'a workflow token (dai_…); without it the public tools work',
  DAI_ENTERPRISE_TOKEN: 'an enterprise key (dae_…), for --mode enterprise',
  DAI_API_URL: 'used where --api is not given',
  DAI_MCP_MODE: 'used where --mode is not given',
} as const;

/** A fault that the operator can mend; it ends the start with the usage and exit code 2. */
export class UsageError extends Error {}

/** Merges flags and environment and checks both; throws `UsageError`. No message repeats a token. */
export function serveOptions(flags: ServeFlags, env: Readonly<Record<string, string | undefined>>): ServeOptions {
  const mode = modeOf(flags.mode ?? env.DAI_MCP_MODE ?? 'public');
  const apiUrl = apiUrlOf(flags.api ?? env.DAI_API_URL);
  if (mode === 'public') return { apiUrl, mode, token: sendable(readToken('DAI_TOKEN', 'dai_', env), apiUrl) };
  const token = sendable(readToken('DAI_ENTERPRISE_TOKEN', 'dae_', env), apiUrl);
  if (token.kind === 'none') throw new UsageError('--mode enterprise needs an enterprise key in DAI_ENTERPRISE_TOKEN.');
  if (token.kind === 'refused') throw new UsageError(token.detail);
  return { apiUrl, mode, token };
}

function modeOf(text: string): ServeOptions['mode'] {
  const mode = serveModes.find((one) => one === text);
  if (!mode) throw new UsageError(`The mode must be one of ${serveModes.join(', ')}.`);
  return mode;
}

/** A longer text is no address. */
const API_URL_LENGTH_MAX = 2048;

function apiUrlOf(text: string | undefined): string {
  if (!text) throw new UsageError('--api is missing: the address of the API, such as https://api.example.com');
  if (text.length > API_URL_LENGTH_MAX || !URL.canParse(text))
    throw new UsageError('--api must be a whole address, such as https://api.example.com');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new UsageError('--api must begin with https:// or http://.');
  if (url.username || url.password || url.search || url.hash)
    throw new UsageError('--api takes no user, password, query or fragment; the token belongs into the environment.');
  return (url.origin + url.pathname).replace(/\/+$/, ''); // not href: it keeps the ? of an empty query
}

/** Forms in which programs name a variable that was not expanded. */
const PLACEHOLDER =
  /^(["'`]?)(\$\{[^{}]*\}|\$(env:)?\w+|\$\([^()]*\)|\$?\{\{[^{}]*\}\}|\{[\w:.-]+\}|<[^<>]*>|\[[^[\]]*\]|%\w+%|DAI_(ENTERPRISE_)?TOKEN)\1$/i;

/** More than any credential of ours; a header has no room for everything that an environment may hold. */
const TOKEN_LENGTH_MAX = 512;

function readToken(
  name: 'DAI_TOKEN' | 'DAI_ENTERPRISE_TOKEN',
  prefix: string,
  env: Readonly<Record<string, string | undefined>>,
): TokenReading {
  const text = env[name]?.trim() ?? '';
  if (text === '') return { kind: 'none' };
  if (text.length <= TOKEN_LENGTH_MAX && PLACEHOLDER.test(text))
    return {
      kind: 'refused',
      code: 'placeholder_not_expanded',
      detail: `${name} is a literal placeholder: the program that started this one did not expand it. Set the variable where that program is started.`,
    };
  if (!text.startsWith(prefix) || text.length > TOKEN_LENGTH_MAX || /[^\x21-\x7e]/.test(text))
    return {
      kind: 'refused',
      code: 'invalid',
      detail: `${name} must hold a credential that begins with ${prefix}; other kinds are not interchangeable and are never sent.`,
    };
  return { kind: 'token', token: text };
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** A token travels encrypted, or not beyond this machine. */
function sendable(token: TokenReading, apiUrl: string): TokenReading {
  const { protocol, hostname } = new URL(apiUrl);
  if (token.kind === 'token' && protocol === 'http:' && !LOOPBACK.test(hostname))
    throw new UsageError('--api must begin with https:// when a token is set: it would travel in the clear.');
  return token;
}
