import { describe, expect, it } from 'vitest';
import { badgeText } from '../../server/adoption/publishing/badge.rules.js';
import { totalCategories } from '../../server/adoption/publishing/category.rules.js';
import {
  ALL_RULES,
  movedByGroup,
  newestDueDay,
  settleNumber,
  windowOf,
} from '../../server/adoption/publishing/publication.rules.js';
import type { PublishedRow } from '../../server/adoption/publishing/snapshot.types.js';

const row = (id: string, given: Partial<PublishedRow> = {}): PublishedRow =>
  ({
    rank: null,
    tool: { id, slug: id, name: id },
    label: 'first-party',
    cohort: 'reported',
    developers: 20,
    accounts: 10,
    activated: 10,
    retained: null,
    events: 100,
    toolSuccess: null,
    change: null,
    score: null,
    grade: null,
    components: [],
    ...given,
  }) as PublishedRow;

describe('a published number', () => {
  const before = { published: 50, truth: 52, day: '2026-11-01' };
  const moved = { truth: 61, day: '2026-11-02', before };

  it.each([
    [61, false],
    [62, true],
    [63, true],
    [42, true],
    [43, false],
  ])('of 52 people has moved at %i: %s', (truth, isMoved) => expect(movedByGroup(truth, before)).toBe(isMoved));

  it('has moved when it is the first', () => expect(movedByGroup(10, undefined)).toBe(true));

  it('stays as it was until ten developers stand behind the change', () => {
    expect(settleNumber({ ...moved, supported: false }, ALL_RULES)).toBe(before);
    expect(settleNumber({ ...moved, supported: true }, ALL_RULES)).toEqual({
      published: 60,
      truth: 61,
      day: '2026-11-02',
    });
    expect(settleNumber({ ...moved, before: undefined, supported: false }, ALL_RULES).published).toBe(60);
  });
});

describe('the days of a snapshot', () => {
  it.each([
    ['2026-11-25T00:00:00.000Z', '2026-11-23'],
    ['2026-11-25T23:59:59.999Z', '2026-11-23'],
    ['2026-11-26T00:00:00.000Z', '2026-11-24'],
  ])('at %s the newest has waited a day since it closed: %s', (now, day) => {
    expect(newestDueDay(new Date(now))).toBe(day);
  });

  it.each([
    ['7d', '2026-11-17'],
    ['30d', '2026-10-25'],
    ['90d', '2026-08-26'],
  ] as const)('a period of %s begins with %s', (period, from) => {
    expect(windowOf(period, '2026-11-23')).toEqual({ from, to: '2026-11-23' });
  });
});

describe('a category', () => {
  const totalOf = (...rows: PublishedRow[]) =>
    totalCategories(
      rows.map(({ tool }) => ({ id: tool.id, categories: ['one'] })),
      new Map(rows.map((one) => [one.tool.id, one])),
      new Map(),
      ALL_RULES,
    )[0];

  it('adds three published tools, and says nothing of two', () => {
    expect(totalOf(row('a'), row('b'))).toMatchObject({ cohort: 'insufficient', tools: null, developers: null });
    expect(totalOf(row('a'), row('b'), row('c'))).toMatchObject({ cohort: 'reported', tools: 3, developers: 60 });
  });

  it('adds a number that three of its tools have, and none that two have', () => {
    const few = totalOf(row('a', { retained: 10 }), row('b', { retained: 10 }), row('c'));
    expect(few).toMatchObject({ retained: null, accounts: 30 });
    const enough = ['a', 'b', 'c'].map((id) => row(id, { retained: 10 }));
    expect(totalOf(...enough)).toMatchObject({ retained: 30 });
  });

  it('keeps samples out of what is real, and claims no more than the weakest', () => {
    const sample = (id: string) => row(id, { label: 'sample' });
    expect(totalOf(row('a'), row('b'), row('c'), sample('d'))).toMatchObject({ label: 'first-party', developers: 60 });
    expect(totalOf(row('a'), sample('b'), sample('c'), sample('d'))).toMatchObject({ label: 'sample', developers: 60 });
    expect(totalOf(row('a'), sample('b'))).toMatchObject({ label: 'sample', cohort: 'insufficient' });
  });
});

describe('a badge', () => {
  it.each([
    [null, 'missing'],
    [row('a', { developers: 1200, grade: 'B' }), '1,200 developers · B'],
    [row('a'), '20 developers'],
    [row('a', { label: 'sample' }), '20 developers · sample'],
    [row('a', { cohort: 'suppressed' }), 'suppressed'],
    [row('a', { developers: null }), 'reported'],
  ])('says what is published, and where it is sample data', (given, text) => expect(badgeText(given)).toBe(text));
});
