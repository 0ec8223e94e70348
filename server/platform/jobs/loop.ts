import type { Log } from '../log.js';

export interface Loop {
  /** Waits for the round that runs, then no other begins. */
  stop(): Promise<void>;
}

/**
 * Runs `round` again and again with a pause between the end of one and the start of the next; `true` asks for the next at once.
 * A round that throws is logged and the loop goes on. For what a queue cannot carry: folding, which only ever goes on, and the queue itself.
 */
export function startLoop(name: string, pauseMs: number, log: Log, round: () => Promise<boolean>): Loop {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const turn = async (): Promise<void> => {
    let more = false;
    try {
      more = await round();
    } catch (error) {
      log.warn({ err: error, loop: name }, 'a background round failed and will be tried again');
    }
    if (!stopped) timer = setTimeout(next, more ? 0 : pauseMs).unref();
  };
  const next = (): void => {
    running = turn();
  };
  next();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
