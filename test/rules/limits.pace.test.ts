import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openPace, type Pace } from '../../server/platform/limits/limits.pace.js';

/** After two refusals. */
const SCALE = 2 / 30;
const PAUSE_MS = 25;
let pace: Pace;
let taken: string[];
beforeEach(() => {
  vi.useFakeTimers();
  pace = openPace(SCALE);
  taken = [];
});
afterEach(() => vi.useRealTimers());

/** A request of the address, with the answer whose connection may end. */
const ask = (name: string, address = '203.0.113.1') => {
  const res = new EventEmitter() as Response;
  const turn = pace.waitForTurn(address, res).then(() => void taken.push(name));
  turn.catch(() => undefined);
  return { turn, hangUp: () => res.emit('close') };
};
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const refuse = (times: number, address = '203.0.113.1') => {
  for (let one = 0; one < times; one += 1) pace.noteRefusal(address);
};

it('takes every request at once from an address with few refusals', async () => {
  refuse(1);
  for (const name of ['a', 'b', 'c']) ask(name);
  await pass(0);
  expect(taken).toEqual(['a', 'b', 'c']);
});

it('takes one after another, in their order, from an address with many, and others meanwhile at once', async () => {
  refuse(2);
  for (const name of ['a', 'b', 'c']) ask(name);
  ask('of another', '203.0.113.2');
  await pass(PAUSE_MS - 1);
  expect(taken).toEqual(['a', 'of another']);
  await pass(1);
  expect(taken).toEqual(['a', 'of another', 'b']);
  await pass(PAUSE_MS);
  expect(taken).toEqual(['a', 'of another', 'b', 'c']);
  ask('d');
  await pass(PAUSE_MS - 1);
  expect(taken, 'the pause follows the last one, too').not.toContain('d');
  await pass(1);
  ask('e');
  await pass(PAUSE_MS);
  await pass(PAUSE_MS);
  ask('f');
  await pass(0);
  expect(taken.slice(4)).toEqual(['d', 'e', 'f']);
});

it('gives no turn to a connection that ended, and lets nobody wait for it', async () => {
  refuse(2);
  ask('a');
  const left = Array.from({ length: 100 }, (_one, index) => ask(`left ${index}`));
  ask('b');
  for (const { hangUp } of left) hangUp();
  await Promise.all(left.map(({ turn }) => expect(turn).rejects.toThrow()));
  await pass(PAUSE_MS);
  expect(taken).toEqual(['a', 'b']);
});

it('forgets refusals after a minute', async () => {
  refuse(2);
  await pass(60_000);
  for (const name of ['a', 'b']) ask(name);
  await pass(0);
  expect(taken).toEqual(['a', 'b']);
});
