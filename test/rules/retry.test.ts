import { describe, expect, it } from 'vitest';
import { retryAt } from '../../server/platform/retry.rules.js';
import { tooFarAhead } from '../../server/usage/ahead.rules.js';
import { judgeShares } from '../../server/webhooks/refused-share.rules.js';

const NOW = new Date('2026-11-25T12:00:00.000Z');

describe('a failed attempt', () => {
  it.each([
    [1, '2026-11-25T12:01:00.000Z'],
    [2, '2026-11-25T12:05:00.000Z'],
    [3, '2026-11-25T12:30:00.000Z'],
    [4, '2026-11-25T14:00:00.000Z'],
    [5, '2026-11-26T00:00:00.000Z'],
    [6, undefined],
    [0, undefined],
  ])('number %i is followed at %s', (failed, at) => expect(retryAt(failed, NOW)?.toISOString()).toBe(at));
});

describe('a time that was sent', () => {
  it.each([
    ['2026-11-25T12:05:00.000Z', 0],
    ['2026-11-25T12:05:00.001Z', 1],
    ['2020-01-01T00:00:00.000Z', 0],
  ])('%s is refused by %i problems', (at, problems) => {
    expect(tooFarAhead(new Date(at), NOW, '/checkedAt')).toHaveLength(problems);
  });
});

describe('the share of refused answers', () => {
  const judge = (refused: number, events: number, since: Record<string, string> = {}) =>
    judgeShares([{ productUuid: 'p', refused, events }], 10, { since, now: NOW });

  it.each([
    [9, 10, false],
    [10, 10, true],
    [2, 18, false],
    [3, 27, false],
    [4, 27, true],
    [0, 100, false],
  ])('of %i refused beside %i events is news at ten per cent: %s', (refused, events, isNews) => {
    expect(judge(refused, events).crossed).toHaveLength(isNews ? 1 : 0);
  });

  it('is news once, and again after it was below', () => {
    const first = judge(10, 10);
    expect(first.since).toEqual({ p: '2026-11-25T12:00:00.000Z' });
    const second = judge(10, 10, { p: '2026-11-24T00:00:00.000Z' });
    expect(second).toEqual({ since: { p: '2026-11-24T00:00:00.000Z' }, crossed: [] });
    expect(judge(0, 20, second.since).since).toEqual({});
  });
});
