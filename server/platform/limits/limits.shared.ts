import { createHash } from 'node:crypto';
import type { ClientRateLimitInfo, Options, Store } from 'express-rate-limit';
import { type RedisReply, RedisStore } from 'rate-limit-redis';
import { createClient } from 'redis';
import type { Log } from '../log.js';

/** How long one count may take before this process counts by itself. */
const COUNT_WITHIN_MS = 100;
const CONNECT_MS = 1_000;
/** The pause after a failure, in which nothing waits for the store. */
const RECONNECT_MS = 1_000;

/** The limit store that all gateways share (Redis or Valkey). */
export interface SharedStore {
  /** A `store` for one limiter: shared while Redis answers in time, and `own` while it does not. */
  open(prefix: string, own: Store): Store;
  /** True while each gateway counts by itself. */
  isAway(): boolean;
  close(): void;
}

/** A connection that stands. */
interface Line {
  send(command: string[]): Promise<RedisReply>;
  lose(reason: unknown): void;
}

/**
 * Connects in the background and never fails: what the store does not answer within the deadline is counted in memory at full limits. A
 * connection that failed or was late once is given up, and a new one is tried every second; until it stands, no call waits.
 */
export function openSharedStore(url: string, log: Log, countWithinMs = COUNT_WITHIN_MS): SharedStore {
  let line: Line | null = null;
  let endAttempt: () => void = () => undefined;
  let isReported = false;

  function connect(): void {
    const client = createClient({
      url,
      disableOfflineQueue: true,
      socket: { connectTimeout: CONNECT_MS, reconnectStrategy: false },
    });
    let isLost = false;
    const end = (): void => {
      isLost = true;
      if (line?.lose === lose) line = null;
      client.destroy();
    };
    const lose = (reason: unknown): void => {
      if (isLost) return;
      end();
      if (!isReported) log.warn({ err: reason }, 'the shared limit store is away: this process counts by itself');
      isReported = true;
      const retry = setTimeout(connect, RECONNECT_MS).unref();
      endAttempt = () => clearTimeout(retry);
    };
    endAttempt = end;
    client.on('error', lose);
    within(CONNECT_MS, client.connect()).then(() => {
      if (isLost) return;
      line = { send: (command) => client.sendCommand<RedisReply>(command), lose };
      if (isReported) log.info('the shared limit store answers again');
      isReported = false;
    }, lose);
  }
  connect();

  async function ask(command: string[]): Promise<RedisReply> {
    const requested = line;
    if (!requested) throw new Error('the shared limit store is away');
    try {
      return await within(countWithinMs, requested.send(command));
    } catch (error) {
      if (!isScriptMissing(error)) requested.lose(error);
      throw error;
    }
  }

  const scripts = new Map<string, string>();
  /**
   * The library loads its scripts at start and keeps a failure for ever, so they are kept here and travel with the first call that the
   * store does not know them for: it forgets them when it restarts.
   */
  async function sendCommand(...command: string[]): Promise<RedisReply> {
    const [name, first = '', ...rest] = command;
    if (name === 'SCRIPT') {
      const [text = ''] = rest;
      const digest = createHash('sha1').update(text).digest('hex');
      scripts.set(digest, text);
      return digest;
    }
    return ask(command).catch((error: unknown) => {
      const text = scripts.get(first);
      if (name !== 'EVALSHA' || text === undefined || !isScriptMissing(error)) throw error;
      return ask(['EVAL', text, ...rest]);
    });
  }

  return {
    open: (prefix, own) => new FallbackStore(new RedisStore({ prefix, sendCommand }), own),
    isAway: () => line === null,
    close: () => endAttempt(),
  };
}

/** Counts in the shared store, or in this process when that fails. */
class FallbackStore implements Store {
  constructor(
    private readonly shared: RedisStore,
    private readonly own: Store,
  ) {}

  init(options: Options): Promise<void> {
    return this.shared.init(options);
  }

  increment(key: string): Promise<ClientRateLimitInfo> {
    return this.shared.increment(key).catch(() => this.own.increment(key));
  }

  get(key: string): Promise<ClientRateLimitInfo | undefined> {
    return this.shared.get(key).catch(() => this.own.get?.(key));
  }

  async decrement(key: string): Promise<void> {
    await this.shared.decrement(key).catch(() => this.own.decrement(key));
  }

  async resetKey(key: string): Promise<void> {
    await this.shared.resetKey(key).catch(() => this.own.resetKey(key));
  }
}

const isScriptMissing = (error: unknown): boolean => error instanceof Error && error.message.startsWith('NOSCRIPT');

/** The answer, or an error when it is late. What came while this process was busy is read before it is called late. */
function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => setImmediate(() => reject(new Error(`no answer within ${ms} ms`))), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(late));
  });
}
