import type { Clock } from '../../server/platform/clock.js';

export interface MovableClock extends Clock {
  /** Moves the time that the application sees; negative goes back. */
  move(milliseconds: number): void;
}

/** The application's clock in tests: it runs with the real one and can be moved. */
export function movableClock(): MovableClock {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    move(milliseconds) {
      ahead += milliseconds;
    },
  };
}
