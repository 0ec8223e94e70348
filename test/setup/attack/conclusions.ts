import type { Count, Left } from './answers.js';
import { addDays, Bounds, BoundsByNumber, contradicts, coverWindows, differenceWindows, UNBOUNDED } from './bounds.js';
import { type PosteriorOf, weigh } from './comparison.js';
import { type Assumptions, type Draw, isOneNumber, NOTHING_WITHHELD } from './withholding.js';

const ROUNDS = 3;

const plus = (bound: number, n: number): number => (Math.abs(bound) >= UNBOUNDED ? bound : bound + n);

/** The bounds of the truth for each secret number, from those of what is left and those that hold whatever the number is. */
function truthOf(
  left: Bounds,
  whatever: Bounds | null,
  { max }: Draw,
  conclude: (bounds: Bounds) => Bounds | null,
): BoundsByNumber {
  return new BoundsByNumber(left.days, max, (n) => {
    const bounds = new Bounds(left.days, 0, UNBOUNDED);
    for (let place = 0; place < bounds.places; place += 1)
      bounds.tightenAt(place, plus(left.low[place] ?? -UNBOUNDED, n), plus(left.high[place] ?? UNBOUNDED, n));
    if (whatever) bounds.tightenBy(whatever);
    return conclude(bounds);
  });
}

/** Bounds that hold of a count whatever is withheld from it: no more developers than events, and so on. */
const within = (most: Bounds | null, least: Bounds | null, days: number): Bounds => {
  const bounds = new Bounds(days, 0, UNBOUNDED);
  for (let place = 0; place < bounds.places; place += 1)
    bounds.tightenAt(place, least?.low[place] ?? 0, most?.high[place] ?? UNBOUNDED);
  return bounds;
};

function both(bounds: Bounds, also: Bounds | null | undefined): Bounds {
  if (also) bounds.tightenBy(also);
  return bounds;
}

/** All that is concluded from what is left: the bounds of each count by its secret number, and how likely each number is. */
export interface Conclusions {
  readonly bounds: Readonly<Record<Count, BoundsByNumber>>;
  readonly posteriorOf: PosteriorOf;
}

/** Bounds of the truth from elsewhere in the answers, whatever is withheld. */
export type Also = Readonly<{ developers?: Bounds | null; events?: Bounds | null }>;

const possible = (bounds: Bounds): Bounds | null => (contradicts(bounds) ? null : bounds);

/** Concludes from what is left, once for each belief. */
export function conclude(left: Left, assumptions: Assumptions, also: Also = {}): Conclusions[] {
  const { off, unsteady } = assumptions;
  const { of, days } = left;
  const draw = (count: Count) => (off === 'withheld' ? NOTHING_WITHHELD : assumptions.withholding.draws[count]);
  const comparable = isOneNumber(off);
  const nested = (bounds: Bounds): Bounds | null => {
    if (!comparable) return possible(bounds);
    for (let round = 0; round < ROUNDS; round += 1) {
      const differences = differenceWindows(bounds, unsteady);
      const covers = !unsteady && coverWindows(bounds);
      if (contradicts(bounds)) return null;
      if (!differences && !covers) break;
    }
    return bounds;
  };
  const summed = (bounds: Bounds): Bounds | null => (comparable && !unsteady ? addDays(bounds) : nested(bounds));
  const byNumber = (count: Count, most: Bounds | null, through: (bounds: Bounds) => Bounds | null) =>
    truthOf(of[count], within(most, null, days), draw(count), through);

  // Each developer left is one, and each has an event at least.
  const events = truthOf(of.events, both(within(null, of.developers, days), also.events), draw('events'), summed);
  const mostEvents = events.whatever(days);
  const mostBeside = both(within(mostEvents, null, days), also.developers);
  const developers = truthOf(of.developers, mostBeside, draw('developers'), nested);
  const mostDevelopers = developers.whatever(days);
  const activated = byNumber('activated', mostDevelopers, summed);
  const newDevelopers = byNumber('newDevelopers', mostDevelopers, possible);
  const matured = byNumber('matured', null, possible);
  const steadyOf = byNumber('steadyOf', null, possible);
  const bounds = {
    developers,
    events,
    activated,
    retained: byNumber('retained', activated.whatever(days), possible),
    newDevelopers,
    newActivated: byNumber('newActivated', newDevelopers.whatever(days), possible),
    matured,
    returned: byNumber('returned', matured.whatever(days), possible),
    steadyOf,
    steady: byNumber('steady', steadyOf.whatever(days), possible),
  };
  return assumptions.beliefs.map((belief) => {
    const most = belief === 'one account each' ? mostDevelopers : mostEvents;
    const all = { ...bounds, accounts: byNumber('accounts', most, nested) };
    return { bounds: all, posteriorOf: weigh(left, all, belief, assumptions) };
  });
}
