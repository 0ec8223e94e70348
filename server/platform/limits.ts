import type { Request, Response } from 'express';
import { MemoryStore, type RateLimitRequestHandler, rateLimit } from 'express-rate-limit';
import { RedisStore } from 'rate-limit-redis';
import { createClient } from 'redis';
import { Fault } from './fault.js';
import { type Budget, resetSeconds, tellBudget } from './limits.headers.js';
import { addressOf, type Policy, type PolicyName, policies } from './limits.policies.js';
import { openRefusals, type Refusals } from './limits.refusals.js';
import type { Log } from './log.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** What the count before this moment left, as express-rate-limit hands it on; taken away where it is told. */
    rateLimit: Budget | undefined;
  }
}

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
        limit: limitOf(name),
        windowMs,
        standardHeaders: false, // told by `tellBudget`: the library would hash the caller each time
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
          const budget = req.rateLimit;
          req.rateLimit = undefined;
          if (budget) tellBudget(res, name, budget, policies[name].windowMs);
          if (!error) return resolve();
          if (!(error instanceof Fault) || !budget)
            return reject(
              new Fault('UNAVAILABLE', { say: 'The limit store cannot be reached.', because: error, retryAfterS: 2 }),
            );
          const retryAfterS = Math.max(1, resetSeconds(budget, policies[name].windowMs));
          if (!res.headersSent) res.setHeader('Retry-After', retryAfterS);
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
