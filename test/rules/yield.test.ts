import { expect, it } from 'vitest';
import { nextTurn, runYielding, yieldToEventLoop } from '../../server/platform/yield.js';

it('lets the process look after others between two computations, but not before a public path’s only one', async () => {
  let round = 0;
  let beat = setImmediate(function next() {
    round += 1;
    beat = setImmediate(next);
  });
  const roundsOf = async (context: Parameters<typeof yieldToEventLoop>[0]) =>
    new Set(
      await Promise.all(
        [1, 2, 3, 4].map(async () => {
          await yieldToEventLoop(context);
          return round;
        }),
      ),
    );
  const atGraphql = await roundsOf({});
  const atPublicPath = await roundsOf({ publicRead: { etag: null, isKnown: () => false } });
  clearImmediate(beat);
  expect([atGraphql.size, atPublicPath.size]).toEqual([4, 1]);
});

it('interrupts a computation that goes in steps, and answers what it answers', async () => {
  let round = 0;
  let beat = setImmediate(function next() {
    round += 1;
    beat = setImmediate(next);
  });
  function* slow(): Generator<void, string> {
    for (const until = performance.now() + 60; performance.now() < until; ) yield;
    return 'done';
  }
  expect(await runYielding(slow())).toBe('done');
  clearImmediate(beat);
  expect(round).toBeGreaterThan(1);
});

it('gives each operation of a request but the first a turn of its own, and those of other requests none to wait for', async () => {
  let round = 0;
  let beat = setImmediate(function next() {
    round += 1;
    beat = setImmediate(next);
  });
  const started = async (ctx: Parameters<typeof nextTurn>[0]): Promise<number> => {
    const turn = nextTurn(ctx);
    if (turn) await turn;
    return round;
  };
  const requestOf = () => ({ req: {} }) as Parameters<typeof nextTurn>[0];
  const one = requestOf();
  const ofOne = await Promise.all([1, 2, 3, 4].map(() => started(one)));
  const ofSeveral = await Promise.all([1, 2, 3, 4].map(() => started(requestOf())));
  clearImmediate(beat);
  expect([new Set(ofOne).size, new Set(ofSeveral).size]).toEqual([4, 1]);
});
