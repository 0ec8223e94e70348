import { describe, expect, it } from 'vitest';
import { pointsOf } from '../../admin/adoption/comparison.points.js';

const dayOf = (index: number): string => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
const viewOf = (length: number) => ({
  window: { from: dayOf(0), to: dayOf(length - 1), days: length },
  days: Array.from({ length }, (_, index) => ({
    day: dayOf(index),
    events: index + 1,
    developers: 2,
    accounts: 1,
    families: [],
  })),
});
const rolling = (length: number) =>
  Array.from({ length }, (_, index) => ({ day: dayOf(index), daily: 2, weekly: 100 + index, monthly: 200 }));

describe('the points of a window', () => {
  it('are those of its days', () => {
    expect(pointsOf(viewOf(3), [], 'events', 'day')).toEqual([1, 2, 3]);
    expect(pointsOf(viewOf(3), [], 'developers', 'day')).toEqual([2, 2, 2]);
  });

  it('are sums of events for each seven days, and unknown for fewer', () => {
    expect(pointsOf(viewOf(6), [], 'events', 'week')).toEqual([null]);
    expect(pointsOf(viewOf(7), [], 'events', 'week')).toEqual([28]);
    expect(pointsOf(viewOf(8), [], 'events', 'week')).toEqual([28, null]);
    expect(pointsOf(viewOf(14), [], 'events', 'week')).toEqual([28, 77]);
  });

  it('count a developer of seven days once: they come from the span that the last of them ends', () => {
    expect(pointsOf(viewOf(14), rolling(14), 'developers', 'week')).toEqual([106, 113]);
    expect(pointsOf(viewOf(14), [], 'developers', 'week')).toEqual([null, null]);
  });
});
