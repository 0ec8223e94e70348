import { retryAfterOf } from '../../platform/http/retry-after.rules.js';
import { type Fetched, FetchRefused, guardedFetch } from '../../platform/outbound/guarded.fetch.js';
import { VERSION } from '../../platform/version.js';
import type { RegistryParts } from '../measures/index.js';
import type { CheckAnswer } from './answer.rules.js';
import type { HostPace } from './host-pace.open.js';
import { openRobots, type Robots, readRobots } from './robots.rules.js';

const PAGE = { timeoutMs: 15_000, redirectsMax: 5, bytesMax: 65_536, headOnly: true } as const;
const ROBOTS = { timeoutMs: 10_000, redirectsMax: 5, bytesMax: 524_288 } as const;
const DELAY_MS = 2_000;
/** A host that asks for a rest without saying how long has this one. */
const REST_MS = 1_800_000;
const TAG_MAX = 500;

export interface CheckParts extends RegistryParts {
  readonly hosts: HostPace;
}

export interface Tags {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** Looks whether a page is there, where its host lets programs look: one request, at the host's pace, and none of its body. */
export async function askPage(parts: CheckParts, url: string, tags: Tags): Promise<CheckAnswer> {
  const { origin, host, pathname, search } = new URL(url);
  try {
    const robots = await parts.hosts.robotsOf(origin, () => fetchRobots(parts, origin, host));
    if (robots === null || !robots.isAllowed(`${pathname}${search}`)) return { kind: 'unknown' };
    await parts.hosts.turn(host, Math.max(DELAY_MS, robots.delayMs));
    const headers = { ...agentOf(parts), accept: 'text/html, */*;q=0.5', ...conditionsOf(tags) };
    return answerOf(await guardedFetch(url, { ...PAGE, allow: parts.config.outboundAllow, headers }), url, parts);
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    return { kind: 'unreachable' };
  }
}

export const agentOf = ({ config }: CheckParts) => ({ 'user-agent': `dai/${VERSION} (+${config.workspaceUrl})` });

const conditionsOf = ({ etag, lastModified }: Tags) => ({
  ...(etag ? { 'if-none-match': etag } : {}),
  ...(lastModified && !etag ? { 'if-modified-since': lastModified } : {}),
});

/** The rules of a host: none where it has no such file, null where they can't be read, which forbids everything. */
async function fetchRobots(parts: CheckParts, origin: string, host: string): Promise<Robots | null> {
  await parts.hosts.turn(host, DELAY_MS);
  const bounds = { ...ROBOTS, allow: parts.config.outboundAllow, headers: agentOf(parts) };
  try {
    const { status, body } = await guardedFetch(`${origin}/robots.txt`, bounds);
    if (status === 200) return readRobots(body.toString('utf8'));
    return status >= 400 && status < 500 && status !== 429 ? openRobots : null;
  } catch (error) {
    if (error instanceof FetchRefused && (error.reason === 'too_large' || error.reason === 'bad_encoding')) return null;
    throw error; // nothing answers: the page does not either
  }
}

const one = (value: string | string[] | undefined): string | null =>
  (Array.isArray(value) ? value[0] : value)?.slice(0, TAG_MAX + 1) ?? null;
const short = (value: string | null): string | null => (value !== null && value.length <= TAG_MAX ? value : null);

function answerOf({ status, finalUrl, headers }: Fetched, url: string, { clock }: CheckParts): CheckAnswer {
  if (status === 304) return { kind: 'not_modified' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 429) {
    const seconds = retryAfterOf(one(headers['retry-after']) ?? undefined, clock.now());
    return { kind: 'busy', waitMs: seconds === null ? REST_MS : seconds * 1_000 };
  }
  if (status >= 500) return { kind: 'unreachable' };
  if (status < 200 || status >= 300) return { kind: 'unknown' };
  const moved = new URL(finalUrl).host === new URL(url).host ? {} : { movedTo: finalUrl };
  return {
    kind: 'seen',
    seen: moved,
    etag: short(one(headers.etag)),
    lastModified: short(one(headers['last-modified'])),
  };
}
