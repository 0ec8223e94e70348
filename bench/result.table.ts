import { figureOf, type RatioRow, type Spread } from './result.ratios.js';
import { type Contestant, contestants, type Round } from './round.measure.js';

/** The report's facts about the machine and the way in which the limit was measured. */
export interface Circumstances {
  readonly node: string;
  readonly postgres: string;
  readonly processors: number;
  readonly insertsBy: string;
  readonly rounds: number;
}

const TITLES: Record<Contestant, string> = {
  insertBy1: 'single-row inserts, 1 client',
  insertBy16: 'single-row inserts, 16 clients',
  insertBy64: 'single-row inserts, 64 clients',
  insert500: '500-row inserts, 1 connection',
  hello: 'Express hello, 64 connections',
  floor: 'the floor, 64 connections',
  handwritten: 'handwritten, 64 connections',
  handwrittenChecked: 'handwritten with checks, 64 connections',
  handwrittenAlone: 'handwritten, 1 connection',
  unfolded: 'track, 64 connections, folding off',
  unique: 'track, 64 connections',
  uniqueAlone: 'track, 1 connection',
  duplicates: 'track, 64 connections, duplicates',
  batches: 'batches of 50, 8 connections',
};

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
const short = (value: number): string =>
  Number.isFinite(value) ? value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2) : '–';
const percent = (value: number): string => `${Math.round(value * 100)} %`;
const ranged = ({ median, least, most }: Spread, write: (value: number) => string): string =>
  least === most ? write(median) : `${write(median)} (${write(least)}–${write(most)})`;

/** The whole report as text: what was measured, the ratios, and what the machine was like. */
export function reportText(rounds: readonly Round[], ratios: readonly RatioRow[], at: Circumstances): string {
  const measured = contestants.map((name) => {
    const figure = (key: Parameters<typeof figureOf>[2]): Spread => figureOf(rounds, name, key);
    const shares = (['targetShare', 'postgresShare', 'generatorShare', 'othersShare'] as const).map((key) => {
      const { median } = figure(key);
      return figure('generatorShare').median > 0 ? percent(median) : '';
    });
    return [
      TITLES[name],
      ranged(figure('perSecond'), whole),
      short(figure('p50Ms').median),
      short(figure('p99Ms').median),
      ...(['targetMicros', 'postgresMicros'] as const).map((key) => {
        const { median } = figure(key);
        return median > 0 ? whole(median) : '';
      }),
      ...shares,
    ];
  });
  return [
    `Node ${at.node}, PostgreSQL ${at.postgres}, ${at.processors} processors, ${at.rounds} rounds; single-row inserts by ${at.insertsBy}.`,
    'Medians, with the least and the greatest of all rounds in brackets; shares are of one processor.',
    '',
    ...aligned([
      [
        'measured',
        'per second',
        'p50 ms',
        'p99 ms',
        'µs of target',
        'of postgres',
        'target',
        'postgres',
        'generator',
        'others',
      ],
      ...measured,
    ]),
    '',
    ...ratioLines(ratios),
    '',
    'How to read this: bench/README.md.',
  ].join('\n');
}

/** The ratios with what they have to reach. */
export function ratioLines(ratios: readonly RatioRow[]): string[] {
  const judged = ratios.map(({ name, ratio, target, nextTarget, wants, unit, reached }) => [
    target === null ? '' : reached ? 'reached' : 'missed',
    name,
    ranged(ratio, short),
    target === null ? '' : `${wants} ${target}${nextTarget ? `, then ${nextTarget}` : ''}${unit ? ` ${unit}` : ''}`,
  ]);
  return aligned([['', 'ratio within each round', 'median (spread)', 'wanted'], ...judged]);
}

/** Columns of equal width; numbers stand to the right of the first one. */
export function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
