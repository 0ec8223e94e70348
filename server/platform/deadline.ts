import type { Log } from './log.js';

export interface Deadline {
  /**
   * Waits for a step, at most until `reserveMs` before the deadline, so that the steps after it have their time too. A step that fails or
   * is late is logged by its name and left to itself. It never rejects.
   */
  within(name: string, step: Promise<unknown> | undefined, reserveMs: number): Promise<void>;
}

/** Opens the deadline of an end in several steps, so many milliseconds from now. */
export function openDeadline(ms: number, log: Log): Deadline {
  const until = performance.now() + ms;
  return {
    async within(name, step, reserveMs) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(
          () => {
            log.warn({ step: name }, 'a step of the stop did not end in time');
            resolve();
          },
          Math.max(0, until - reserveMs - performance.now()),
        );
      });
      const ended = Promise.resolve(step).catch((error: unknown) =>
        log.warn({ err: error, step: name }, 'a step of the stop failed'),
      );
      await Promise.race([ended, late]);
      clearTimeout(timer);
    },
  };
}
