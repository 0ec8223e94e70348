import { COUNTS, type Count, type Left, NINETY_DAYS } from './answers.js';
import { type BoundsByNumber, UNBOUNDED } from './bounds.js';
import { Secrets } from './secrets.js';
import { type Assumptions, type Belief, type Draw, isOneNumber, NOTHING_WITHHELD, secretOf } from './withholding.js';

const MATURED_AFTER = 14;
const SEVEN_DAYS = 0;
const THIRTY_DAYS = 1;
/** By how many days a window can be shifted and still lie in another; windows of one length are compared on one day alone. */
const LENGTHS_APART = [[0], [23, 0], [83, 60, 0]];

interface Place {
  readonly count: Count;
  readonly period: number;
  readonly day: number;
}

/** Compares counts of which one can't be more than the other: what is left of both bounds the difference of their secret numbers. */
class Comparison {
  constructor(
    private readonly left: Left,
    private readonly secrets: Secrets,
    private readonly assumptions: Assumptions,
  ) {}

  /** A part is never more than its whole. */
  partsWithWholes(belief: Belief): void {
    const pairs: [part: Count, whole: Count][] = [
      ['developers', 'events'],
      ['accounts', 'events'],
      ['activated', 'developers'],
      ['retained', 'activated'],
      ['newDevelopers', 'developers'],
      ['newActivated', 'newDevelopers'],
      ['newActivated', 'activated'],
      ['returned', 'matured'],
      ['steady', 'steadyOf'],
    ];
    if (belief === 'one account each') pairs.push(['accounts', 'developers']);
    this.left.of.developers.everyWindow((period, day) => {
      for (const [part, whole] of pairs) this.atMost({ count: part, period, day }, { count: whole, period, day });
    });
  }

  /** Who matured are those who activated in the window that ended two weeks before: one truth, of which two numbers are withheld. */
  maturedWithActivated(): void {
    for (let day = MATURED_AFTER; day < this.left.days; day += 1) {
      const matured: Place = { count: 'matured', period: NINETY_DAYS, day };
      const activated: Place = { count: 'activated', period: NINETY_DAYS, day: day - MATURED_AFTER };
      this.atMost(matured, activated);
      this.atMost(activated, matured);
    }
  }

  /** The four weeks of steady use contain windows of seven days, and lie in windows of thirty. */
  steadyUseWithDevelopers(): void {
    for (let day = 0; day < this.left.days; day += 1) {
      const sunday = day - ((day + 1) % 7); // day 0 of every world is a Monday
      const steadyOf: Place = { count: 'steadyOf', period: NINETY_DAYS, day };
      for (const after of [0, 1, 2])
        this.atMost(steadyOf, { count: 'developers', period: THIRTY_DAYS, day: sunday + after });
      for (const before of [0, 7, 14, 21])
        this.atMost({ count: 'developers', period: SEVEN_DAYS, day: sunday - before }, steadyOf);
    }
  }

  /** A number that is drawn more than once shows one truth more than once: so do windows that contain one another. */
  averageDraws(count: Count): void {
    for (let outer = 0; outer <= NINETY_DAYS; outer += 1)
      for (let inner = 0; inner <= outer; inner += 1) {
        const slack = LENGTHS_APART[outer]?.[inner] ?? 0;
        for (let day = 0; day < this.left.days; day += 1)
          for (let before = 0; before <= Math.min(slack, day); before += 1)
            this.atMost({ count, period: inner, day: day - before }, { count, period: outer, day });
      }
  }

  private atMost(part: Place, whole: Place): void {
    if (part.day < 0 || whole.day < 0 || whole.day >= this.left.days) return;
    const least = this.left.of[part.count].lowAt(part.period, part.day);
    const most = this.left.of[whole.count].highAt(whole.period, whole.day);
    const { off, withholding } = this.assumptions;
    const [of, inside] = [
      secretOf(part.count, part.period, part.day, off, withholding),
      secretOf(whole.count, whole.period, whole.day, off, withholding),
    ];
    if (least > -UNBOUNDED && most < UNBOUNDED && of !== inside) this.secrets.atMost(of, inside, most - least);
  }
}

/** How likely a secret number of a count is, in a window and on a day. */
export type PosteriorOf = (count: Count, period: number, day: number) => Float64Array;

/** How likely each secret number is, once those that can't be are left out and they are compared with one another. */
export function weigh(
  left: Left,
  bounds: Readonly<Record<Count, BoundsByNumber>>,
  belief: Belief,
  assumptions: Assumptions,
): PosteriorOf {
  const { off, withholding } = assumptions;
  const nameOf = (count: Count, period: number, day: number) => secretOf(count, period, day, off, withholding);
  const draws: Record<string, Draw> = {};
  for (const count of COUNTS)
    left.of[count].everyWindow((period, day) => {
      draws[nameOf(count, period, day)] ??= off === 'withheld' ? NOTHING_WITHHELD : withholding.draws[count];
    });
  const secrets = new Secrets(draws);
  if (!withholding.apart && off !== 'withheld')
    left.of.developers.everyWindow((period, day) => {
      const [accounts, people, events] = (['accounts', 'developers', 'events'] as const).map((count) =>
        nameOf(count, period, day),
      );
      if (!accounts || !people || !events) return;
      secrets.contain(accounts, people);
      secrets.contain(people, events);
    });
  const comparison = new Comparison(left, secrets, assumptions);
  if (isOneNumber(off)) {
    for (const count of COUNTS) secrets.restrict(nameOf(count, 0, 0), (n) => bounds[count].possible(n));
    comparison.partsWithWholes(belief);
    if (!assumptions.unsteady) {
      comparison.maturedWithActivated();
      comparison.steadyUseWithDevelopers();
    }
  } else comparison.averageDraws('developers');
  const posteriors = secrets.posteriors();
  return (count, period, day) => {
    const posterior = posteriors.get(nameOf(count, period, day));
    if (!posterior) throw new Error(`nothing is known of ${count}`);
    return posterior;
  };
}
