import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { type ClientRateLimitInfo, type RateLimitRequestHandler, rateLimit, type Store } from 'express-rate-limit';
import type { Principal, RequestContext } from '../context.js';
import { storedEmail } from '../email.rules.js';
import { Fault } from '../fault.js';
import { addressOf } from '../http/address.rules.js';
import { type BodyHolds, openBodyHolds } from '../http/body.hold.js';
import { type Budget, type BudgetFields, fieldsOf, reportBudget, resetSeconds } from '../http/limit-headers.js';
import type { Log } from '../log.js';
import { openPace } from './limits.pace.js';
import { openShares, type Shares } from './limits.shares.js';

/*
 * The rate limits: a table of policies, and for each an express-rate-limit handler made with the library's own options (`limit`, `windowMs`,
 * `store`, `keyGenerator`, `handler`). Operations count through `Limits.count`, which calls the handler as middleware.
 */

declare module 'express-serve-static-core' {
  interface Request {
    /** The budget after the last count, as express-rate-limit hands it on; deleted once it is reported. */
    rateLimit: Budget | undefined;
  }
}

export interface Limits extends BodyHolds, Shares {
  /** Counts one call of the caller under the policy; rejects with RATE_LIMITED when the budget is spent. Sets the RateLimit headers. */
  count(name: PolicyName, req: Request, res: Response, caller: string): Promise<void>;
  /** True where no store is shared, so that calls can be counted at once. */
  readonly countsAlone: boolean;
  /** Counts one call at once, in the store of the policy's limiter: answers the header fields of the budget, and the refusal of a spent one. */
  countNow(name: PolicyName, caller: string): CountedNow;
  /** True when a request of this caller may be worked at without waiting for a turn. */
  mayGoAhead(principal: Principal, req: Request): boolean;
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

/** A call that was counted at once. */
export interface CountedNow {
  readonly fields: BudgetFields;
  readonly refusal: Fault | null;
}

const MINUTE_MS = 60_000;

const HOUR_MS = 60 * MINUTE_MS;

export interface Policy {
  readonly limit: number;
  readonly windowMs: number;
  /** `caller` is whatever the operation counts by; `address` overrules it. */
  readonly by: 'address' | 'caller';
}

const policy = (limit: number, windowMs: number, by: Policy['by']): Policy => ({ limit, windowMs, by });

/**
 * The default rate limits of decisions §2; RATE_LIMIT_SCALE multiplies each. Where one name has two budgets, the second says in its own
 * name what it counts by: clients tell budgets apart by their names in the RateLimit fields.
 */
export const policies = {
  'public-read': policy(120, MINUTE_MS, 'address'),
  'build-search': policy(30, MINUTE_MS, 'address'),
  go: policy(60, MINUTE_MS, 'address'),
  track: policy(6_000, MINUTE_MS, 'caller'),
  'track-batch': policy(1_200, MINUTE_MS, 'caller'),
  'dry-run': policy(120, MINUTE_MS, 'caller'),
  'csv-import': policy(30, 10 * MINUTE_MS, 'caller'),
  workflow: policy(300, MINUTE_MS, 'caller'),
  mcp: policy(60, MINUTE_MS, 'address'),
  'mcp-token': policy(300, MINUTE_MS, 'caller'),
  'skill-import': policy(20, HOUR_MS, 'caller'),
  credential: policy(20, 10 * MINUTE_MS, 'caller'),
  'sign-in': policy(10, MINUTE_MS, 'caller'),
  'sign-in-address': policy(60, 10 * MINUTE_MS, 'address'),
  'sign-up': policy(20, HOUR_MS, 'address'),
  letters: policy(10, HOUR_MS, 'address'),
  'letters-recipient': policy(5, HOUR_MS, 'caller'),
  intake: policy(10, HOUR_MS, 'address'),
  'auth-failure': policy(60, MINUTE_MS, 'address'),
  rejected: policy(300, MINUTE_MS, 'address'),
} as const satisfies Record<string, Policy>;

export type PolicyName = keyof typeof policies;

/** A person's address as limits count it: neither the memory nor the shared store needs to know whose it is, or how long. */
export const recipientOf = (email: string): string =>
  createHash('sha256').update(storedEmail(email)).digest('base64url');

/** The caller whom a limit counts: the credential, the person behind a token or session, else the address. */
export function callerOf({ principal, req }: Pick<RequestContext, 'principal' | 'req'>): string {
  switch (principal.kind) {
    case 'tracking_key':
    case 'enterprise_key':
      return principal.credentialId;
    case 'workflow_token':
    case 'session':
      return principal.userId;
    default:
      return addressOf(req);
  }
}

/** The number of keys that a store has room for. */
const KEYS_MAX = 50_000;

/**
 * The `store` of a limiter in this process. express-rate-limit's own MemoryStore has no bound, and a flood from many addresses must not fill
 * the memory: this one forgets its oldest counts. A window begins with a key's first call, so the oldest window ends first.
 */
export class BoundedMemoryStore implements Store {
  readonly localKeys = true;
  readonly #windows = new Map<string, { totalHits: number; readonly resetTime: Date }>();

  constructor(
    private readonly windowMs: number,
    private readonly keysMax = KEYS_MAX,
  ) {}

  /** How many keys are counted now. */
  get size(): number {
    return this.#windows.size;
  }

  increment(key: string): ClientRateLimitInfo {
    this.#forgetEnded();
    let window = this.#windows.get(key);
    if (!window) {
      window = { totalHits: 0, resetTime: new Date(Date.now() + this.windowMs) };
      this.#windows.set(key, window);
    }
    window.totalHits += 1;
    return { ...window };
  }

  get(key: string): ClientRateLimitInfo | undefined {
    this.#forgetEnded();
    const window = this.#windows.get(key);
    return window && { ...window };
  }

  decrement(key: string): void {
    const window = this.#windows.get(key);
    if (window) window.totalHits -= 1;
  }

  resetKey(key: string): void {
    this.#windows.delete(key);
  }

  #forgetEnded(): void {
    const now = Date.now();
    for (const [key, { resetTime }] of this.#windows) {
      if (resetTime.getTime() > now && this.#windows.size < this.keysMax) return;
      this.#windows.delete(key);
    }
  }
}

/** The answers that the policy `rejected` counts. */
const REJECTED = new Set([400, 401, 413]);
/** The only answer to a tracking key that counts for its pace: an event that is wrong must not delay the next one. */
const TOO_LARGE = 413;

/** The key by which a request is paced: its credential's, else its address's. */
function pacedAs(req: Request): string {
  return pacedKey(req.principal, req);
}

function pacedKey(principal: Principal, req: Request): string {
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
  const limitOf = (name: PolicyName): number => Math.max(1, Math.round(policies[name].limit * options.scale));
  const shared = redisUrl
    ? (await import('./limits.shared.js')).openSharedStore(redisUrl, log, countWithinMs) // its client has 650 modules
    : null;
  const callers = new WeakMap<Request, string>(); // express-rate-limit hands its key generator the request alone
  const pace = openPace(options.scale, (windowMs) => new BoundedMemoryStore(windowMs));
  const stores = new Map<PolicyName, Store>();
  const owns = new Map<PolicyName, BoundedMemoryStore>();
  const limiters = new Map<PolicyName, RateLimitRequestHandler>();
  for (const [name, { windowMs, by }] of Object.entries(policies) as [PolicyName, Policy][]) {
    const own = new BoundedMemoryStore(windowMs);
    const store = shared?.open(`dai:limit:${name}:`, own) ?? own;
    stores.set(name, store);
    owns.set(name, own);
    limiters.set(
      name,
      rateLimit({
        windowMs,
        limit: limitOf(name),
        standardHeaders: false, // set by `reportBudget`: the library would hash the caller each time
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
    const fault = spentFault(name, budget);
    if (!res.headersSent && fault.retryAfterS !== undefined) res.setHeader('Retry-After', fault.retryAfterS);
    return fault;
  };
  const spentFault = (name: PolicyName, budget: Budget): Fault => {
    const retryAfterS = Math.max(1, resetSeconds(budget, policies[name].windowMs));
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
    countsAlone: shared === null,
    countNow(name, caller) {
      const own = owns.get(name);
      if (shared || !own) throw new Error(`${name} is not counted by this process alone`);
      const { totalHits, resetTime } = own.increment(caller);
      const limit = limitOf(name);
      const budget = { limit, remaining: Math.max(limit - totalHits, 0), resetTime, key: caller };
      const refusal = totalHits > limit ? spentFault(name, budget) : null;
      return { fields: fieldsOf(name, budget, policies[name].windowMs), refusal };
    },
    mayGoAhead: (principal, req) => pace.mayGoAhead(pacedKey(principal, req)),
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
