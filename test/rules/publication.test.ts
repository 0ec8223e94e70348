import { describe, expect, it } from 'vitest';
import {
  ALL_RULES,
  drawBy,
  peopleToMove,
  roundCount,
  roundShare,
  stepOf,
  withheldOf,
} from '../../server/adoption/publishing/publication.rules.js';
import type { PeriodId } from '../../server/adoption/publishing/snapshot.types.js';
import { compose, NOTHING_WITHHELD, rowIn, SECRET, TOOL, toolOf, truthOf } from '../setup/publication.js';

const draw = drawBy(SECRET);
const PERIODS: readonly PeriodId[] = ['7d', '30d', '90d'];

describe('rounding', () => {
  it.each([
    [10, 10],
    [12, 10],
    [13, 15],
    [97, 95],
    [98, 100],
    [104, 100],
    [105, 110],
    [994, 990],
    [995, 1000],
    [1049, 1000],
    [1050, 1100],
    [12_499, 12_000],
    [987_654, 990_000],
  ])('publishes %i as %i', (count, expected) => expect(roundCount(count)).toBe(expected));

  it('never moves a count by more than half a step, and never turns two around', () => {
    let before = 0;
    for (let count = 10; count < 20_000; count += 1) {
      const rounded = roundCount(count);
      expect(Math.abs(rounded - count) * 2).toBeLessThanOrEqual(stepOf(count));
      expect(rounded).toBeGreaterThanOrEqual(before);
      before = rounded;
    }
  });

  it.each([
    [62.4, 60],
    [62.5, 65],
    [2.4, 0],
    [97.5, 100],
  ])('publishes a share of %d percent as %i', (percent, expected) => expect(roundShare(percent)).toBe(expected));
});

describe('the withheld numbers', () => {
  const all = Array.from({ length: 20_000 }, (_, index) => withheldOf(draw, `tool ${index}`, ALL_RULES, []));
  const share = (numbers: readonly number[], isIn: (n: number) => boolean): number =>
    numbers.filter(isIn).length / numbers.length;

  it('are the same whenever they are drawn, and others for another tool or another secret', () => {
    expect(withheldOf(draw, 'tool 1', ALL_RULES, [])).toEqual(all[1]);
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBeGreaterThan(1_000);
    const other = drawBy(Buffer.alloc(32, 'another secret'));
    expect(all.slice(0, 50)).not.toEqual(
      Array.from({ length: 50 }, (_, index) => withheldOf(other, `tool ${index}`, ALL_RULES, [])),
    );
  });

  it.each([
    ['accounts', 0.7],
    ['developers', 0.8],
    ['events', 0.95],
  ] as const)('of %s are n with probability (1 − %d) · qⁿ', (count, q) => {
    const numbers = all.map((one) => one[count]);
    for (const n of [0, 1, 5, 10])
      expect(Math.abs(share(numbers, (one) => one === n) - (1 - q) * q ** n)).toBeLessThan(0.01);
    expect(Math.abs(share(numbers, (one) => one >= 10) - q ** 10)).toBeLessThan(0.015);
  });

  it('are contained in one another, and at most 60, of events 200', () => {
    for (const { accounts, developers, events } of all) {
      expect(accounts).toBeLessThanOrEqual(developers);
      expect(developers).toBeLessThanOrEqual(Math.max(events, 60));
      expect(developers).toBeLessThanOrEqual(60);
      expect(events).toBeLessThanOrEqual(200);
    }
    expect(Math.max(...all.map(({ events }) => events))).toBeGreaterThan(60);
  });
});

describe('a cohort', () => {
  const cohortOf = (window: object) => rowIn(compose([truthOf({ window })]), '30d').cohort;

  it.each([
    [9, 'insufficient'],
    [10, 'reported'],
  ])('of %i developers left is %s', (developers, cohort) => expect(cohortOf({ developers })).toBe(cohort));

  it.each([
    [2, 'insufficient'],
    [3, 'reported'],
  ])('of %i accounts left is %s', (accounts, cohort) => expect(cohortOf({ accounts })).toBe(cohort));

  it('is missing without a source, and insufficient without an event', () => {
    expect(rowIn(compose([], { tools: [toolOf()] }), '30d')).toMatchObject({ cohort: 'missing', label: 'missing' });
    expect(cohortOf({ developers: 0, accounts: 0, events: 0 })).toBe('insufficient');
  });

  const none = { developersByEvents: { top1: 0, top2: 0 }, accountsByEvents: { top1: 0, top2: 0 } };
  /** 480 events are left, and 20 more stand below the line; 36 developers, and 4 more. */
  const size = { events: 480, developers: 36, accounts: 20 };
  it.each([
    ['developersByEvents', { top1: 300, top2: 300 }, 'reported'],
    ['developersByEvents', { top1: 301, top2: 301 }, 'suppressed'],
    ['developersByEvents', { top1: 250, top2: 425 }, 'reported'],
    ['developersByEvents', { top1: 250, top2: 426 }, 'suppressed'],
    ['accountsByEvents', { top1: 300, top2: 425 }, 'reported'],
    ['accountsByEvents', { top1: 301, top2: 301 }, 'suppressed'],
    ['accountsByDevelopers', { top1: 24, top2: 34 }, 'reported'],
    ['accountsByDevelopers', { top1: 25, top2: 25 }, 'suppressed'],
    ['accountsByDevelopers', { top1: 20, top2: 35 }, 'suppressed'],
  ])('with %s of %j is %s', (who, top, cohort) => {
    expect(cohortOf({ ...size, top: { ...none, [who]: top } })).toBe(cohort);
  });

  it('that is suppressed in one window is in each that would be reported, and in no other', () => {
    const composed = compose([
      truthOf({
        windows: {
          '7d': { developers: 9 },
          '90d': { top: { ...none, accountsByDevelopers: { top1: 40, top2: 40 } } },
        },
      }),
    ]);
    expect(PERIODS.map((period) => rowIn(composed, period).cohort)).toEqual([
      'insufficient',
      'suppressed',
      'suppressed',
    ]);
  });

  it('of a window that reaches into days of an older methodology waits until it doesn’t', () => {
    const cohorts = (publishedFrom: string) => {
      const composed = compose([truthOf()], { publishedFrom });
      return PERIODS.map((period) => rowIn(composed, period).cohort);
    };
    expect(cohorts('2026-11-14')).toEqual(['reported', 'suppressed', 'suppressed']);
    expect(cohorts('2026-11-15')).toEqual(['suppressed', 'suppressed', 'suppressed']);
    expect(cohorts('2026-08-23')).toEqual(['reported', 'reported', 'reported']);
  });

  it.each(['insufficient', 'suppressed'])('that is %s has no number at all', (cohort) => {
    const window =
      cohort === 'insufficient'
        ? { developers: 9 }
        : { top: { ...none, accountsByDevelopers: { top1: 40, top2: 40 } } };
    const composed = compose([truthOf({ window })]);
    for (const period of PERIODS) {
      const { tool: _tool, label: _label, cohort: own, shares, components, ...numbers } = rowIn(composed, period);
      expect(own).toBe(cohort);
      expect(Object.values({ ...numbers, ...shares }).every((one) => one === null)).toBe(true);
      expect(components).toEqual([]);
    }
    expect(composed.periods['90d'].proof).toEqual([]);
    expect(composed.periods['90d'].rankings).toEqual([]);
  });
});

describe('a published number', () => {
  const rowOf = (given: Parameters<typeof truthOf>[0], period: PeriodId = '90d') =>
    rowIn(compose([truthOf(given)]), period);

  it.each([
    [9, null],
    [10, 10],
  ])('of %i left activated is %s, and so it is of retained and accounts', (left, expected) => {
    expect(rowOf({ evidence: { activated: left, retained: 0 } }).activated).toBe(expected);
    expect(rowOf({ evidence: { activated: 20, retained: left } }).retained).toBe(expected);
    expect(rowOf({ window: { accounts: left } }).accounts).toBe(expected);
  });

  it('is null for 7 and 30 days where it is published for 90 alone: events, evidence and shares', () => {
    for (const period of ['7d', '30d'] as const)
      expect(rowOf({}, period)).toMatchObject({
        developers: 40,
        accounts: 20,
        events: null,
        activated: null,
        retained: null,
        shares: { activation: null, return: null, steadyUse: null, toolSuccess: null },
      });
    expect(rowOf({})).toMatchObject({
      events: 400,
      activated: 30,
      retained: 20,
      shares: { activation: 65, return: 50, steadyUse: 70, toolSuccess: 95 },
    });
  });

  it.each([
    [19, 15, null],
    [20, 15, 75],
  ])('over a denominator of %i left is a share of %s', (whole, part, expected) => {
    const { shares } = rowOf({
      evidence: {
        newDevelopers: whole,
        newActivated: part,
        matured: whole,
        returned: part,
        steadyOf: whole,
        steady: part,
      },
    });
    expect([shares.activation, shares.return, shares.steadyUse]).toEqual([expected, expected, expected]);
  });

  it.each([
    [{ calls: 19, succeeded: 19 }, null],
    [{ calls: 20, succeeded: 20 }, 100],
    [{ callers: 9 }, null],
    [{ callers: 10 }, 95],
    [{ callerAccounts: 2 }, null],
    [{ callerAccounts: 3 }, 95],
    [{ top: { developersByCalls: { top1: 132, top2: 132 }, accountsByCalls: { top1: 0, top2: 0 } } }, 95],
    [{ top: { developersByCalls: { top1: 133, top2: 133 }, accountsByCalls: { top1: 0, top2: 0 } } }, null],
    [{ top: { developersByCalls: { top1: 0, top2: 0 }, accountsByCalls: { top1: 100, top2: 188 } } }, null],
  ])('of the success of tool calls needs enough callers whom none dominates: %j', (evidence, expected) => {
    expect(rowOf({ evidence }).shares.toolSuccess).toBe(expected);
  });

  it('of a part is never more than that of its whole', () => {
    const rules = { ...NOTHING_WITHHELD, rounding: false };
    const composed = compose(
      [
        truthOf({
          window: { developers: 20, accounts: 25 },
          evidence: { activated: 30, retained: 40, newDevelopers: 30, newActivated: 35 },
        }),
      ],
      {},
      rules,
    );
    expect(rowIn(composed, '90d')).toMatchObject({ developers: 20, accounts: 20, activated: 20, retained: 20 });
    expect(rowIn(composed, '90d').shares.activation).toBe(100);
  });
});

describe('a number that was published', () => {
  const before = { published: 40, day: '2026-11-10' };
  const basis = new Map([[TOOL, { '30d:developers': before, '90d:activation': { published: 65, day: '2026-11-10' } }]]);
  const needed = peopleToMove(draw, TOOL, '30d:developers', '2026-11-10', ALL_RULES);

  it('moves when ten to nineteen people entered or left, drawn for each move', () => {
    const drawn = Array.from({ length: 400 }, (_, index) =>
      peopleToMove(draw, TOOL, '30d:developers', `day ${index}`, ALL_RULES),
    );
    expect([Math.min(...drawn), Math.max(...drawn), new Set(drawn).size]).toEqual([10, 19, 10]);
  });

  it.each([
    [-1, 40],
    [0, 60],
  ])('stays while fewer than needed did (%i more than needed: %i)', (more, expected) => {
    const composed = compose([truthOf({ window: { developers: 60 } })], {
      basis,
      movements: (_tool, key) => (key === '30d:developers' ? needed + more : 0),
    });
    expect(rowIn(composed, '30d').developers).toBe(expected);
    expect(composed.basis.get(TOOL)?.['30d:developers']).toEqual(
      expected === 40 ? before : { published: 60, day: '2026-11-20' },
    );
    expect(rowIn(composed, '90d').shares.activation).toBe(65);
  });

  it('outlives a gap: what comes back is compared with what was published before it went', () => {
    const gone = compose([truthOf({ window: { developers: 9 } })], { basis });
    expect(gone.basis.get(TOOL)).toEqual(basis.get(TOOL));
    const back = compose([truthOf({ window: { developers: 60 } })], { basis: gone.basis });
    expect(rowIn(back, '30d').developers).toBe(40);
  });

  it('of a day between two snapshots moves only as far as both allow', () => {
    const given = (since: string) =>
      rowIn(
        compose([truthOf({ window: { developers: 60 } })], {
          basis,
          later: new Map([[TOOL, { '30d:developers': { published: 50, day: '2026-11-25' } }]]),
          movements: (_tool, key, setOn) => (key === '30d:developers' && setOn === since ? 19 : 0),
        }),
        '30d',
      ).developers;
    expect([given('2026-11-10'), given('2026-11-25')]).toEqual([40, 40]);
  });
});

describe('a composed day', () => {
  const three = ['a', 'b', 'c'].map((id) => truthOf({}, id));

  it('is the same for the same sources', () => expect(compose(three)).toEqual(compose(three)));

  it('adds published rows alone in a category, of three tools at least', () => {
    const [total] = compose(three).periods['90d'].categories;
    expect(total).toMatchObject({ cohort: 'reported', tools: 3, developers: 120, accounts: 60, events: 1200 });
    const [withheld] = compose([...three.slice(0, 2), truthOf({ window: { developers: 9 } }, 'c')]).periods['90d']
      .categories;
    expect(withheld).toMatchObject({ cohort: 'insufficient', tools: null, developers: null });
  });

  it('ranks by score and then by published developers, shares ties, and lists the rest by name', () => {
    const composed = compose([
      truthOf({ window: { developers: 50 } }, 'b'),
      truthOf({}, 'd'),
      truthOf({}, 'c'),
      truthOf({ window: { developers: 9 } }, 'z'),
      truthOf({ window: { developers: 9 } }, 'y'),
    ]);
    for (const period of PERIODS)
      expect(composed.periods[period].rows.map(({ tool, rank }) => [tool.id, rank])).toEqual([
        ['b', 1],
        ['c', 2],
        ['d', 2],
        ['y', null],
        ['z', null],
      ]);
  });

  it('has the score of 90 days in each period of a reported row', () => {
    const composed = compose([truthOf({ windows: { '7d': { developers: 9 } } })]);
    const [seven, thirty, ninety] = PERIODS.map((period) => rowIn(composed, period));
    expect([thirty?.score, thirty?.grade, thirty?.coverage, thirty?.components]).toEqual([
      ninety?.score,
      ninety?.grade,
      ninety?.coverage,
      ninety?.components,
    ]);
    expect([seven?.score, seven?.components]).toEqual([null, []]);
  });

  it('compares developers with those that were published one period before', () => {
    const rows = compose([truthOf({ window: { developers: 45 } })], {
      publishedBefore: (_tool, period) => (period === '30d' ? 40 : null),
    });
    expect(PERIODS.map((period) => rowIn(rows, period).change)).toEqual([null, 0.13, null]);
  });
});
