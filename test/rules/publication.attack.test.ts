import { describe, expect, it } from 'vitest';
import { attackByInventing, attackByReading, INVENTING_DAYS } from '../setup/attack/attack.js';
import { openSession, publish } from '../setup/attack/publisher.js';
import type { RuleName } from '../setup/attack/world.types.js';
import { randomWorld, worldOf } from '../setup/attack/worlds.js';

/** `npm run test:soak` looks at ten thousand. */
const WORLDS = Number(process.env.ATTACK_WORLDS ?? 300);
const LONG_WORLDS = Math.ceil(WORLDS / 30);
const INVENTED_WORLDS = Math.ceil(WORLDS / 5);
const AT_ONCE = 50;
const MS_MAX = 600_000;

const chunks = (worlds: number, atOnce: number): number[] =>
  Array.from({ length: Math.ceil(worlds / atOnce) }, (_, chunk) => chunk * atOnce);
const seedsFrom = (first: number, worlds: number, atOnce: number): number[] =>
  Array.from({ length: Math.min(atOnce, worlds - first) }, (_, index) => first + index);

const byReading = (seed: number, days: number, off?: RuleName) =>
  attackByReading(randomWorld(seed, days), publish, seed, off);
/** A tool that nobody else comes to meanwhile, small or with one large developer: the attacker’s belief is true there. */
const byInventing = (seed: number, off?: RuleName) =>
  attackByInventing(worldOf(seed % 2 === 0 ? 'paused' : 'alone', seed, INVENTING_DAYS), openSession, seed, off);

describe('an attacker with every public answer of many days and the true data of all other tenants', () => {
  it.each(chunks(WORLDS, AT_ONCE))(
    'recovers no count in the worlds of 40 days from %i on',
    (first) => {
      for (const seed of seedsFrom(first, WORLDS, AT_ONCE))
        expect({ seed, ...byReading(seed, 40) }).toEqual({ seed, recovered: [], wrong: [] });
    },
    MS_MAX,
  );

  it.each(chunks(LONG_WORLDS, 5))(
    'recovers no count in the worlds of 365 days from %i on',
    (first) => {
      for (const seed of seedsFrom(first, LONG_WORLDS, 5))
        expect({ seed, ...byReading(seed, 365) }).toEqual({ seed, recovered: [], wrong: [] });
    },
    MS_MAX,
  );

  it.each(chunks(INVENTED_WORLDS, AT_ONCE))(
    'recovers no count by inventing developers in the worlds from %i on',
    (first) => {
      for (const seed of seedsFrom(first, INVENTED_WORLDS, AT_ONCE))
        expect({ seed, ...byInventing(seed) }).toEqual({ seed, recovered: [], wrong: [] });
    },
    MS_MAX,
  );
});

/** The worlds in which a rule is tried, and whether the attacker reads or invents there. */
type Trial = readonly [rule: RuleName, kind: string, how: 'reading' | 'inventing'];
const TRIED_MAX = 16;

const attack = ([rule, kind, how]: Trial, seed: number, off: boolean) =>
  how === 'reading'
    ? attackByReading(worldOf(kind, seed, 40), publish, seed, off ? rule : undefined)
    : attackByInventing(worldOf(kind, seed, INVENTING_DAYS), openSession, seed, off ? rule : undefined);

describe('a rule of publication', () => {
  it.each<Trial>([
    ['withheld', 'steady', 'reading'],
    ['drawnOnce', 'paused', 'inventing'],
    ['sameInAllWindows', 'young', 'reading'],
    ['categories', 'two of the attacker', 'reading'],
    ['publishedAlone', 'steady', 'reading'],
    ['order', 'two of the attacker', 'reading'],
    ['ninetyDaysAlone', 'launch', 'reading'],
  ])(
    '%s has a world of the kind “%s” in which %s succeeds without it',
    (...trial) => {
      const seeds = Array.from({ length: TRIED_MAX }, (_, seed) => seed);
      const seed = seeds.find((one) => attack(trial, one, true).recovered.length > 0);
      expect(seed).toBeDefined();
      expect(attack(trial, seed ?? 0, false).recovered).toEqual([]);
    },
    MS_MAX,
  );
});
