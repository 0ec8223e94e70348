import type { Request, Response } from 'express';
import { type RateLimitRequestHandler, rateLimit, type Store } from 'express-rate-limit';
import { Fault } from '../fault.js';
import { type BodyHolds, openBodyHolds } from '../http/body.hold.js';
import { type Budget, reportBudget, resetSeconds } from '../http/limit-headers.js';
import type { Log } from '../log.js';
import { MemoryCounts } from './limits.memory.js';
import { openPace } from './limits.pace.js';
import { addressOf, type Policy, type PolicyName, policies } from './limits.policies.js';
import { openShares, type Shares } from './limits.shares.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** The budget after the last count, as express-rate-limit hands it on; deleted once it is reported. */
    rateLimit: Budget | undefined;
  }
}

export interface Limits extends BodyHolds, Shares {
  /** Counts one call of the caller under the policy; rejects with RATE_LIMITED when the budget is spent. Sets the RateLimit headers. */
  count(name: PolicyName, req: Request, res: Response, caller: string): Promise<void>;
  /** Counts an answer that is decided already, without touching it: refusals under the policy `rejected` of an address, and for the pace of their caller. */
  noteAnswer(req: Request, status: number): void;
  /** Rejects with RATE_LIMITED when the policy's budget of this address is spent, and counts nothing. */
  refuseSpent(name: PolicyName, req: Request, res: Response): Promise<void>;
  /** Resolves when a request may be worked at: at once, but for a caller with many refusals behind it. */
  waitForTurn(req: Request, res: Response): Promise<void>;
  /** True while there is a shared store and this process counts by itself. */
  isStoreAway(): boolean;
  close(): void;
}

/** The answers that the policy `rejected` counts. */
const REJECTED = new Set([400, 401, 413]);
/** The only answer to a tracking key that counts for its pace: an event that is wrong must not delay the next one. */
const TOO_LARGE = 413;

/** The key by which a request is paced: its credential's, else its address's. */
function pacedAs(req: Request): string {
  const { principal } = req;
  if (principal.kind === 'anonymous') return addressOf(req);
  return principal.kind === 'session' ? principal.sessionId : principal.credentialId;
}

/** Opens the limiters: in memory, or shared by all replicas through Redis when `redisUrl` is given. It waits for no store. */
export async function openLimits(options: {
  scale: number;
  redisUrl: string | undefined;
  log: Log;
  /** How long a count of the shared store may take; only a test has reason to say. */
  countWithinMs?: number | undefined;
}): Promise<Limits> {
  const { redisUrl, log, countWithinMs } = options;
  const shared = redisUrl
    ? (await import('./limits.shared.js')).openSharedStore(redisUrl, log, countWithinMs) // its client has 650 modules
    : null;
  const callers = new WeakMap<Request, string>(); // express-rate-limit hands its key generator the request alone
  const limitOf = (name: PolicyName): number => Math.max(1, Math.round(policies[name].limit * options.scale));

  const pace = openPace(options.scale);
  const stores = new Map<PolicyName, Store>();
  const limiters = new Map<PolicyName, RateLimitRequestHandler>();
  for (const [name, { windowMs, by }] of Object.entries(policies) as [PolicyName, Policy][]) {
    const store = shared?.counts(`dai:limit:${name}:`, windowMs) ?? new MemoryCounts(windowMs);
    stores.set(name, store);
    limiters.set(
      name,
      rateLimit({
        limit: limitOf(name),
        windowMs,
        standardHeaders: false, // told by `tellBudget`: the library would hash the caller each time
        legacyHeaders: false,
        store,
        validate: { singleCount: false }, // two aliases in one GraphQL request are two calls
        keyGenerator: (req) => (by === 'caller' ? callers.get(req) : undefined) ?? addressOf(req), // fields of one query are counted side by side
        handler: (_req, _res, next) => next(new Fault('RATE_LIMITED')),
      }),
    );
  }

  /** The refusal of a spent budget, told in the headers. */
  const spent = (name: PolicyName, res: Response, budget: Budget): Fault => {
    const retryAfterS = Math.max(1, resetSeconds(budget, policies[name].windowMs));
    if (!res.headersSent) res.setHeader('Retry-After', retryAfterS);
    return new Fault('RATE_LIMITED', {
      say: `Rate limit "${name}" exceeded; try again in ${retryAfterS} s.`,
      retryAfterS,
    });
  };

  return {
    ...openBodyHolds(),
    ...openShares(),
    count(name, req, res, caller) {
      const limiter = limiters.get(name);
      if (!limiter) throw new Error(`no policy ${name}`);
      callers.set(req, caller);
      return new Promise((resolve, reject) => {
        const answered = (error?: unknown): void => {
          const budget = req.rateLimit;
          req.rateLimit = undefined;
          if (budget) reportBudget(res, name, budget, policies[name].windowMs);
          if (!error) return resolve();
          reject(error instanceof Fault && budget ? spent(name, res, budget) : error);
        };
        void limiter(req, res, answered);
      });
    },
    noteAnswer(req, status) {
      if (!REJECTED.has(status)) return;
      if (req.principal.kind === 'anonymous') void stores.get('rejected')?.increment(addressOf(req));
      if (status === TOO_LARGE || req.principal.kind !== 'tracking_key') pace.noteRefusal(pacedAs(req));
    },
    waitForTurn: (req, res) => pace.waitForTurn(pacedAs(req), res),
    async refuseSpent(name, req, res) {
      const key = addressOf(req);
      const limit = limitOf(name);
      const found = await stores.get(name)?.get?.(key);
      if (!found || !(found.totalHits >= limit)) return;
      const budget = { limit, remaining: 0, resetTime: found.resetTime, key };
      reportBudget(res, name, budget, policies[name].windowMs);
      throw spent(name, res, budget);
    },
    isStoreAway: () => shared?.isAway() ?? false,
    close: () => shared?.close(),
  };
}
