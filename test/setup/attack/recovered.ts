import { COUNTS, type Count, type Left, NINETY_DAYS } from './answers.js';
import type { Conclusions } from './conclusions.js';
import { narrowed } from './secrets.js';
import type { Figures } from './truth.js';
import { PERIODS, type Period } from './world.types.js';

/** At least as many values have to be left, and in the smallest set that holds nine tenths of the probability (decisions §5). */
export const VALUES_MIN = 10;
export const ACCOUNT_VALUES_MIN = 7;
export const enoughOf = (count: Count): number => (count === 'accounts' ? ACCOUNT_VALUES_MIN : VALUES_MIN);

/** A count that an attacker knows better than was promised. */
export interface Recovered {
  readonly slug: string;
  readonly count: Count;
  readonly period: Period;
  readonly day: number;
  readonly truth: number;
  readonly valuesLeft: number;
  readonly smallestOf90: number;
  readonly by: string;
}

export const trueCount = (figures: Figures, count: Count): number => {
  const own = figures[count];
  return typeof own === 'number' ? own : own.size;
};

/** A retained developer returns a week after activating, so nobody is retained within a window of seven days. */
const IMPOSSIBLE = new Set(['retained 7d']);
/** Counts that exist for the windows of seven and thirty days as well; shares are of ninety days alone. */
const OF_EVERY_WINDOW = new Set<Count>(['developers', 'accounts', 'events', 'activated', 'retained']);

/** Every count of every window, published or not, of which fewer values are left than was promised. */
export function recoveredBy(
  by: string,
  slug: string,
  left: Left,
  truth: readonly (Record<Period, Figures> | null)[],
  conclusions: Conclusions,
): { recovered: Recovered[]; wrong: Recovered[] } {
  const [recovered, wrong]: [Recovered[], Recovered[]] = [[], []];
  for (const count of COUNTS)
    left.of[count].everyWindow((period, day) => {
      const name = PERIODS[period];
      const figures = name && truth[day]?.[name];
      if (!name || !figures || IMPOSSIBLE.has(`${count} ${name}`)) return;
      if (period !== NINETY_DAYS && !OF_EVERY_WINDOW.has(count)) return;
      const own = trueCount(figures, count);
      const enough = enoughOf(count);
      const known = narrowed(
        conclusions.posteriorOf(count, period, day),
        (n) => {
          const bounds = conclusions.bounds[count].with(n);
          return bounds && [bounds.lowAt(period, day), bounds.highAt(period, day)];
        },
        own,
        enough,
      );
      if (!known || (known.valuesLeft >= enough && known.smallestOf90 >= enough)) return;
      const { valuesLeft, smallestOf90 } = known;
      const found: Recovered = { slug, count, period: name, day, truth: own, valuesLeft, smallestOf90, by };
      if (known.holds) recovered.push(found);
      else wrong.push(found);
    });
  return { recovered, wrong };
}
