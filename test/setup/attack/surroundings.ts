import { type Left, NINETY_DAYS, readAnswers } from './answers.js';
import { Bounds, UNBOUNDED } from './bounds.js';
import type { Figures } from './truth.js';
import {
  PERIODS,
  type Period,
  type PublishedDay,
  type PublishedPeriod,
  type RuleName,
  type World,
} from './world.types.js';

/** The true figures of a tool, by day. */
export type Truths = ReadonlyMap<string, readonly Record<Period, Figures>[]>;

const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Whether the order of rows is one that their names and published numbers have of themselves, so that it tells nothing more. */
function isOrderOfPublished({ tools }: PublishedPeriod): boolean {
  const ranked = tools.filter(({ rank }) => rank !== null).length;
  return tools.every((row, index) => {
    const next = tools[index + 1];
    if (!next) return true;
    if (index >= ranked - 1) return index === ranked - 1 || byName(row.tool.slug, next.tool.slug) < 0;
    const [score, nextScore] = [row.score ?? 0, next.score ?? 0];
    const [developers, nextDevelopers] = [row.developers ?? 0, next.developers ?? 0];
    if (score !== nextScore) return score > nextScore;
    return developers === nextDevelopers ? row.rank === next.rank : developers > nextDevelopers;
  });
}

/** Rows that stand neither by name nor by published numbers stand by how many developers they have: those of the attacker enclose the others. */
export function readOrder(world: World, answers: readonly PublishedDay[], slug: string, truths: Truths): Bounds | null {
  if (answers.every(({ periods }) => PERIODS.every((period) => isOrderOfPublished(periods[period])))) return null;
  const enclosed = new Bounds(answers.length, 0, UNBOUNDED);
  const own = new Set(world.tools.filter(({ owner }) => owner === 'attacker').map((tool) => tool.slug));
  for (const [day, { periods }] of answers.entries())
    for (const [place, period] of PERIODS.entries()) {
      const rows = periods[period].tools.filter(({ rank }) => rank === null).map(({ tool }) => tool.slug);
      const at = rows.indexOf(slug);
      if (at === -1) continue;
      for (const [index, other] of rows.entries()) {
        const developers = own.has(other) ? truths.get(other)?.[day]?.[period].developers.size : undefined;
        if (developers === undefined) continue;
        if (index < at) enclosed.tighten(place, day, 0, developers);
        else enclosed.tighten(place, day, developers, UNBOUNDED);
      }
    }
  return enclosed;
}

const CATEGORY_TOOLS_MIN = 3;
const SUMMED = ['developers', 'accounts', 'events'] as const;

/**
 * The counts of a victim, as they are left, are those that a category adds beyond the attacker's tools, whose truth the attacker knows and
 * whose secret numbers follow from their rows. A category of published numbers alone tells nothing that its rows don't.
 */
export function readCategories(
  world: World,
  answers: readonly PublishedDay[],
  slug: string,
  left: Left,
  truths: Truths,
  off: RuleName | undefined,
): void {
  const victim = world.tools.find((tool) => tool.slug === slug);
  const members = world.tools.filter(({ category }) => category === victim?.category);
  const own = members.filter(({ owner }) => owner === 'attacker');
  if (own.length !== members.length - 1) return;
  const lefts = own.map((tool) => ({ tool, left: readAnswers(answers, tool.slug, off) }));
  for (const count of SUMMED) {
    const secrets = lefts.map(({ tool, left: { of } }) => ({
      tool,
      ...secretOf(of[count], count, truths.get(tool.slug)),
    }));
    for (const [day, { periods }] of answers.entries())
      for (const [place, period] of PERIODS.entries()) {
        const category = periods[period].categories.find((one) => one.category === victim?.category);
        const sum = category?.[count] ?? null;
        const rows = periods[period].tools.filter(({ tool }) => members.some((member) => member.slug === tool.slug));
        const published = rows.filter(({ cohort }) => cohort === 'reported');
        const ofPublished = published.reduce((total, row) => total + (row[count] ?? 0), 0);
        if (sum === null || (sum === ofPublished && published.length >= CATEGORY_TOOLS_MIN)) continue;
        let [least, most] = [0, 0];
        for (const { tool, low, high } of secrets) {
          const figures = truths.get(tool.slug)?.[day]?.[period];
          const truth = figures ? sizeOf(figures, count) : 0;
          least += Math.max(0, truth - high);
          most += Math.max(0, truth - low);
        }
        // Accounts may have been cut to the developers that are left.
        const cut = count === 'accounts' && sum - least >= left.of.developers.lowAt(place, day);
        left.of[count].tighten(place, day, sum > most ? sum - most : -UNBOUNDED, cut ? UNBOUNDED : sum - least);
      }
  }
}

const sizeOf = (figures: Figures, count: (typeof SUMMED)[number]): number =>
  count === 'developers' ? figures.developers.size : figures[count];

/** Between which numbers the secret of a count lies whose truth is known. */
function secretOf(
  left: Bounds,
  count: (typeof SUMMED)[number],
  truth: readonly Record<Period, Figures>[] | undefined,
): { low: number; high: number } {
  let [low, high] = [0, 60];
  left.everyWindow((period, day) => {
    const name = PERIODS[period];
    const figures = name && truth?.[day]?.[name];
    if (!figures) return;
    const own = sizeOf(figures, count);
    if (left.highAt(period, day) < UNBOUNDED) low = Math.max(low, own - left.highAt(period, day));
    if (left.lowAt(period, day) > -UNBOUNDED) high = Math.min(high, own - left.lowAt(period, day));
  });
  return { low, high };
}

const COMPONENTS = [
  { component: 'activation', share: 'activation', part: 'newActivated', whole: 'newDevelopers' },
  { component: 'retention', share: 'return', part: 'returned', whole: 'matured' },
  { component: 'steady', share: 'steadyUse', part: 'steady', whole: 'steadyOf' },
] as const;
const FINE = 0.005;

/** A component that isn't the published share is a finer one: few denominators have it, and each is a value of the count. */
export function readComponents(
  left: Left,
  most: Bounds,
): { count: 'newDevelopers' | 'matured' | 'steadyOf'; day: number; values: number[] }[] {
  return (left.rows[NINETY_DAYS] ?? []).flatMap((row, day) =>
    COMPONENTS.flatMap(({ component, share, whole }) => {
      const value = row.components.find(({ id }) => id.startsWith(component))?.value ?? null;
      if (value === null || value === (row.shares?.[share] ?? null)) return [];
      const values: number[] = [];
      for (let of = 1; of <= Math.min(most.highAt(NINETY_DAYS, day), 1000); of += 1) {
        const part = Math.round((value * of) / 100);
        if (Math.abs((100 * part) / of - value) <= FINE) values.push(of);
      }
      return [{ count: whole, day, values }];
    }),
  );
}
