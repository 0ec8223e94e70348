import { setImmediate } from 'node:timers/promises';
import type { RequestContext } from './context.js';

let last: Promise<void> = Promise.resolve();

/**
 * Waits, before a computation of some milliseconds, until the process has looked after other requests since the one before: a GraphQL
 * document may ask for thirty of them at once. A public path asks for one and does not wait.
 */
export function takeTurn({ publicRead }: Pick<RequestContext, 'publicRead'>): Promise<void> {
  if (publicRead) return Promise.resolve();
  last = last.then(() => setImmediate());
  return last;
}
