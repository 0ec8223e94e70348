import type { Clock } from '../../clients/node/src/index.js';

/** A clock that runs so many times faster than the wall, so that pauses of seconds take milliseconds, and whose wall clock can be set. */
export function openClock(rate: number): { clock: Clock; jump(ms: number): void } {
  const [began, zero] = [Date.now(), performance.now()];
  let jumped = 0;
  return {
    clock: {
      now: () => Math.round(began + (performance.now() - zero) * rate) + jumped,
      elapsed: () => (performance.now() - zero) * rate,
      setTimeout: (run, ms) => setTimeout(run, ms / rate),
      clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
    },
    jump(ms) {
      jumped += ms;
    },
  };
}
