import type { Response } from 'express';
import { invalid } from '../fault.js';
import { MemoryCounts } from './limits.memory.js';

/** Refusals of an address within a minute from which on its requests without a credential are taken one by one. */
const PACED_FROM = 30;
const PAUSE_MS = 25;
const WINDOW_MS = 60_000;

export interface Pace {
  /** Counts a refused request of the address. */
  noteRefusal(address: string): void;
  /**
   * Resolves when the next request of the address may be worked at: at once, or for an address with many refusals in its turn, with a pause after each.
   * Rejects when the connection ends before.
   */
  waitForTurn(address: string, res: Response): Promise<void>;
}

/** The pace of each address in this process, with a clean sheet a minute after its first refusal (decision 0061). `scale` multiplies the refusals. */
export function openPace(scale: number): Pace {
  const refusals = new MemoryCounts(WINDOW_MS);
  const from = Math.max(1, Math.round(PACED_FROM * scale));
  const lanes = new Map<string, Set<() => void>>(); // an address stands here while a request of it is taken or waits

  const takeNext = (address: string, waiting: Set<() => void>): void => {
    const [next] = waiting;
    if (!next) return void lanes.delete(address);
    waiting.delete(next);
    setTimeout(takeNext, PAUSE_MS, address, waiting);
    next();
  };

  return {
    noteRefusal: (address) => void refusals.increment(address),
    async waitForTurn(address, res) {
      const waiting = lanes.get(address);
      if (waiting) return inTurn(waiting, res);
      if ((refusals.get(address)?.totalHits ?? 0) < from) return;
      const lane = new Set<() => void>();
      lanes.set(address, lane);
      setTimeout(takeNext, PAUSE_MS, address, lane);
    },
  };
}

const inTurn = (waiting: Set<() => void>, res: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    const leave = (): void => {
      waiting.delete(take);
      reject(invalid([{ pointer: '', code: 'malformed_request', detail: 'the connection ended' }]));
    };
    const take = (): void => {
      res.off('close', leave);
      resolve();
    };
    res.once('close', leave);
    waiting.add(take);
  });
