import type { Clock } from '../../server/platform/clock.js';

export interface MovableClock extends Clock {
  /** Moves the time that the application sees; negative goes back. */
  move(milliseconds: number): void;
  /** Has the application see one instant while a test stands on a boundary, to the millisecond. */
  at<T>(instant: string | Date, act: () => Promise<T>): Promise<T>;
}

/** The application's clock in tests: it runs with the real one, can be moved, and stopped. */
export function movableClock(): MovableClock {
  let ahead = 0;
  let stopped: number | null = null;
  return {
    now: () => new Date(stopped ?? Date.now() + ahead),
    move(milliseconds) {
      ahead += milliseconds;
    },
    async at(instant, act) {
      stopped = new Date(instant).getTime();
      try {
        return await act();
      } finally {
        stopped = null;
      }
    },
  };
}
