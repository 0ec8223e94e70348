import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { VERSION } from '../version.js';
import { checkedLookup, isMissedByAgent, isPublicName, toLoopback } from './address.check.js';
import { type BodyBounds, readBody } from './body.read.js';
import { published } from './call.publish.js';
import { type FetchRefusal, FetchRefused } from './fetch.refused.js';

export { type FetchRefusal, FetchRefused } from './fetch.refused.js';

interface CallBounds {
  /** For everything: look-ups, redirects, body. */
  readonly timeoutMs: number;
  /** Test only: `host:port` pairs that may be reached although they are private, also over http. */
  readonly allow: readonly string[];
  /** Turns a name into addresses; the system's resolver unless another is given. Its answers are checked all the same. */
  readonly resolver?: LookupFunction;
}

export interface FetchBounds extends CallBounds, BodyBounds {
  readonly redirectsMax: number;
  /** The head of the answer ends the call: its body is not read. */
  readonly headOnly?: true;
  /** Sent beside the usual ones, or in their place, to the origin of the first address, and to none that it redirects to. */
  readonly headers?: http.OutgoingHttpHeaders;
}

/** The request to an address that a user chose. */
export interface Posted {
  readonly headers: http.OutgoingHttpHeaders;
  readonly body: string;
}

export interface Fetched {
  readonly status: number;
  /** The address that the answer came from, without a fragment. */
  readonly finalUrl: string;
  readonly contentType: string | null;
  readonly headers: http.IncomingHttpHeaders;
  /** Read for a status of 200; empty for any other. */
  readonly body: Buffer;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const URL_LENGTH_MAX = 2_048;
const HEADERS_BYTES_MAX = 16_384;
const HEADERS = {
  accept: 'text/plain, text/markdown, text/*;q=0.9, */*;q=0.1',
  'accept-encoding': 'identity',
  'user-agent': `dai/${VERSION}`,
};

/**
 * Fetches a public https address for a user who chose it (specification §2.9, decisions §6). Every address that the name resolves to is
 * checked and the connection goes to the checked one; each redirect is checked again; private, loopback, link-local, CGNAT, multicast,
 * mapped and metadata addresses are refused in any notation. Throws a FetchRefused; no request carries a cookie, or a credential but one that
 * the operator gave for the first address, none goes through a proxy, and no connection outlives the call.
 */
export function guardedFetch(url: string, bounds: FetchBounds): Promise<Fetched> {
  return published('public', () => within(bounds.timeoutMs, (signal) => follow(url, bounds, signal)));
}

/**
 * Sends one POST to a public https address that a user chose, under the same checks. The head of the answer ends it: its body is not read,
 * and a redirect is an answer like any other.
 */
export function guardedPost(url: string, posted: Posted, bounds: CallBounds): Promise<{ readonly status: number }> {
  return published('webhook', () => within(bounds.timeoutMs, (signal) => post(url, posted, bounds, signal)));
}

/** Sends one POST to a public https address and reads its answer, under the same checks; a redirect is an answer like any other. */
export function guardedAsk(url: string, posted: Posted, bounds: CallBounds & BodyBounds): Promise<Fetched> {
  return published('public', () => within(bounds.timeoutMs, (signal) => askOnce(url, posted, bounds, signal)));
}

/**
 * Why an address is refused before it is stored to be called later, or null: it must have a name, and that one is looked up with each call.
 * An address that is only shown is no matter of this: the forms of the directory say what it looks like.
 */
export function refusalOfAddress(address: string, bounds: Pick<CallBounds, 'allow'>): FetchRefusal | null {
  try {
    const url = checkedUrl(address, bounds);
    const isNumber = isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0;
    return isNumber && !isAllowed(url, bounds.allow) ? 'not_allowed_address' : null;
  } catch (error) {
    if (error instanceof FetchRefused) return error.reason;
    throw error;
  }
}

async function within<T>(timeoutMs: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  // Not every step hears the signal (a look-up does not), so the time limit settles the call by itself.
  const late = new Promise<never>((_settle, refuse) => {
    timer = setTimeout(() => {
      refuse(new FetchRefused('timeout'));
      controller.abort();
    }, timeoutMs);
  });
  try {
    return await Promise.race([call(controller.signal), late]);
  } catch (error) {
    throw refusalOf(error);
  } finally {
    clearTimeout(timer);
  }
}

async function follow(start: string, bounds: FetchBounds, signal: AbortSignal): Promise<Fetched> {
  let url = checkedUrl(start, bounds);
  const { origin } = url;
  for (let redirects = 0; ; redirects += 1) {
    const agent = openAgent(url, bounds);
    try {
      const own = url.origin === origin ? bounds.headers : undefined;
      const answer = await request(url, agent, bounds, signal, { headers: own });
      const { statusCode: status = 0, headers } = answer;
      if (!REDIRECTS.has(status) || headers.location === undefined) {
        const body = status === 200 && !bounds.headOnly ? await readBody(answer, bounds) : Buffer.alloc(0);
        return { status, finalUrl: url.href, contentType: headers['content-type'] ?? null, headers, body };
      }
      if (redirects >= bounds.redirectsMax) throw new FetchRefused('too_many_redirects');
      url = checkedUrl(headers.location, bounds, url.href);
    } finally {
      agent.destroy();
    }
  }
}

async function post(address: string, posted: Posted, bounds: CallBounds, signal: AbortSignal) {
  const url = checkedUrl(address, bounds);
  const agent = openAgent(url, bounds);
  try {
    const { statusCode: status = 0 } = await request(url, agent, bounds, signal, posted);
    return { status };
  } finally {
    agent.destroy();
  }
}

async function askOnce(
  address: string,
  posted: Posted,
  bounds: CallBounds & BodyBounds,
  signal: AbortSignal,
): Promise<Fetched> {
  const url = checkedUrl(address, bounds);
  const agent = openAgent(url, bounds);
  try {
    const answer = await request(url, agent, bounds, signal, posted);
    const { statusCode: status = 0, headers } = answer;
    const body = status === 200 ? await readBody(answer, bounds) : Buffer.alloc(0);
    return { status, finalUrl: url.href, contentType: headers['content-type'] ?? null, headers, body };
  } finally {
    agent.destroy();
  }
}

const isAllowed = (url: URL, allow: readonly string[]): boolean =>
  allow.includes(`${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`);

function checkedUrl(text: string, { allow }: Pick<CallBounds, 'allow'>, base?: string): URL {
  if (!URL.canParse(text, base)) throw new FetchRefused('not_a_url');
  const url = new URL(text, base);
  url.hash = '';
  if (url.href.length > URL_LENGTH_MAX) throw new FetchRefused('not_a_url');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new FetchRefused('not_https');
  if (url.username !== '' || url.password !== '') throw new FetchRefused('user_info');
  if (isAllowed(url, allow)) return url;
  if (url.protocol !== 'https:') throw new FetchRefused('not_https');
  if (url.port !== '') throw new FetchRefused('port');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) ? isMissedByAgent(host) : !isPublicName(host)) throw new FetchRefused('not_allowed_address');
  return url;
}

/** One agent for one request: nothing is kept open, and destroying it closes whatever the request left behind. */
function openAgent(url: URL, { allow }: CallBounds): http.Agent {
  const open = isAllowed(url, allow) ? { allowPrivateIPAddress: true, allowMetaIPAddress: true } : {};
  return url.protocol === 'https:' ? new RequestFilteringHttpsAgent(open) : new RequestFilteringHttpAgent(open);
}

function request(
  url: URL,
  agent: http.Agent,
  { allow, resolver }: CallBounds,
  signal: AbortSignal,
  { headers, body }: Partial<Posted> = {},
): Promise<http.IncomingMessage> {
  const allowedLookup = resolver ?? (url.hostname.endsWith('.test') ? toLoopback : undefined);
  const lookup = isAllowed(url, allow) ? allowedLookup : checkedLookup(resolver);
  const options: https.RequestOptions = {
    agent,
    signal,
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...HEADERS, ...headers },
    maxHeaderSize: HEADERS_BYTES_MAX,
    rejectUnauthorized: true, // said here, so that no variable of the environment can say otherwise
    ...(lookup ? { lookup } : {}),
  };
  return new Promise((resolve, reject) => {
    const sent = (url.protocol === 'https:' ? https : http).request(url, options, resolve);
    sent.on('error', reject);
    sent.on('close', () => reject(new Error('closed without an answer')));
    sent.end(body);
  });
}

function refusalOf(error: unknown): FetchRefused {
  if (error instanceof FetchRefused) return error;
  const byAgent = error instanceof Error && /^DNS lookup .* is not allowed\. Because/.test(error.message);
  return new FetchRefused(byAgent ? 'not_allowed_address' : 'unreachable', error);
}
