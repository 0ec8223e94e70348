import type { Request, Response } from 'express';
import { ipKeyGenerator, MemoryStore, type RateLimitRequestHandler, rateLimit } from 'express-rate-limit';
import { RedisStore } from 'rate-limit-redis';
import { createClient } from 'redis';
import type { PrincipalKind, RequestContext } from './context.js';
import { Fault } from './fault.js';
import type { Log } from './log.js';

const MINUTE_MS = 60_000;

interface Policy {
  readonly limit: number;
  readonly windowMs: number;
  readonly by: 'address' | 'caller';
  /** When the shared store is away: let tracking and public reads pass, refuse credentials and sign-in. */
  readonly passOnStoreError: boolean;
}

const policy = (limit: number, windowMs: number, by: Policy['by'], passOnStoreError = true): Policy => ({
  limit,
  windowMs,
  by,
  passOnStoreError,
});

/** The default rate limits of decisions §2; RATE_LIMIT_SCALE multiplies each. */
export const policies = {
  'public-read': policy(120, MINUTE_MS, 'address'),
  track: policy(6_000, MINUTE_MS, 'caller'),
  'track-batch': policy(1_200, MINUTE_MS, 'caller'),
  'dry-run': policy(120, MINUTE_MS, 'caller'),
  'csv-import': policy(30, 10 * MINUTE_MS, 'caller'),
  workflow: policy(300, MINUTE_MS, 'caller'),
  credential: policy(20, 10 * MINUTE_MS, 'caller', false),
  'sign-in': policy(10, MINUTE_MS, 'caller', false),
  'auth-failure': policy(60, MINUTE_MS, 'address'),
  rejected: policy(300, MINUTE_MS, 'address'),
} as const satisfies Record<string, Policy>;

export type PolicyName = keyof typeof policies;

export interface Limits {
  /** Counts one call of the caller under the policy; rejects with RATE_LIMITED when the budget is spent. Sets the RateLimit headers. */
  count(name: PolicyName, req: Request, res: Response, caller: string): Promise<void>;
  /** Counts an answer that is already decided, without touching it. */
  note(name: 'auth-failure' | 'rejected', req: Request): void;
  /** The fault for an address whose refused answers have spent a budget, or null; sets the RateLimit headers. Costs a look into a map. */
  blocked(req: Request, res: Response): Fault | null;
  close(): Promise<void>;
}

/** The address as limits count it: IPv6 by its /64 network. */
export const addressOf = (req: Request): string => ipKeyGenerator(req.ip ?? 'unknown', 64);

/** Who a limit counts: the credential, the person behind a token or session, else the address. */
export function callerOf({ principal, req }: RequestContext): string {
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

export const ANY_KIND: readonly PrincipalKind[] = [
  'anonymous',
  'session',
  'workflow_token',
  'tracking_key',
  'enterprise_key',
];

/** Opens the limiters: in memory, or shared by all replicas through Redis when `redisUrl` is given. */
export async function openLimits(options: { scale: number; redisUrl: string | undefined; log: Log }): Promise<Limits> {
  const redis = options.redisUrl ? createClient({ url: options.redisUrl, disableOfflineQueue: true }) : null;
  redis?.on('error', (error: unknown) => options.log.warn({ err: error }, 'the shared limit store is away'));
  await redis?.connect().catch(() => undefined); // the client goes on trying; until then each policy's own rule holds
  const callers = new WeakMap<Request, string>(); // express-rate-limit hands its key generator the request alone
  const blockedUntil = new Map<string, { name: 'auth-failure' | 'rejected'; at: number }>();
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
      }),
    );
  }

  const refusals = { 'auth-failure': new MemoryStore(), rejected: new MemoryStore() };
  for (const name of ['auth-failure', 'rejected'] as const)
    refusals[name].init({ windowMs: policies[name].windowMs } as Parameters<MemoryStore['init']>[0]);

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
    note(name, req) {
      const address = addressOf(req);
      void Promise.resolve(refusals[name].increment(address)).then(({ totalHits, resetTime }) => {
        if (totalHits < limitOf(name)) return; // the call after the last one of the budget is the first that is refused
        if (blockedUntil.size > 50_000) blockedUntil.clear();
        blockedUntil.set(address, { name, at: resetTime?.getTime() ?? Date.now() + policies[name].windowMs });
      });
    },
    blocked(req, res) {
      if (blockedUntil.size === 0) return null;
      const address = addressOf(req);
      const until = blockedUntil.get(address);
      if (until === undefined) return null;
      const retryAfterS = Math.ceil((until.at - Date.now()) / 1000);
      if (retryAfterS > 0) {
        res.setHeader('RateLimit', `"${until.name}"; r=0; t=${retryAfterS}`);
        res.setHeader(
          'RateLimit-Policy',
          `"${until.name}"; q=${limitOf(until.name)}; w=${policies[until.name].windowMs / 1000}`,
        );
        return new Fault('RATE_LIMITED', {
          say: `Too many refused requests from this address; try again in ${retryAfterS} s.`,
          retryAfterS,
        });
      }
      blockedUntil.delete(address);
      return null;
    },
    async close() {
      for (const { shutdown } of Object.values(refusals).map((store) => ({ shutdown: () => store.shutdown() })))
        shutdown();
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
