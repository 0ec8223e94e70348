import { describe, expect, it } from 'vitest';
import type { EvidenceFigures, WindowFigures } from '../../server/adoption/evidence/index.js';
import { ALL_RULES, type PublicationRules } from '../../server/adoption/publishing/publication.rules.js';
import { compose, NOTHING_WITHHELD, rowIn, toolOf, truthOf } from '../setup/publication.js';

/**
 * An attacker who knows no rule and no parameter. It sends more and more of one thing to the victim's product until something appears in the
 * row, or goes. It did the same with many products of its own, so it knows how much that takes: the truth is that less what it sent.
 */

const PRODUCTS = 600;
const FEW_PRODUCTS = 20;
const SURE = 0.9; // nine tenths of the probability
const SENT_MAX = 512;

type Row = ReturnType<typeof rowIn>;
interface Given {
  readonly window?: Partial<WindowFigures>;
  readonly evidence?: Partial<EvidenceFigures>;
}

const PLENTY: Partial<WindowFigures> = { developers: 600, accounts: 600, events: 9_000 };
const AMPLE: Partial<EvidenceFigures> = {
  activated: 590,
  retained: 580,
  newDevelopers: 590,
  newActivated: 580,
  matured: 590,
  returned: 580,
  steadyOf: 590,
  steady: 580,
  calls: 900,
  succeeded: 890,
  callers: 590,
  callerAccounts: 590,
};
const NO_ONE = { top1: 0, top2: 0 };
const held = (top1: number) => ({ top1, top2: top1 });
const topIn = (given: Partial<WindowFigures['top']>): WindowFigures['top'] => ({
  developersByEvents: NO_ONE,
  accountsByEvents: NO_ONE,
  accountsByDevelopers: NO_ONE,
  ...given,
});

/** A count of the victim, the row of a product with so much of it and plenty of all else, and what shows it. */
type Way = readonly [count: string, given: (amount: number) => Given, seen: (row: Row) => unknown];
const WAYS: readonly Way[] = [
  ['developers', (developers) => ({ window: { developers } }), ({ cohort }) => cohort],
  ['events', (events) => ({ window: { events } }), ({ events }) => events === null],
  ['activated', (activated) => ({ evidence: { activated } }), ({ activated }) => activated === null],
  ['retained', (retained) => ({ evidence: { retained } }), ({ retained }) => retained === null],
  ['new developers', (newDevelopers) => ({ evidence: { newDevelopers } }), ({ shares }) => shares.activation === null],
  ['matured', (matured) => ({ evidence: { matured } }), ({ shares }) => shares.return === null],
  ['developers of four weeks', (steadyOf) => ({ evidence: { steadyOf } }), ({ shares }) => shares.steadyUse === null],
  [
    'those of two of the weeks',
    (steady) => ({ evidence: { steady, steadyOf: 60 } }),
    ({ shares }) => (shares.steadyUse ?? 0) > 0,
  ],
  ['calls', (calls) => ({ evidence: { calls } }), ({ shares }) => shares.toolSuccess === null],
  ['successful calls', (succeeded) => ({ evidence: { succeeded } }), ({ shares }) => (shares.toolSuccess ?? 0) > 0],
  ['callers', (callers) => ({ evidence: { callers } }), ({ shares }) => shares.toolSuccess === null],
  [
    'calls beside a developer with 400',
    (calls) => ({ evidence: { calls: 400 + calls, top: { developersByCalls: held(400), accountsByCalls: NO_ONE } } }),
    ({ shares }) => shares.toolSuccess === null,
  ],
  [
    'developers beside an account of 40',
    (others) => ({ window: { developers: 40 + others, top: topIn({ accountsByDevelopers: held(40) }) } }),
    ({ cohort }) => cohort,
  ],
  [
    'events beside an account with 300',
    (others) => ({ window: { events: 300 + others, top: topIn({ accountsByEvents: held(300) }) } }),
    ({ cohort }) => cohort,
  ],
];
const WAYS_TO_ACCOUNTS: readonly Way[] = [
  ['accounts of a row', (accounts) => ({ window: { accounts } }), ({ cohort }) => cohort],
  ['accounts that are shown', (accounts) => ({ window: { accounts } }), ({ accounts }) => accounts === null],
  ['accounts of callers', (callerAccounts) => ({ evidence: { callerAccounts } }), ({ shares }) => shares.toolSuccess],
];

/** How much of a count a product takes until its row looks otherwise than with none of it. */
function borderOf([, given, seen]: Way, product: number, rules: PublicationRules): number {
  const id = `product-${product}`;
  const look = (amount: number): unknown => {
    const { window, evidence } = given(amount);
    const truth = truthOf({ window: { ...PLENTY, ...window }, evidence: { ...AMPLE, ...evidence } }, id);
    return seen(
      rowIn(compose([truth], { tools: [toolOf(id)], secret: Buffer.alloc(32, `of ${product}`) }, rules), '90d', id),
    );
  };
  const none = look(0);
  let [same, otherwise] = [0, SENT_MAX];
  expect(look(otherwise)).not.toEqual(none);
  while (otherwise - same > 1) {
    const middle = (same + otherwise) >> 1;
    if (look(middle) === none) same = middle;
    else otherwise = middle;
  }
  return otherwise;
}

/** How many values the truth can have for the attacker, and how many hold nine tenths of the probability. */
function valuesLeft(way: Way, products: number, rules: PublicationRules): { values: number; smallestOf90: number } {
  const times = new Map<number, number>();
  for (let product = 0; product < products; product += 1) {
    const border = borderOf(way, product, rules);
    times.set(border, (times.get(border) ?? 0) + 1);
  }
  let [inSet, smallestOf90] = [0, 0];
  for (const many of [...times.values()].toSorted((a, b) => b - a)) {
    if (inSet >= SURE * products) break;
    inSet += many;
    smallestOf90 += 1;
  }
  return { values: times.size, smallestOf90 };
}

describe('an attacker who learns from products of its own how much it takes until a row changes', () => {
  it.each(WAYS)('is left with ten values or more of %s', (...way) => {
    const { values, smallestOf90 } = valuesLeft(way, PRODUCTS, ALL_RULES);
    expect(Math.min(values, smallestOf90)).toBeGreaterThanOrEqual(10);
  });

  it.each(WAYS_TO_ACCOUNTS)('is left with seven values or more of %s', (...way) => {
    const { values, smallestOf90 } = valuesLeft(way, PRODUCTS, ALL_RULES);
    expect(Math.min(values, smallestOf90)).toBeGreaterThanOrEqual(7);
  });

  it.each([...WAYS, ...WAYS_TO_ACCOUNTS])('knows %s exactly where nothing is withheld', (...way) => {
    expect(valuesLeft(way, FEW_PRODUCTS, NOTHING_WITHHELD)).toEqual({ values: 1, smallestOf90: 1 });
  });
});
