/** A client that asked for readiness within this time is taken for a balancer that asks again. */
const WATCHED_MS = 15_000;
/** A balancer that was told so often sends no request here any more; a stop waits no longer than the bound for it. */
const REFUSALS = 2;
const WAIT_MS_MAX = 5_000;

export interface Readiness {
  /** Notes a probe; answers whether this process wants requests. */
  ask(): boolean;
  /** Starts draining: probes are answered 503 from here on. Resolves when a regular probe was answered so, at once if no one probes. */
  drain(): Promise<void>;
}

/** Whether balancers may send requests here; apart from whether the database stands. */
export function openReadiness(): Readiness {
  let requestedAt = Number.NEGATIVE_INFINITY;
  let draining = false;
  let refusals = 0;
  let endWait: () => void = () => undefined;
  return {
    ask() {
      requestedAt = performance.now();
      if (draining) refusals += 1;
      if (refusals >= REFUSALS) endWait();
      return !draining;
    },
    drain() {
      draining = true;
      if (performance.now() - requestedAt > WATCHED_MS) return Promise.resolve();
      return new Promise((resolve) => {
        const late = setTimeout(resolve, WAIT_MS_MAX);
        endWait = () => {
          clearTimeout(late);
          resolve();
        };
      });
    },
  };
}
