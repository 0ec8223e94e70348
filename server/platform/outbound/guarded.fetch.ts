import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';

export interface FetchBounds {
  /** For everything: look-up, redirects, body. */
  readonly timeoutMs: number;
  readonly redirectsMax: number;
  /** Of the body as it is after decompression. */
  readonly bytesMax: number;
  /** Test only: `host:port` pairs that may be reached although they are private, also over http. */
  readonly allow: readonly string[];
}

export interface Fetched {
  readonly status: number;
  readonly finalUrl: string;
  readonly contentType: string | null;
  readonly body: Buffer;
}

export type FetchRefusal =
  | 'not_allowed_address'
  | 'not_https'
  | 'not_a_url'
  | 'too_many_redirects'
  | 'too_large'
  | 'timeout'
  | 'unreachable'
  | 'bad_encoding';

/** Why nothing was fetched; says nothing of what the other side answered. */
export class FetchRefused extends Error {
  constructor(
    readonly reason: FetchRefusal,
    cause?: unknown,
  ) {
    super(`outbound fetch refused: ${reason}`, { cause });
  }
}

/**
 * Fetches a public https address for somebody who chose it (specification §2.9, decisions §6). Every address that the name resolves to is
 * checked and the connection goes to the checked one; each redirect is checked again; private, loopback, link-local, CGNAT, multicast,
 * mapped and metadata addresses are refused in any notation. Throws a FetchRefused; no request carries a credential or a cookie.
 */
export async function guardedFetch(url: string, bounds: FetchBounds): Promise<Fetched> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), bounds.timeoutMs);
  try {
    let at = url;
    for (let redirects = 0; ; redirects += 1) {
      const answer = await request(checkedUrl(at, bounds), bounds, controller.signal);
      const { statusCode: status = 0, headers } = answer;
      if (status < 300 || status >= 400 || headers.location === undefined)
        return {
          status,
          finalUrl: at,
          contentType: headers['content-type'] ?? null,
          body: await readBounded(answer, bounds, controller.signal),
        };
      answer.destroy();
      if (redirects >= bounds.redirectsMax) throw new FetchRefused('too_many_redirects');
      at = URL.canParse(headers.location, at) ? new URL(headers.location, at).toString() : '';
    }
  } catch (error) {
    if (controller.signal.aborted) throw new FetchRefused('timeout', error);
    if (error instanceof FetchRefused) throw error;
    throw new FetchRefused(
      error instanceof Error && /is not allowed/.test(error.message) ? 'not_allowed_address' : 'unreachable',
      error,
    );
  } finally {
    clearTimeout(timer);
  }
}

const isAllowed = (url: URL, allow: readonly string[]): boolean =>
  allow.includes(`${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`);

function checkedUrl(text: string, { allow }: FetchBounds): URL {
  if (!URL.canParse(text)) throw new FetchRefused('not_a_url');
  const url = new URL(text);
  if (isAllowed(url, allow)) return url;
  if (url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '')
    throw new FetchRefused('not_https');
  return url;
}

function request(url: URL, { allow }: FetchBounds, signal: AbortSignal): Promise<http.IncomingMessage> {
  const allowed = isAllowed(url, allow);
  const open = allowed ? { allowPrivateIPAddress: true, allowMetaIPAddress: true } : {};
  const lookup = allowed && url.hostname.endsWith('.test') ? { lookup: toLoopback } : {};
  const secure = url.protocol === 'https:';
  const agent = secure ? new RequestFilteringHttpsAgent(open) : new RequestFilteringHttpAgent(open);
  return new Promise((resolve, reject) => {
    const sent = (secure ? https : http).get(
      url,
      { agent, signal, ...lookup, headers: { accept: 'text/*, application/json', 'user-agent': 'dai/0.1.24' } },
      resolve,
    );
    sent.once('error', reject);
  });
}

/** Names of the reserved domain .test exist nowhere; on the allow list they stand for servers of the test itself. */
const toLoopback: LookupFunction = (_hostname, { all }, done) =>
  all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);

async function readBounded(
  answer: http.IncomingMessage,
  { bytesMax }: FetchBounds,
  signal: AbortSignal,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  const plain = decoded(answer);
  signal.addEventListener('abort', () => plain.destroy(new FetchRefused('timeout')), { once: true });
  try {
    for await (const chunk of plain) {
      length += (chunk as Buffer).length;
      if (length > bytesMax) throw new FetchRefused('too_large');
      chunks.push(chunk as Buffer);
    }
  } finally {
    answer.destroy();
  }
  return Buffer.concat(chunks);
}

function decoded(answer: http.IncomingMessage): Readable {
  const encoding = (answer.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding === 'identity') return answer;
  const decoder =
    encoding === 'gzip'
      ? createGunzip()
      : encoding === 'deflate'
        ? createInflate()
        : encoding === 'br'
          ? createBrotliDecompress()
          : null;
  if (!decoder) throw new FetchRefused('bad_encoding');
  answer.once('error', (error) => decoder.destroy(error));
  return answer.pipe(decoder);
}
