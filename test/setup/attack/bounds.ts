import { DAYS_OF, PERIODS } from './world.types.js';

/** More than any count of a world; a bound of this size says nothing. */
export const UNBOUNDED = 1e8;

/** The least and the most that a count can be, for each window and day; a window of a day has a place, the days of one period side by side. */
export class Bounds {
  readonly low: Int32Array;
  readonly high: Int32Array;

  constructor(
    readonly days: number,
    low = -UNBOUNDED,
    high = UNBOUNDED,
  ) {
    this.low = new Int32Array(PERIODS.length * days).fill(low);
    this.high = new Int32Array(PERIODS.length * days).fill(high);
  }

  get places(): number {
    return this.low.length;
  }

  lowAt(period: number, day: number): number {
    return this.has(day) ? (this.low[period * this.days + day] ?? -UNBOUNDED) : -UNBOUNDED;
  }

  highAt(period: number, day: number): number {
    return this.has(day) ? (this.high[period * this.days + day] ?? UNBOUNDED) : UNBOUNDED;
  }

  /** Takes a bound where it is tighter, and says whether it was. */
  tighten(period: number, day: number, low: number, high: number): boolean {
    return this.has(day) && this.tightenAt(period * this.days + day, low, high);
  }

  /** The same, by the place of the window. */
  tightenAt(place: number, low: number, high: number): boolean {
    let tighter = false;
    if (low > (this.low[place] ?? low)) {
      this.low[place] = low;
      tighter = true;
    }
    if (high < (this.high[place] ?? high)) {
      this.high[place] = high;
      tighter = true;
    }
    return tighter;
  }

  /** Takes each of the other bounds that is tighter. */
  tightenBy(other: Bounds): void {
    for (let place = 0; place < this.low.length; place += 1)
      this.tightenAt(place, other.low[place] ?? -UNBOUNDED, other.high[place] ?? UNBOUNDED);
  }

  /** Gives up each bound that the other is wider than. */
  widenBy(other: Bounds): void {
    for (let place = 0; place < this.low.length; place += 1) {
      const [low, high] = [other.low[place] ?? 0, other.high[place] ?? 0];
      if (low < (this.low[place] ?? low)) this.low[place] = low;
      if (high > (this.high[place] ?? high)) this.high[place] = high;
    }
  }

  everyWindow(visit: (period: number, day: number) => void): void {
    for (let period = 0; period < PERIODS.length; period += 1)
      for (let day = 0; day < this.days; day += 1) visit(period, day);
  }

  private has(day: number): boolean {
    return day >= 0 && day < this.days;
  }
}

/** Numbers are tried in pairs: two neighbours tell how fast a bound grows with the number. */
const TRIED = [0, 4, 14];
const TRIED_OF_MANY_DAYS = [0, 10];
const MANY_DAYS = 100;

/** The bounds of a count for each number that may be withheld from it; null where that number can't be. */
export class BoundsByNumber {
  private readonly found: (Bounds | null)[];

  constructor(days: number, max: number, boundsWith: (n: number) => Bounds | null) {
    if (max === 0) {
      this.found = [boundsWith(0)];
      return;
    }
    const tried = new Map<number, Bounds | null>();
    for (const first of [...(days > MANY_DAYS ? TRIED_OF_MANY_DAYS : TRIED), max - 1])
      for (const n of [first, first + 1]) tried.set(n, boundsWith(n));
    // Numbers that fit lie beside one another: where none of those tried does, all that do are between two of them.
    const some = [...tried.values()].some((bounds) => bounds !== null);
    this.found = Array.from({ length: max + 1 }, (_, n) => {
      const own = tried.get(n);
      if (own !== undefined) return own;
      return some ? between(tried, n, days) : boundsWith(n);
    });
  }

  possible(n: number): boolean {
    return (this.found[n] ?? null) !== null;
  }

  with(n: number): Bounds | null {
    return this.found[n] ?? null;
  }

  /** The bounds that hold whatever the number is. */
  whatever(days: number): Bounds {
    const all = new Bounds(days, UNBOUNDED, 0);
    for (const bounds of this.found) if (bounds) all.widenBy(bounds);
    return all;
  }
}

/** Bounds are concave in the number, so that one that wasn't tried is within the lines through the pairs on both sides. */
function between(tried: ReadonlyMap<number, Bounds | null>, n: number, days: number): Bounds | null {
  const numbers = [...tried.keys()];
  const below = numbers.findLast((number) => number < n) ?? 0;
  const above = numbers.find((number) => number > n) ?? Infinity;
  const [before, low] = [tried.get(below - 1) ?? null, tried.get(below) ?? null];
  const [high, after] = [tried.get(above) ?? null, tried.get(above + 1) ?? null];
  // The numbers that fit have no gap: beyond one that does and one beside it that doesn't, none does.
  if ((before && !low) || (after && !high) || (!low && !high)) return null;
  const bounds = new Bounds(days, 0, UNBOUNDED);
  const within = (first: Bounds, second: Bounds, beyond: number) => {
    for (let place = 0; place < bounds.places; place += 1) {
      const [a, b] = [first.high[place] ?? UNBOUNDED, second.high[place] ?? UNBOUNDED];
      const [c, d] = [first.low[place] ?? 0, second.low[place] ?? 0];
      const most = a < UNBOUNDED && b < UNBOUNDED ? b + (b - a) * beyond : UNBOUNDED;
      bounds.tightenAt(place, d + (d - c) * beyond, most);
    }
  };
  if (before && low) within(before, low, n - below);
  if (after && high) within(after, high, above - n);
  return contradicts(bounds) ? null : bounds;
}

const LENGTHS = PERIODS.map((period) => DAYS_OF[period]);
const lengthOf = (period: number): number => LENGTHS[period] ?? 0;

/**
 * Windows that contain one another, 30 and 90 days apart too: nobody is in the inner one who isn't in the outer one.
 * With `sameDay` alone what was known on different days is not compared, as it must be where events come late.
 */
export function differenceWindows(bounds: Bounds, sameDay: boolean): boolean {
  let tighter = false;
  for (let outer = 1; outer < PERIODS.length; outer += 1)
    for (let inner = 0; inner < outer; inner += 1) {
      const slack = sameDay ? 0 : lengthOf(outer) - lengthOf(inner);
      for (let day = 0; day < bounds.days; day += 1) {
        const around = outer * bounds.days + day;
        for (let before = 0; before <= Math.min(slack, day); before += 1) {
          const within = inner * bounds.days + day - before;
          if (bounds.tightenAt(around, bounds.low[within] ?? -UNBOUNDED, UNBOUNDED)) tighter = true;
          if (bounds.tightenAt(within, -UNBOUNDED, bounds.high[around] ?? UNBOUNDED)) tighter = true;
        }
      }
    }
  return tighter;
}

const knownCovers = new Map<number, Int32Array>();

/**
 * Sets of windows that together contain another: one of the same length with the days that it lacks, three times thirty, thirteen weeks. One after
 * another: how many they are, the place of the window that they contain, and theirs.
 */
function coversOf(days: number): Int32Array {
  const before = knownCovers.get(days);
  if (before) return before;
  const covers: number[] = [];
  const cover = (...windows: readonly (readonly [period: number, day: number])[]) => {
    if (windows.every(([, day]) => day >= 0 && day < days))
      covers.push(windows.length - 1, ...windows.map(([period, day]) => period * days + day));
  };
  for (let day = 0; day < days; day += 1) {
    for (let period = 0; period < PERIODS.length; period += 1) {
      const length = lengthOf(period);
      for (let shift = 1; shift < Math.min(length, 31); shift += 1)
        cover([period, day], [period, day - shift], [shift <= 7 ? 0 : 1, day]);
      for (let shift = 1; shift < length; shift += 1)
        cover([period, day], [period, day - shift], [period, day + length - shift]);
      const weeks = Array.from({ length: Math.ceil(length / 7) }, (_, index) =>
        Math.max(day - 7 * index, day - length + 7),
      );
      if (period > 0) cover([period, day], ...weeks.map((end) => [0, end] as const));
    }
    cover([2, day], [1, day], [1, day - 30], [1, day - 60]);
  }
  const found = Int32Array.from(covers);
  knownCovers.set(days, found);
  return found;
}

/** Remainders and covers of two and more windows: nobody is in a window who isn't in one of those that cover it. */
export function coverWindows(bounds: Bounds): boolean {
  const covers = coversOf(bounds.days);
  const { low: lows, high: highs } = bounds;
  let tighter = false;
  let next = 0;
  while (next < covers.length) {
    const first = next + 2;
    const end = first + (covers[next] ?? 0);
    const place = covers[next + 1] ?? 0;
    next = end;
    let [sum, unbounded] = [0, 0];
    for (let index = first; index < end; index += 1) {
      const high = highs[covers[index] ?? 0] ?? UNBOUNDED;
      if (high >= UNBOUNDED) unbounded += 1;
      else sum += high;
    }
    if (unbounded > 1) continue;
    if (unbounded === 0 && bounds.tightenAt(place, 0, sum)) tighter = true;
    const low = lows[place] ?? 0;
    if (low <= 0) continue;
    for (let index = first; index < end; index += 1) {
      const one = covers[index] ?? 0;
      const high = highs[one] ?? UNBOUNDED;
      if (unbounded === 1 && high < UNBOUNDED) continue;
      if (bounds.tightenAt(one, low - (high >= UNBOUNDED ? sum : sum - high), UNBOUNDED)) tighter = true;
    }
  }
  return tighter;
}

/** Whether some count can be nothing at all. */
export function contradicts(bounds: Bounds): boolean {
  for (let place = 0; place < bounds.places; place += 1)
    if ((bounds.low[place] ?? 0) > (bounds.high[place] ?? 0)) return true;
  return false;
}

const FAR = 1 << 28;

/**
 * Exact bounds of counts that are sums over days (events, first activations), from bounds of some of them: shortest paths over the running
 * total before and after each day. Null where no days fit.
 */
export function addDays(known: Bounds): Bounds | null {
  const { days } = known;
  const { size, before, after } = totalsOf(days);
  const edges: number[] = [];
  for (let total = size - 1; total > 0; total -= 1) edges.push(total, total - 1, 0); // a running total never falls
  for (let place = 0; place < known.places; place += 1) {
    const [low, high] = [known.low[place] ?? 0, known.high[place] ?? UNBOUNDED];
    if (high < UNBOUNDED) edges.push(before[place] ?? 0, after[place] ?? 0, high);
    if (low > 0) edges.push(after[place] ?? 0, before[place] ?? 0, -low);
  }
  const ways = Int32Array.from(edges);
  const paths: Int32Array[] = [];
  for (let from = 0; from < size; from += 1) {
    const path = pathsFrom(from, size, ways);
    if (!path) return null;
    paths.push(path);
  }
  const exact = new Bounds(days, 0, UNBOUNDED);
  for (let place = 0; place < known.places; place += 1) {
    const [from, to] = [before[place] ?? 0, after[place] ?? 0];
    const [most, least] = [paths[from]?.[to] ?? FAR, -(paths[to]?.[from] ?? 0)];
    exact.tightenAt(place, least, most >= FAR ? UNBOUNDED : most);
  }
  return exact;
}

/** How far each running total can be above one of them; null where some would have to be less than itself. */
function pathsFrom(from: number, size: number, ways: Int32Array): Int32Array | null {
  const path = new Int32Array(size).fill(FAR);
  path[from] = 0;
  for (let round = 0; round <= size; round += 1) {
    let shorter = false;
    for (let index = 0; index < ways.length; index += 3) {
      const first = path[ways[index] ?? 0] ?? FAR;
      const to = ways[index + 1] ?? 0;
      const whole = first + (ways[index + 2] ?? 0);
      if (first >= FAR || whole >= (path[to] ?? FAR)) continue;
      path[to] = whole;
      shorter = true;
    }
    if (!shorter) return path;
    if ((path[from] ?? 0) < 0) return null;
  }
  return null;
}

/** The running totals that windows begin and end with: how many there are, and the two of each window by its place. */
interface Totals {
  readonly size: number;
  readonly before: Int32Array;
  readonly after: Int32Array;
}
const knownTotals = new Map<number, Totals>();

function totalsOf(days: number): Totals {
  const known = knownTotals.get(days);
  if (known) return known;
  const windows = LENGTHS.flatMap((length) =>
    Array.from({ length: days }, (_, day) => ({ before: day - length, after: day })),
  );
  const ends = [...new Set(windows.flatMap(({ before, after }) => [before, after]))].toSorted((a, b) => a - b);
  const place = new Map(ends.map((day, index) => [day, index]));
  const found = {
    size: ends.length,
    before: Int32Array.from(windows, ({ before }) => place.get(before) ?? 0),
    after: Int32Array.from(windows, ({ after }) => place.get(after) ?? 0),
  };
  knownTotals.set(days, found);
  return found;
}
