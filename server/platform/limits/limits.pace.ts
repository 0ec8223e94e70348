import type { Response } from 'express';
import { connectionEnded, whenClosed } from '../http/closed.js';

/** Refusals of a caller within a minute from which on its requests are taken one by one. */
const PACED_FROM = 10;
const WINDOW_MS = 60_000;
/** The pause after a request, as a multiple of what it took. */
const PAUSE_TIMES = 10;
const PAUSE_MS = { least: 25, most: 250 };
/** A request that takes longer, as one whose body comes slowly, does not keep the next one waiting. */
const TURN_MS = 1_000;

export interface Pace {
  /** Counts a refused request of the caller. */
  noteRefusal(caller: string): void;
  /**
   * Resolves when the next request of the caller may be worked at: at once, or for one with many refusals in its turn, after a pause that
   * follows from what the request before took. Rejects when the connection ends before.
   */
  waitForTurn(caller: string, res: Response): Promise<void>;
  /** True when the next request of the caller would wait for nothing. */
  mayGoAhead(caller: string): boolean;
}

/** Counts of a window that begins with a key's first count. */
interface Counts {
  increment(key: string): unknown;
  get(key: string): { readonly totalHits: number } | undefined;
}

/** The pace of each caller in this process, with a clean sheet a minute after its first refusal (decision 0061). `scale` multiplies the refusals. */
export function openPace(scale: number, openCounts: (windowMs: number) => Counts): Pace {
  const refusals = openCounts(WINDOW_MS);
  const from = Math.max(1, Math.round(PACED_FROM * scale));
  const lanes = new Map<string, Set<() => void>>(); // a caller stands here while a request of it is taken or waits

  /** The next one comes a pause after this one has ended, or after its turn. */
  const hold = (caller: string, res: Response): void => {
    const began = performance.now();
    const end = (): void => {
      clearTimeout(turn);
      cancel();
      const pauseMs = PAUSE_TIMES * (performance.now() - began);
      setTimeout(takeNext, Math.min(Math.max(pauseMs, PAUSE_MS.least), PAUSE_MS.most), caller);
    };
    const turn = setTimeout(end, TURN_MS);
    let cancel = (): void => undefined;
    cancel = whenClosed(res, end);
  };
  const takeNext = (caller: string): void => {
    const waiting = lanes.get(caller);
    const [next] = waiting ?? [];
    if (!next) return void lanes.delete(caller);
    next();
  };

  const isPaced = (caller: string): boolean => (refusals.get(caller)?.totalHits ?? 0) >= from;

  return {
    mayGoAhead: (caller) => !lanes.has(caller) && !isPaced(caller),
    noteRefusal: (caller) => void refusals.increment(caller),
    async waitForTurn(caller, res) {
      const waiting = lanes.get(caller);
      if (waiting) await inTurn(waiting, res);
      else if (!isPaced(caller)) return;
      else lanes.set(caller, new Set());
      hold(caller, res);
    },
  };
}

const inTurn = (waiting: Set<() => void>, res: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    let cancel = (): void => undefined;
    const take = (): void => {
      waiting.delete(take);
      cancel();
      resolve();
    };
    waiting.add(take);
    cancel = whenClosed(res, () => {
      waiting.delete(take);
      reject(connectionEnded());
    });
  });
