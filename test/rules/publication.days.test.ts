import { describe, expect, it } from 'vitest';
import { badgeText } from '../../server/adoption/publishing/badge.rules.js';
import { newestDueDay, windowOf } from '../../server/adoption/publishing/publication.rules.js';
import type { PublishedCategory } from '../../server/adoption/publishing/snapshot.types.js';
import { compose, rowIn, truthOf } from '../setup/publication.js';

describe('the newest day that is published', () => {
  it.each([
    ['2026-11-21T23:59:59.999Z', '2026-11-19'],
    ['2026-11-22T00:00:00.000Z', '2026-11-20'],
    ['2026-11-22T23:59:59.999Z', '2026-11-20'],
  ])('at %s is %s: a closed one whose late events had a day to arrive', (now, day) =>
    expect(newestDueDay(new Date(now))).toBe(day),
  );

  it.each([
    ['7d', '2026-11-14'],
    ['30d', '2026-10-22'],
    ['90d', '2026-08-23'],
  ] as const)('ends a period of %s that begins on %s', (period, from) =>
    expect(windowOf(period, '2026-11-20')).toEqual({ from, to: '2026-11-20' }),
  );
});

describe('a category', () => {
  const ofSamples = { label: 'sample', cohort: 'reported' };
  const totalOf = (tools: readonly Parameters<typeof truthOf>[0][]): PublishedCategory | undefined =>
    compose(tools.map((given, index) => truthOf(given, `tool-${index}`))).periods['90d'].categories[0];
  const sample = { window: { label: 'sample' as const } };

  it('has no total of a number that only two of its tools publish', () => {
    const few = { evidence: { retained: 9 } };
    expect(totalOf([{}, {}, few])).toMatchObject({ developers: 120, activated: 90, retained: null });
    expect(totalOf([{}, {}, {}, few])).toMatchObject({ developers: 160, activated: 120, retained: 60 });
  });

  it('adds sample tools where these alone are enough, and says so', () => {
    expect(totalOf([sample, sample, sample])).toMatchObject({ ...ofSamples, tools: 3, developers: 120 });
    expect(totalOf([sample, sample, sample, {}])).toMatchObject({ ...ofSamples, tools: 3, developers: 120 });
  });

  it('adds first-party tools alone where there are enough of them', () => {
    const expected = { label: 'first-party', cohort: 'reported', tools: 3, developers: 120 };
    expect(totalOf([sample, sample, sample, {}, {}, {}])).toMatchObject(expected);
  });

  it('of two first-party and two sample tools has no total, and claims no more than the weaker', () => {
    const expected = { label: 'sample', cohort: 'insufficient', tools: null, developers: null };
    expect(totalOf([sample, sample, {}, {}])).toMatchObject(expected);
  });
});

describe('a badge', () => {
  const rowOf = (label: 'first-party' | 'sample') => rowIn(compose([truthOf({ window: { label } })]), '90d');

  it('says that its number is of sample data', () => {
    expect(badgeText(rowOf('first-party'))).toMatch(/^40 developers · [A-E]$/);
    expect(badgeText(rowOf('sample'))).toMatch(/^40 developers · [A-E] · sample$/);
  });
});
