import { setImmediate } from 'node:timers/promises';
import type { RequestContext } from './context.js';

let last: Promise<void> = Promise.resolve();

/**
 * Waits, before a computation of some milliseconds, until the process has looked after other requests since the one before: a GraphQL
 * document may ask for thirty of them at once. A public path asks for one and does not wait.
 */
export function yieldToEventLoop({ publicRead }: Pick<RequestContext, 'publicRead'>): Promise<void> {
  if (publicRead) return Promise.resolve();
  last = last.then(() => setImmediate());
  return last;
}

const turns = new WeakMap<RequestContext['req'], Promise<void>>();

/**
 * The turn of the next operation of a request: null for the first, which waits for nothing. Each further one begins after the process has
 * looked after other requests, so that thirty in one document hold it no longer than the longest of them.
 */
export function nextTurn({ req }: Pick<RequestContext, 'req'>): Promise<void> | null {
  const before = turns.get(req);
  const turn = before?.then(() => setImmediate()) ?? null;
  turns.set(req, turn ?? Promise.resolve());
  return turn;
}

/** How long a computation in steps holds the process before others get their turn. */
const TURN_MS = 5;

/** Runs a computation that goes in steps, and looks after other requests whenever it has held the process for some milliseconds. */
export async function runYielding<T>(steps: Generator<void, T>): Promise<T> {
  let began = performance.now();
  let step = steps.next();
  while (!step.done) {
    if (performance.now() - began >= TURN_MS) {
      await setImmediate();
      began = performance.now();
    }
    step = steps.next();
  }
  return step.value;
}

/** How many bytes are parsed before others get their turn: of what costs most, some milliseconds' work. */
const PIECE_BYTES = 4 * 1024;

/** Hands bytes on in small pieces and looks after other requests before each: what arrives at once would else be parsed at once. */
export async function* yieldingPieces(chunks: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      await setImmediate();
      yield chunk.subarray(at, at + PIECE_BYTES);
    }
}
