import { describe, expect, it } from 'vitest';
import { ALL_RULES, type PublicationRules } from '../../server/adoption/publishing/publication.rules.js';
import { type Recovered, recoveredFrom } from '../setup/public-attack.js';
import { publishWorld, randomWorld } from '../setup/public-world.js';

/** `npm run test:soak` looks at ten thousand. */
const WORLDS = Number(process.env.ATTACK_WORLDS ?? 200);
const AT_ONCE = 100;
const MS_MAX = 600_000;

const recoveredIn = (seed: number, rules: PublicationRules): Recovered[] => {
  const world = randomWorld(seed);
  const withheld = publishWorld(world, ALL_RULES);
  return recoveredFrom(world, withheld, rules === ALL_RULES ? withheld : publishWorld(world, rules), rules);
};

describe('an attacker with every public answer of many days and the true data of all other tenants', () => {
  it.each(Array.from({ length: Math.ceil(WORLDS / AT_ONCE) }, (_, chunk) => chunk * AT_ONCE))(
    `recovers no withheld count in the ${AT_ONCE} random worlds from %i on`,
    (first) => {
      const seeds = Array.from({ length: AT_ONCE }, (_, index) => first + index);
      expect(seeds.flatMap((seed) => recoveredIn(seed, ALL_RULES).map((one) => ({ seed, ...one })))).toEqual([]);
    },
    MS_MAX,
  );

  /** A world for each rule in which the attack succeeds once that rule alone is switched off. */
  it.each([
    ['rounding', 1],
    ['minimumCohort', 1],
    ['dominance', 0],
    ['subCounts', 0],
    ['nestedWindows', 0],
    ['differencing', 6],
    ['publishedTotals', 0],
    ['derivedFromPublished', 0],
  ] as const)('succeeds without %s', (rule, seed) => {
    expect(recoveredIn(seed, ALL_RULES)).toEqual([]);
    expect(recoveredIn(seed, { ...ALL_RULES, [rule]: false })).not.toEqual([]);
  });

  /**
   * Redundant against this attack, since published totals and components are made of published numbers alone: they keep a category from
   * being one tool under another name, a share from resting on a handful, and demo data from standing in a ranking.
   */
  it.each(['categoryTools', 'minimumDenominator', 'sampleApart'] as const)(
    'does not succeed without %s alone',
    (rule) => {
      for (let seed = 0; seed < 10; seed += 1) expect(recoveredIn(seed, { ...ALL_RULES, [rule]: false })).toEqual([]);
    },
  );
});
