import type { Request, Response } from 'express';
import { MemoryStore, type RateLimitRequestHandler, rateLimit } from 'express-rate-limit';
import { RedisStore } from 'rate-limit-redis';
import { createClient } from 'redis';
import { Fault } from './fault.js';
import { addressOf, type Policy, type PolicyName, policies } from './limits.policies.js';
import { openRefusals, type Refusals } from './limits.refusals.js';
import type { Log } from './log.js';

export interface Limits extends Omit<Refusals, 'close'> {
  /** Counts one call of the caller under the policy; rejects with RATE_LIMITED when the budget is spent. Sets the RateLimit headers. */
  count(name: PolicyName, req: Request, res: Response, caller: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens the limiters: in memory, or shared by all replicas through Redis when `redisUrl` is given. */
export async function openLimits(options: { scale: number; redisUrl: string | undefined; log: Log }): Promise<Limits> {
  const redis = options.redisUrl ? createClient({ url: options.redisUrl, disableOfflineQueue: true }) : null;
  redis?.on('error', (error: unknown) => options.log.warn({ err: error }, 'the shared limit store is away'));
  await redis?.connect().catch(() => undefined); // the client goes on trying; until then each policy's own rule holds
  const callers = new WeakMap<Request, string>(); // express-rate-limit hands its key generator the request alone
  const limitOf = (name: PolicyName): number => Math.max(1, Math.round(policies[name].limit * options.scale));

  const limiters = new Map<PolicyName, RateLimitRequestHandler>();
  for (const [name, { windowMs, by, passOnStoreError }] of Object.entries(policies) as [PolicyName, Policy][]) {
    const store = redis
      ? new RedisStore({ prefix: `dai:limit:${name}:`, sendCommand: (...args: string[]) => redis.sendCommand(args) })
      : new MemoryStore();
    limiters.set(
      name,
      rateLimit({
        identifier: name,
        limit: limitOf(name),
        windowMs,
        standardHeaders: 'draft-8',
        legacyHeaders: false,
        store,
        passOnStoreError,
        validate: { singleCount: false }, // two aliases in one GraphQL request are two calls
        keyGenerator: (req) => (by === 'caller' ? callers.get(req) : undefined) ?? addressOf(req), // fields of one query are counted side by side
        handler: (_req, _res, next) => next(new Fault('RATE_LIMITED')),
        logger: {
          error: (error) => options.log.warn({ err: error }, 'the limit store did not answer'),
          warn: () => undefined,
        },
      }),
    );
  }

  const refusals = openRefusals(limitOf);

  return {
    count(name, req, res, caller) {
      const limiter = limiters.get(name);
      if (!limiter) throw new Error(`no policy ${name}`);
      callers.set(req, caller);
      return new Promise((resolve, reject) => {
        const answered = (error?: unknown): void => {
          oncePerPolicy(res);
          if (!error) return resolve();
          if (!(error instanceof Fault))
            return reject(
              new Fault('UNAVAILABLE', { say: 'The limit store cannot be reached.', because: error, retryAfterS: 2 }),
            );
          const retryAfterS = Number(res.getHeader('Retry-After')) || 1;
          reject(
            new Fault('RATE_LIMITED', {
              say: `The budget "${name}" is spent; try again in ${retryAfterS} s.`,
              retryAfterS,
            }),
          );
        };
        void limiter(req, res, answered);
      });
    },
    note: refusals.note,
    blocked: refusals.blocked,
    async close() {
      refusals.close();
      if (redis?.isOpen) redis.destroy();
    },
  };
}

/** One entry a policy, its last: several calls in one GraphQL request append to the headers. */
function oncePerPolicy(res: Response): void {
  for (const header of ['RateLimit', 'RateLimit-Policy']) {
    const entries = res.getHeader(header);
    if (Array.isArray(entries))
      res.setHeader(header, [...new Map(entries.map((entry) => [entry.split(';')[0], entry])).values()]);
  }
}
