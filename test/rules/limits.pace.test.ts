import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Principal } from '../../server/platform/context.js';
import { BoundedMemoryStore, openLimits } from '../../server/platform/limits/limits.js';
import { openPace, type Pace } from '../../server/platform/limits/limits.pace.js';
import { openLog } from '../../server/platform/log.js';

/** After two refusals. */
const SCALE = 2 / 10;
const CALLER = '203.0.113.1';
let pace: Pace;
let taken: string[];
beforeEach(() => {
  vi.useFakeTimers();
  pace = openPace(SCALE, (windowMs) => new BoundedMemoryStore(windowMs));
  taken = [];
});
afterEach(() => vi.useRealTimers());

/** An answer whose connection may end. */
const answer = () => Object.assign(new EventEmitter(), { req: { socket: new EventEmitter() } }) as unknown as Response;

/** A request of the caller, with its answer. */
const ask = (name: string, caller = CALLER) => {
  const res = answer();
  const turn = pace.waitForTurn(caller, res).then(() => void taken.push(name));
  turn.catch(() => undefined);
  return { turn, end: () => res.emit('close') };
};
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const refuse = (times: number, caller = CALLER) => {
  for (let one = 0; one < times; one += 1) pace.noteRefusal(caller);
};

it('takes every request at once from a caller with few refusals', async () => {
  refuse(1);
  for (const name of ['a', 'b', 'c']) ask(name);
  await pass(0);
  expect(taken).toEqual(['a', 'b', 'c']);
});

it('takes one after another, in their order, from a caller with many, and others meanwhile at once', async () => {
  refuse(2);
  const [a, b, c] = ['a', 'b', 'c'].map((name) => ask(name));
  ask('of another', '203.0.113.2');
  await pass(0);
  expect(taken).toEqual(['a', 'of another']);
  a?.end();
  await pass(25);
  expect(taken).toEqual(['a', 'of another', 'b']);
  b?.end();
  await pass(24);
  expect(taken).not.toContain('c');
  await pass(1);
  expect(taken).toContain('c');
  c?.end();
  await pass(24);
  const d = ask('d');
  await pass(0);
  expect(taken, 'the pause follows the last one, too').not.toContain('d');
  await pass(1);
  expect(taken).toContain('d');
  d.end();
  await pass(25);
  ask('e');
  await pass(0);
  expect(taken.slice(4)).toEqual(['d', 'e']);
});

it.each([
  [1, 25],
  [8, 80],
  [400, 250],
])('makes a pause of ten times what a request took, within bounds: after %i ms %i', async (tookMs, pauseMs) => {
  refuse(2);
  const first = ask('first');
  ask('next');
  await pass(tookMs);
  first.end();
  await pass(pauseMs - 1);
  expect(taken).toEqual(['first']);
  await pass(1);
  expect(taken).toEqual(['first', 'next']);
});

it('waits a second at most for the end of a request, and takes one more then, not two', async () => {
  refuse(2);
  const slow = ask('slow');
  for (const name of ['next', 'after it']) ask(name);
  await pass(1_249);
  expect(taken).toEqual(['slow']);
  await pass(1);
  expect(taken).toEqual(['slow', 'next']);
  slow.end();
  await pass(250);
  expect(taken).toEqual(['slow', 'next']);
});

it('gives no turn to a connection that ended, and lets no other wait for it', async () => {
  refuse(2);
  const a = ask('a');
  const left = Array.from({ length: 100 }, (_one, index) => ask(`left ${index}`));
  ask('b');
  for (const { end } of left) end();
  await Promise.all(left.map(({ turn }) => expect(turn).rejects.toThrow()));
  a.end();
  await pass(25);
  expect(taken).toEqual(['a', 'b']);
});

it('forgets refusals after a minute', async () => {
  refuse(2);
  await pass(60_000);
  for (const name of ['a', 'b']) ask(name);
  await pass(0);
  expect(taken).toEqual(['a', 'b']);
});

const person = {
  userId: 'u',
  email: 'p@people.example',
  name: 'P',
  emailVerified: true,
  reviewer: false,
  secondFactor: false,
  enrollBy: null,
  providerFactor: false,
  provenAt: new Date(),
};
const binding = {} as Extract<Principal, { kind: 'tracking_key' }>['binding'];
it.each<[string, Principal, number, number]>([
  ['an event of a key that is wrong', { kind: 'tracking_key', credentialId: 'k', hint: 'k', binding }, 400, 3],
  ['a body of a key that is too large', { kind: 'tracking_key', credentialId: 'k', hint: 'k', binding }, 413, 1],
  ['what a session may not send', { kind: 'session', sessionId: 's', ...person }, 400, 1],
  ['an address that leads nowhere', { kind: 'session', sessionId: 's', ...person }, 404, 3],
])('counts by credential: %s', async (_what, principal, status, takenAtOnce) => {
  const limits = await openLimits({ scale: SCALE, redisUrl: undefined, log: openLog('silent') });
  const req = { principal, ip: CALLER } as Request;
  for (let one = 0; one < 2; one += 1) limits.noteAnswer(req, status);
  for (const name of ['a', 'b', 'c']) void limits.waitForTurn(req, answer()).then(() => void taken.push(name));
  await pass(0);
  expect(taken).toHaveLength(takenAtOnce);
  limits.close();
});
