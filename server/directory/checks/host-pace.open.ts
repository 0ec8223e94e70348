import { LRUCache } from 'lru-cache';
import type { Robots } from './robots.rules.js';

/** Waits between requests to one host, and the hosts' own rules, as one process knows them. */
export interface HostPace {
  /** Settles when the host may be asked, so long after the request before. */
  turn(host: string, delayMs: number): Promise<void>;
  /** The rules of a host, read at most once a day. */
  robotsOf(origin: string, read: () => Promise<Robots | null>): Promise<Robots | null>;
}

const HOSTS_MAX = 5_000;
const ROBOTS_MS = 86_400_000;

/** Keeps the pace of one process; `pause` waits, and `now` tells the time in milliseconds. */
export function openHostPace(now: () => number, pause: (ms: number) => Promise<unknown>): HostPace {
  const next = new LRUCache<string, number>({ max: HOSTS_MAX });
  const rules = new LRUCache<string, { readonly readAt: number; readonly robots: Robots | null }>({ max: HOSTS_MAX });
  return {
    async turn(host, delayMs) {
      const at = Math.max(now(), next.get(host) ?? 0);
      next.set(host, at + delayMs);
      if (at > now()) await pause(at - now());
    },
    async robotsOf(origin, read) {
      const known = rules.get(origin);
      if (known && Math.abs(now() - known.readAt) < ROBOTS_MS) return known.robots;
      const robots = await read();
      rules.set(origin, { readAt: now(), robots });
      return robots;
    },
  };
}
