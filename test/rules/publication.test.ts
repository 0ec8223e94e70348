import { describe, expect, it } from 'vitest';
import { ALL_RULES, roundCount, stepOf } from '../../server/adoption/publishing/publication.rules.js';
import { countNames, periodIds } from '../../server/adoption/publishing/snapshot.types.js';
import { publishWorld, randomWorld } from '../setup/public-world.js';

const answers = Array.from({ length: 20 }, (_, seed) => publishWorld(randomWorld(seed), ALL_RULES));
const published = answers.flat().flatMap(({ periods }) => periodIds.map((id) => periods[id]));
const rows = published.flatMap((period) => period.rows);

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
});

describe('a published row', () => {
  it('has no number at all unless it is reported', () => {
    for (const { tool, label, cohort, components, ...numbers } of rows.filter((row) => row.cohort !== 'reported')) {
      expect({ ...numbers }).toEqual(Object.fromEntries(Object.keys(numbers).map((name) => [name, null])));
      expect(components).toEqual([]);
    }
  });

  it('has counts of ten at least, and sub-counts that leave none or ten of the whole', () => {
    const counts = rows.filter(({ cohort }) => cohort === 'reported');
    expect(counts.length).toBeGreaterThan(100);
    for (const row of counts) for (const name of countNames) expect(row[name] ?? 10).toBeGreaterThanOrEqual(10);
  });

  it('stands before the unranked by rank, and after the ranked by name', () => {
    for (const { rows: listed } of published) {
      const ranks = listed.map(({ rank }) => rank ?? Number.POSITIVE_INFINITY);
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
      const names = listed.filter(({ rank }) => rank === null).map(({ tool }) => tool.name);
      expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
    }
  });
});

describe('a category', () => {
  it('adds three published rows at least, and nothing else', () => {
    const worlds = answers.map((_, seed) => randomWorld(seed));
    for (const [index, days] of answers.entries())
      for (const { periods } of days)
        for (const id of periodIds)
          for (const total of periods[id].categories) {
            const members = new Set(
              worlds[index]?.tools
                .filter(({ categories }) => categories.includes(total.category))
                .map((tool) => tool.id),
            );
            const own = periods[id].rows.filter(({ tool }) => members.has(tool.id));
            for (const name of countNames) {
              const shown = own.map((row) => row[name]).filter((count) => count !== null);
              if (total[name] === null) continue;
              expect(shown.length).toBeGreaterThanOrEqual(3);
              expect(total[name]).toBe(shown.reduce((sum, count) => sum + count, 0));
            }
          }
  });
});

it('gives the same snapshot for the same sources', () => {
  expect(publishWorld(randomWorld(3), ALL_RULES)).toEqual(publishWorld(randomWorld(3), ALL_RULES));
});
