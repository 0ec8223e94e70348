import type { Log } from './log.js';

/**
 * Answers the observer as one that never throws: what is counted or told beside the work must not stop the work. An error of it is
 * logged.
 */
export const guardObserver =
  <A extends unknown[]>(log: Log, name: string, observer: (...observed: A) => void) =>
  (...observed: A): void => {
    try {
      observer(...observed);
    } catch (error) {
      log.warn({ err: error, observer: name }, 'an observer failed');
    }
  };
