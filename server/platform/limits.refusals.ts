import type { Request, Response } from 'express';
import { MemoryStore } from 'express-rate-limit';
import { Fault } from './fault.js';
import { addressOf, policies } from './limits.policies.js';

/** The budgets that refused answers are counted under. */
type Budget = 'auth-failure' | 'rejected';
const BUDGETS: readonly Budget[] = ['auth-failure', 'rejected'];
/** A flood from many addresses must not fill the memory: beyond it all are forgotten. */
const ADDRESSES_MAX = 50_000;

export interface Refusals {
  /** Counts an answer that is already decided, without touching it. */
  note(name: Budget, req: Request): void;
  /** The fault for an address whose refused answers have spent a budget, or null; sets the RateLimit headers. Costs a look into a map. */
  blocked(req: Request, res: Response): Fault | null;
  close(): void;
}

/** Counts refused answers by address, in this process: the look comes before every request, so it asks no store. */
export function openRefusals(limitOf: (name: Budget) => number): Refusals {
  const stores: Record<Budget, MemoryStore> = { 'auth-failure': new MemoryStore(), rejected: new MemoryStore() };
  for (const name of BUDGETS)
    stores[name].init({ windowMs: policies[name].windowMs } as Parameters<MemoryStore['init']>[0]);
  const blockedUntil = new Map<string, { name: Budget; at: number }>();
  return {
    note(name, req) {
      const address = addressOf(req);
      void stores[name].increment(address).then(({ totalHits, resetTime }) => {
        if (totalHits < limitOf(name)) return; // the call after the last one of the budget is the first that is refused
        if (blockedUntil.size > ADDRESSES_MAX) blockedUntil.clear();
        blockedUntil.set(address, { name, at: resetTime?.getTime() ?? Date.now() + policies[name].windowMs });
      });
    },
    blocked(req, res) {
      if (blockedUntil.size === 0) return null;
      const address = addressOf(req);
      const until = blockedUntil.get(address);
      if (until === undefined) return null;
      const retryAfterS = Math.ceil((until.at - Date.now()) / 1000);
      if (retryAfterS <= 0) {
        blockedUntil.delete(address);
        return null;
      }
      const { name } = until;
      res.setHeader('RateLimit', `"${name}"; r=0; t=${retryAfterS}`);
      res.setHeader('RateLimit-Policy', `"${name}"; q=${limitOf(name)}; w=${policies[name].windowMs / 1000}`);
      return new Fault('RATE_LIMITED', {
        say: `Too many refused requests from this address; try again in ${retryAfterS} s.`,
        retryAfterS,
      });
    },
    close() {
      for (const name of BUDGETS) stores[name].shutdown();
    },
  };
}
