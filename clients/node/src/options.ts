import type { ClientOptions, Clock, Fetch } from './client.types.js';
import { openNodeFetch } from './request.node.js';
import { RETRY_FOR_MS_MAX } from './retry.rules.js';

const DAY_MS = RETRY_FOR_MS_MAX;

export interface Settings {
  readonly url: string;
  readonly key: string;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly random: () => number;
  readonly queueEventsMax: number;
  readonly queueBytesMax: number;
  readonly delayMs: number;
  readonly requestTimeoutMs: number;
  readonly retryBaseMs: number;
  readonly retryMaxMs: number;
  readonly retryForMs: number;
  readonly refusalsMax: number;
}

const KEY = /^dtk_[\x21-\x7e]{1,508}$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Checks the options; what it throws names the option and never repeats its value. */
export function readOptions(options: ClientOptions): Settings {
  const count = (name: keyof ClientOptions, given: number | undefined, otherwise: number, max: number): number => {
    if (given === undefined) return otherwise;
    if (typeof given !== 'number' || !Number.isFinite(given) || given < 0 || given > max)
      throw new TypeError(`${name} must be a number from 0 to ${max}.`);
    return given;
  };
  const url = addressOf(options);
  const fetch = options.fetch ?? openNodeFetch(url) ?? globalThis.fetch?.bind(globalThis);
  if (typeof fetch !== 'function') throw new TypeError('This runtime has no fetch: hand one in as the option fetch.');
  if (typeof options.key !== 'string' || !KEY.test(options.key.trim()))
    throw new TypeError('key must be a tracking key, which begins with dtk_.');
  return {
    url,
    key: options.key.trim(),
    fetch,
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    queueEventsMax: count('queueEventsMax', options.queueEventsMax, 10_000, 10_000_000),
    queueBytesMax: count('queueBytesMax', options.queueBytesMax, 16 * 1024 * 1024, 4 * 1024 ** 3),
    delayMs: count('delayMs', options.delayMs, 1_000, DAY_MS),
    requestTimeoutMs: count('requestTimeoutMs', options.requestTimeoutMs, 10_000, DAY_MS),
    retryBaseMs: count('retryBaseMs', options.retryBaseMs, 500, DAY_MS),
    retryMaxMs: count('retryMaxMs', options.retryMaxMs, 60_000, DAY_MS),
    retryForMs: count('retryForMs', options.retryForMs, DAY_MS, DAY_MS),
    refusalsMax: count('refusalsMax', options.refusalsMax, 1_000, 1_000_000),
  };
}

function addressOf({ url: text, allowHttp }: ClientOptions): string {
  if (typeof text !== 'string' || !URL.canParse(text))
    throw new TypeError('url must be a whole address, such as https://api.example.com.');
  const url = new URL(text);
  if (url.username || url.password || url.search || url.hash)
    throw new TypeError('url takes no user, password, query or fragment.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new TypeError('url must begin with https://.');
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname) && allowHttp !== true)
    throw new TypeError('url must begin with https://: the key would travel in the clear. allowHttp permits it.');
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  setTimeout: (run, ms) => globalThis.setTimeout(run, ms),
  clearTimeout: (timer) => globalThis.clearTimeout(timer as number),
};

/** Lets the process end although a timer runs; where timers are numbers, nothing has to be done. */
export function releaseTimer(timer: unknown): void {
  (timer as { unref?: () => void } | null)?.unref?.();
}
