import { isUtf8 } from 'node:buffer';
import type { Clock } from '../../platform/clock.js';
import type { Config } from '../../platform/config.js';
import { retryAfterOf } from '../../platform/http/retry-after.rules.js';
import { FetchRefused, guardedFetch } from '../../platform/outbound/guarded.fetch.js';
import { VERSION } from '../../platform/version.js';

const BOUNDS = { timeoutMs: 20_000, redirectsMax: 3, bytesMax: 4 * 1024 * 1024 } as const;
/** Questions that are repeated, and the wait before the first repetition; the next one waits twice as long. */
const ATTEMPTS_MAX = 4;
const BACKOFF_MS = 2_000;
/** Longer waits are for another run. */
const WAIT_MAX_MS = 60_000;

export interface RegistryParts {
  readonly clock: Clock;
  readonly config: Pick<Config, 'outboundAllow' | 'workspaceUrl' | 'measureSources' | 'githubToken'>;
  /** Waits between questions. */
  pause(ms: number): Promise<unknown>;
}

export interface Question {
  readonly url: string;
  readonly accept: string;
  readonly etag?: string | null;
  readonly lastModified?: string | null;
  /** Sent to the address of the question and to none that it redirects to. */
  readonly token?: string | undefined;
}

export type RegistryAnswer =
  | { readonly kind: 'ok'; readonly json: unknown; readonly etag: string | null; readonly lastModified: string | null }
  | { readonly kind: 'not_modified' }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'unreadable' }
  /** The registry is away or asks to wait, longer than a run does. */
  | { readonly kind: 'busy'; readonly waitMs: number };

/** Asks a registry once, and again where it is away or asks to wait; a wait that is too long ends as `busy`. */
export async function askRegistry(parts: RegistryParts, question: Question): Promise<RegistryAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await askOnce(parts, question);
    if (answer.kind !== 'busy') return answer;
    const waitMs = Math.max(answer.waitMs, BACKOFF_MS * 2 ** (attempt - 1));
    if (attempt === ATTEMPTS_MAX || waitMs > WAIT_MAX_MS) return { kind: 'busy', waitMs };
    await parts.pause(waitMs);
  }
}

async function askOnce({ clock, config }: RegistryParts, question: Question): Promise<RegistryAnswer> {
  const { url, accept, etag, lastModified, token } = question;
  const headers = {
    accept,
    'user-agent': `dai/${VERSION} (+${config.workspaceUrl})`,
    ...(etag ? { 'if-none-match': etag } : {}),
    ...(lastModified && !etag ? { 'if-modified-since': lastModified } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  try {
    const answer = await guardedFetch(url, { ...BOUNDS, allow: config.outboundAllow, headers });
    const now = clock.now();
    if (answer.status === 200) return readJson(answer.body, answer.headers);
    if (answer.status === 304) return { kind: 'not_modified' };
    if (answer.status === 404 || answer.status === 410) return { kind: 'not_found' };
    const spent = answer.headers['x-ratelimit-remaining'] === '0';
    const isBusy = answer.status === 429 || answer.status >= 500 || (answer.status === 403 && spent);
    return isBusy ? { kind: 'busy', waitMs: waitOf(answer.headers, spent, now) } : { kind: 'unreadable' };
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    const isAway = error.reason === 'timeout' || error.reason === 'unreachable';
    return isAway ? { kind: 'busy', waitMs: 0 } : { kind: 'unreadable' };
  }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;
const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

/** The wait that an answer asks for: Retry-After, or the second in which GitHub's budget is new. */
function waitOf(headers: Headers, spent: boolean, now: Date): number {
  const seconds = retryAfterOf(one(headers['retry-after']), now);
  if (seconds !== null) return seconds * 1_000;
  const reset = Number(one(headers['x-ratelimit-reset']));
  return spent && Number.isFinite(reset) ? Math.max(0, reset * 1_000 - now.getTime()) : 0;
}

const TAG_MAX = 500;
const short = (value: string | undefined): string | null => (value && value.length <= TAG_MAX ? value : null);

function readJson(body: Buffer, headers: Headers): RegistryAnswer {
  if (!isUtf8(body)) return { kind: 'unreadable' };
  try {
    return {
      kind: 'ok',
      json: JSON.parse(body.toString('utf8')) as unknown,
      etag: short(one(headers.etag)),
      lastModified: short(one(headers['last-modified'])),
    };
  } catch {
    return { kind: 'unreadable' };
  }
}
