import type { Contestant, Round, Sample } from './round.measure.js';

/** The middle of several measurements with the least and the greatest. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** One row of the table: a ratio of two things measured in the same round, and what it has to reach. */
export interface RatioRow {
  readonly name: string;
  readonly ratio: Spread;
  /** Null for what is only shown. */
  readonly target: number | null;
  /** The target once this one is reached. */
  readonly nextTarget?: number;
  readonly wants: 'at least' | 'at most';
  readonly unit?: string;
  readonly reached: boolean;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    least: at(0),
    most: at(sorted.length - 1),
  };
}

/** One figure of one contestant over all rounds. */
export const figureOf = (
  rounds: readonly Round[],
  name: Contestant,
  figure: Exclude<keyof Sample, 'isQuiet'>,
): Spread => spreadOf(rounds.map((round) => round[name][figure]));

const bestInsert = ({ insertBy16, insertBy64 }: Round): number => Math.max(insertBy16.perSecond, insertBy64.perSecond);

type Target = Pick<RatioRow, 'name' | 'target' | 'nextTarget' | 'wants'>;

const targets: readonly (Target & { readonly by: readonly Contestant[]; ratio(round: Round): number })[] = [
  {
    name: 'single events ÷ the floor',
    target: 0.75,
    wants: 'at least',
    by: ['unfolded', 'floor'],
    ratio: ({ unfolded, floor }) => unfolded.perSecond / floor.perSecond,
  },
  {
    name: 'single events ÷ handwritten handler that checks',
    target: 2.5,
    wants: 'at least',
    by: ['unique', 'handwrittenChecked'],
    ratio: ({ unique, handwrittenChecked }) => unique.perSecond / handwrittenChecked.perSecond,
  },
  {
    name: 'JavaScript per event ÷ Express hello',
    target: 1.6,
    wants: 'at most',
    by: ['unfolded', 'hello'],
    ratio: ({ unfolded, hello }) => unfolded.targetMicros / hello.targetMicros,
  },
  {
    name: "PostgreSQL per event ÷ handwritten's",
    target: 0.3,
    wants: 'at most',
    by: ['unique', 'handwritten'],
    ratio: ({ unique, handwritten }) => unique.postgresMicros / handwritten.postgresMicros,
  },
  {
    name: 'single events ÷ the best single-row inserts',
    target: 0.75,
    nextTarget: 0.9,
    wants: 'at least',
    by: ['unique', 'insertBy16', 'insertBy64'],
    ratio: (round) => round.unique.perSecond / bestInsert(round),
  },
  {
    name: 'single events ÷ handwritten handler',
    target: null,
    wants: 'at least',
    by: ['unique', 'handwritten'],
    ratio: ({ unique, handwritten }) => unique.perSecond / handwritten.perSecond,
  },
  {
    name: 'events in batches of 50 ÷ 500-row inserts',
    target: 0.85,
    wants: 'at least',
    by: ['batches', 'insert500'],
    ratio: ({ batches, insert500 }) => batches.perSecond / insert500.perSecond,
  },
  {
    name: 'duplicates ÷ unique events, both without folding',
    target: 0.95,
    wants: 'at least',
    by: ['duplicates', 'unfolded'],
    ratio: ({ duplicates, unfolded }) => duplicates.perSecond / unfolded.perSecond,
  },
  {
    name: 'folding on ÷ folding off',
    target: 0.95,
    wants: 'at least',
    by: ['unique', 'unfolded'],
    ratio: ({ unique, unfolded }) => unique.perSecond / unfolded.perSecond,
  },
  {
    name: 'p99 at 64 connections ÷ handwritten',
    target: 0.6,
    wants: 'at most',
    by: ['unique', 'handwritten'],
    ratio: ({ unique, handwritten }) => unique.p99Ms / handwritten.p99Ms,
  },
  {
    name: 'p50 at one connection ÷ handwritten',
    target: 1.2,
    wants: 'at most',
    by: ['uniqueAlone', 'handwrittenAlone'],
    ratio: ({ uniqueAlone, handwrittenAlone }) => uniqueAlone.p50Ms / handwrittenAlone.p50Ms,
  },
];

/** Every row of the table: the ratio is taken within each round, so that a slow moment of the machine meets both sides, then its median. */
export function ratiosOf(rounds: readonly Round[], gatewayMemoryMib: number): RatioRow[] {
  const rows = targets.map(({ ratio, by, ...target }) => {
    const quiet = rounds.filter((round) => by.every((name) => round[name].isQuiet));
    // A ratio without a quiet round is shown, and not judged.
    if (quiet.length === 0)
      return judged({ ...target, name: `${target.name}, noisy`, target: null, ratio: spreadOf(rounds.map(ratio)) });
    return judged({ ...target, ratio: spreadOf(quiet.map(ratio)) });
  });
  const memory = { median: gatewayMemoryMib, least: gatewayMemoryMib, most: gatewayMemoryMib };
  return [
    ...rows,
    judged({ name: "the gateway's memory at its peak", ratio: memory, target: 300, wants: 'at most', unit: 'MiB' }),
  ];
}

/** A row with its verdict. */
export const judged = (row: Omit<RatioRow, 'reached'>): RatioRow => ({
  ...row,
  reached:
    row.target === null || (row.wants === 'at least' ? row.ratio.median >= row.target : row.ratio.median <= row.target),
});
