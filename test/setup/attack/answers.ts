import { Bounds, UNBOUNDED } from './bounds.js';
import { PERIODS, type PublishedDay, type PublishedRow, type PublishedShares, type RuleName } from './world.types.js';

/** Every count that has a secret number of its own, tool calls aside. */
export const COUNTS = [
  'developers',
  'accounts',
  'events',
  'activated',
  'retained',
  'newDevelopers',
  'newActivated',
  'matured',
  'returned',
  'steadyOf',
  'steady',
] as const;
export type Count = (typeof COUNTS)[number];

const SHARES: readonly { share: keyof PublishedShares; part: Count; whole: Count }[] = [
  { share: 'activation', part: 'newActivated', whole: 'newDevelopers' },
  { share: 'return', part: 'returned', whole: 'matured' },
  { share: 'steadyUse', part: 'steady', whole: 'steadyOf' },
];

const SUB_COUNT_MIN = 10;
const COHORT_ACCOUNTS_MIN = 3;
const DENOMINATOR_MIN = 20;
const HALF_OF_SHARE = 2.5;
const HALF_OF_EXACT_SHARE = 0.005;
const LAG_MAX = 18; // a move takes 10 and at most 9 people more, so 18 may stand behind a number that didn't move
const LAG_MAX_UNDRAWN = 9;
export const NINETY_DAYS = 2;

/** The least and the most that is rounded to a published number: to 5 below 100, to 10 below 1,000, then to two digits. */
export function roundedTo(published: number): readonly [number, number] {
  if (published < 10) return [published, published];
  const step = published <= 100 ? 5 : published <= 1000 ? 10 : 10 ** (Math.floor(Math.log10(published)) - 1);
  const stepBelow =
    published === 100
      ? 5
      : published === 1000
        ? 10
        : published === 10 ** Math.round(Math.log10(published))
          ? step / 10
          : step;
  const stepAbove = published === 100 ? 10 : published === 1000 ? 100 : step;
  const most = Math.ceil(published + stepAbove / 2) - 1;
  return [Math.max(10, Math.ceil(published - stepBelow / 2)), most];
}

/** The bounds of each count in each window, as it is left, that the public answers of one tool tell. */
export interface Left {
  readonly days: number;
  readonly of: Readonly<Record<Count, Bounds>>;
  readonly rows: readonly (readonly PublishedRow[])[];
}

interface Reading {
  readonly off: RuleName | undefined;
  /** The count that this one is cut to, as it is left. */
  readonly whole: Bounds | null;
  readonly counted: 'people' | 'other';
}

/** The numbers that moved are what was left on that day, rounded. */
export function readFreshNumbers(
  bounds: Bounds,
  period: number,
  values: readonly (number | null)[],
  reading: Reading,
): void {
  let before: number | null = null;
  for (const [day, value] of values.entries()) {
    if (value === null) {
      if (reading.off === 'outlivesGap') before = null;
      continue;
    }
    const fresh = value !== before || reading.off === 'movement';
    before = value;
    if (!fresh) continue;
    const [low, high] = reading.off === 'rounding' ? [value, value] : roundedTo(value);
    const capped = reading.off !== 'partOfWhole' && reading.whole && high >= reading.whole.lowAt(period, day);
    bounds.tighten(period, day, low, capped ? UNBOUNDED : high);
  }
}

/** A number that is there says that ten are left; one of people that did not move, how far what is left can have gone since. */
export function readKeptNumbers(
  bounds: Bounds,
  period: number,
  values: readonly (number | null)[],
  reading: Reading,
): void {
  const lag = reading.off === 'drawnMovement' ? LAG_MAX_UNDRAWN : LAG_MAX;
  for (const [day, value] of values.entries()) {
    if (value === null) continue;
    if (reading.off !== 'subCounts' && reading.off !== 'cohorts') bounds.tighten(period, day, SUB_COUNT_MIN, UNBOUNDED);
    if (reading.counted !== 'people' || reading.off === 'movement') continue;
    const [low, high] = reading.off === 'rounding' ? [value, value] : roundedTo(value);
    bounds.tighten(period, day, low - lag, reading.whole ? UNBOUNDED : high + lag);
  }
}

/** A number that is null in a reported row bounds what is left from above, and one that is there from below. */
export function readNulls(left: Left, off: RuleName | undefined): void {
  for (const [period, rows] of left.rows.entries())
    for (const [day, row] of rows.entries()) {
      if (row.cohort !== 'reported') continue;
      if (off !== 'cohorts') {
        left.of.developers.tighten(period, day, SUB_COUNT_MIN, UNBOUNDED);
        left.of.accounts.tighten(period, day, COHORT_ACCOUNTS_MIN, UNBOUNDED);
      }
      if (off !== 'subCounts' && row.accounts === null)
        left.of.accounts.tighten(period, day, -UNBOUNDED, SUB_COUNT_MIN - 1);
      if (period !== NINETY_DAYS) continue;
      if (off !== 'subCounts' && off !== 'cohorts') {
        if (row.activated === null) left.of.activated.tighten(period, day, -UNBOUNDED, SUB_COUNT_MIN - 1);
        else if (row.retained === null) left.of.retained.tighten(period, day, -UNBOUNDED, SUB_COUNT_MIN - 1);
      }
      for (const { share, whole } of SHARES) {
        if (off === 'shareDenominators') continue;
        const shown = (row.shares?.[share] ?? null) !== null;
        // These two are cut to the developers that are left, of whom there are ten at least.
        const isCut =
          whole !== 'matured' && off !== 'partOfWhole' && left.of.developers.highAt(period, day) < DENOMINATOR_MIN;
        if (shown) left.of[whole].tighten(period, day, DENOMINATOR_MIN, UNBOUNDED);
        else if (!isCut && left.of.developers.lowAt(period, day) >= DENOMINATOR_MIN)
          left.of[whole].tighten(period, day, -UNBOUNDED, DENOMINATOR_MIN - 1);
      }
    }
}

/** A share that moved bounds its numerator by its denominator; to a hundredth of a percent it is a fraction, of which few denominators have it. */
export function readShares(left: Left, off: RuleName | undefined): void {
  const half = off === 'shareRounding' ? HALF_OF_EXACT_SHARE : HALF_OF_SHARE;
  for (const { share, part, whole } of SHARES) {
    let before: number | null = null;
    for (const [day, row] of (left.rows[NINETY_DAYS] ?? []).entries()) {
      const value = row.shares?.[share] ?? null;
      const fresh = value !== null && (value !== before || off === 'movementOfShares');
      before = value ?? before;
      if (!fresh || value === null) continue;
      const [parts, wholes] = [left.of[part], left.of[whole]];
      const most = Math.min(wholes.highAt(NINETY_DAYS, day), 400);
      let [lowPart, highPart, lowWhole, highWhole] = [UNBOUNDED, -1, UNBOUNDED, -1];
      for (let of = Math.max(1, wholes.lowAt(NINETY_DAYS, day)); of <= most; of += 1) {
        const least = Math.max(parts.lowAt(NINETY_DAYS, day), Math.ceil((of * (value - half)) / 100), 0);
        const greatest = Math.min(of, Math.floor((of * (value + half)) / 100));
        if (least > greatest) continue;
        [lowPart, highPart] = [Math.min(lowPart, least), Math.max(highPart, greatest)];
        [lowWhole, highWhole] = [Math.min(lowWhole, of), Math.max(highWhole, of)];
      }
      if (highWhole < 0 || most >= 400) continue;
      const wholeIsCut =
        off !== 'partOfWhole' && whole !== 'matured' && highWhole >= left.of.developers.lowAt(NINETY_DAYS, day);
      wholes.tighten(NINETY_DAYS, day, lowWhole, wholeIsCut ? UNBOUNDED : highWhole);
      const partIsCut = off !== 'partOfWhole' && highPart >= lowWhole;
      parts.tighten(NINETY_DAYS, day, lowPart, partIsCut ? UNBOUNDED : highPart);
    }
  }
}

/** The rows of one tool: for each window those of every day. */
export function rowsOf(answers: readonly PublishedDay[], slug: string): PublishedRow[][] {
  return PERIODS.map((period) =>
    answers.map(({ periods }) => {
      const row = periods[period].tools.find(({ tool }) => tool.slug === slug);
      if (!row) throw new Error(`no row is of ${slug}`);
      return row;
    }),
  );
}

/** Reads all that the rows of a tool say about what is left. */
export function readAnswers(answers: readonly PublishedDay[], slug: string, off: RuleName | undefined): Left {
  const rows = rowsOf(answers, slug);
  const days = answers.length;
  const bounds = () => new Bounds(days, -UNBOUNDED, UNBOUNDED);
  const of: Record<Count, Bounds> = {
    developers: bounds(),
    accounts: bounds(),
    events: bounds(),
    activated: bounds(),
    retained: bounds(),
    newDevelopers: bounds(),
    newActivated: bounds(),
    matured: bounds(),
    returned: bounds(),
    steadyOf: bounds(),
    steady: bounds(),
  };
  const left: Left = { days, of, rows };
  const published = ['developers', 'accounts', 'events', 'activated', 'retained'] as const;
  const wholes: Partial<Record<Count, Bounds>> = {
    accounts: of.developers,
    activated: of.developers,
    retained: of.activated,
  };
  for (const count of published)
    for (const [period, own] of rows.entries()) {
      const values = own.map((row) => row[count]);
      const counted = count === 'accounts' || count === 'events' ? 'other' : 'people';
      const reading: Reading = { off, whole: wholes[count] ?? null, counted };
      readKeptNumbers(of[count], period, values, reading);
      readFreshNumbers(of[count], period, values, reading);
    }
  readNulls(left, off);
  readShares(left, off);
  return left;
}
