import { describe, expect, it } from 'vitest';
import type { Held, ToolFigures } from '../../server/adoption/evidence/index.js';
import { ALL_RULES, cohortsOf, shownCounts } from '../../server/adoption/publishing/publication.rules.js';
import { composeSnapshot } from '../../server/adoption/publishing/snapshot.rules.js';
import type { ToolBasis } from '../../server/adoption/publishing/snapshot.types.js';

/** Spread so widely that no one holds too much of it. */
const spread = (total: number): Held => ({ total, top1: total * 0.2, top2: total * 0.4 });
const figures = (given: Partial<ToolFigures> = {}, held: Partial<ToolFigures['held']> = {}): ToolFigures => ({
  toolId: 'tol_1',
  label: 'first-party',
  hasSource: true,
  events: 400,
  developers: 40,
  accounts: 20,
  activated: 20,
  retained: 10,
  toolCalls: { succeeded: 0, failed: 0 },
  held: {
    eventsByDeveloper: spread(400),
    eventsByAccount: spread(400),
    developersByAccount: spread(40),
    activatedByAccount: spread(20),
    retainedByAccount: spread(10),
    ...held,
  },
  ...given,
});
const windows = (one: ToolFigures) => ({ '7d': one, '30d': one, '90d': one });
const cohortOf = (one: ToolFigures) => cohortsOf(windows(one), ALL_RULES, false)['30d'];

describe('the least cohort', () => {
  it.each([
    [9, 3, 'insufficient'],
    [10, 3, 'reported'],
    [11, 3, 'reported'],
    [10, 2, 'insufficient'],
    [10, 4, 'reported'],
    [0, 0, 'insufficient'],
  ])('%i developers of %i accounts are %s', (developers, accounts, cohort) => {
    expect(cohortOf(figures({ developers, accounts }))).toBe(cohort);
  });
});

describe('what one contributor, or two together, hold', () => {
  it.each([
    [60, 80, 'reported'],
    [61, 80, 'suppressed'],
    [50, 85, 'reported'],
    [50, 86, 'suppressed'],
    [43, 86, 'suppressed'],
  ])('%i and with the next %i of 100 are %s, of each number', (top1, top2, cohort) => {
    for (const name of ['eventsByDeveloper', 'eventsByAccount', 'developersByAccount'])
      expect(cohortOf(figures({}, { [name]: { total: 100, top1, top2 } })), name).toBe(cohort);
  });

  it.each([
    [60, 85, true],
    [61, 85, false],
    [50, 86, false],
  ])('%i and %i of 100 let activated and returned be shown: %s', (top1, top2, shown) => {
    const held = { total: 100, top1, top2 };
    const counts = { developers: 400, activated: 200, retained: 100 };
    const one = figures(counts, { activatedByAccount: held, retainedByAccount: held });
    const found = shownCounts(windows(one), cohortsOf(windows(one), ALL_RULES, false), ALL_RULES)['30d'];
    expect([found.activated, found.retained]).toEqual([shown, shown]);
  });
});

describe('a window that was suppressed before', () => {
  it.each([
    [19, true, 'suppressed'],
    [20, true, 'reported'],
    [19, false, 'reported'],
  ])('of %i developers, suppressed: %s, is %s now', (developers, wasSuppressed, cohort) => {
    const one = windows(figures({ developers, accounts: 5 }));
    expect(cohortsOf(one, ALL_RULES, wasSuppressed)['7d']).toBe(cohort);
  });

  it('suppresses those around it, which would leave it over', () => {
    const dominated = figures({}, { eventsByAccount: { total: 100, top1: 61, top2: 70 } });
    const around = { '7d': figures(), '30d': dominated, '90d': figures() };
    expect(cohortsOf(around, ALL_RULES, false)).toEqual({
      '7d': 'suppressed',
      '30d': 'suppressed',
      '90d': 'suppressed',
    });
  });
});

describe('a sub-count', () => {
  it.each([
    [{ activated: 9 }, false],
    [{ activated: 10 }, true],
    [{ activated: 30 }, true],
    [{ activated: 31 }, false],
    [{ activated: 40 }, true],
  ])('of 40 developers, %j, is shown: %s', (given, shown) => {
    const one = figures({ retained: 0, ...given });
    expect(shownCounts(windows(one), cohortsOf(windows(one), ALL_RULES, false), ALL_RULES)['30d'].activated).toBe(
      shown,
    );
  });
});

describe('a suppression', () => {
  const docs = { url: null, llmsTxt: null, openapi: null };
  const compose = (one: ToolFigures, basis: ToolBasis) => {
    const found = new Map([['tol_1', one]]);
    return composeSnapshot(
      {
        day: '2026-11-23',
        tools: [{ id: 'tol_1', slug: 'one', name: 'One', categories: [], docs }],
        figures: { '7d': found, '30d': found, '90d': found },
        basis: new Map([['tol_1', basis]]),
        developersSince: () => 0,
        publishedBefore: () => null,
      },
      ALL_RULES,
    );
  };
  const cohortNow = (basis: ToolBasis) => {
    const few = figures({ developers: 19, accounts: 5, activated: 0, retained: 0 });
    return compose(few, basis).periods['7d'].rows[0]?.cohort;
  };

  it('is remembered for the 90 days of the longest window, its last day too', () => {
    expect(cohortNow({ suppressedOn: '2026-08-26' })).toBe('suppressed');
    expect(cohortNow({ suppressedOn: '2026-08-25' })).toBe('reported');
    expect(cohortNow({})).toBe('reported');
  });

  it('is noted with its day, and what was published is not', () => {
    const dominated = figures({}, { eventsByAccount: { total: 100, top1: 61, top2: 70 } });
    expect(compose(dominated, {}).basis.get('tol_1')?.suppressedOn).toBe('2026-11-23');
    expect(compose(figures(), {}).basis.get('tol_1')?.suppressedOn).toBeUndefined();
  });
});
