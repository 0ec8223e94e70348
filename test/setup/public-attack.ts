import {
  GROUP_MIN,
  MINIMUM_COHORT,
  type PublicationRules,
  stepOf,
  windowOf,
} from '../../server/adoption/publishing/publication.rules.js';
import {
  type CountName,
  countNames,
  type PeriodId,
  type PublishedRow,
  periodDays,
  periodIds,
} from '../../server/adoption/publishing/snapshot.types.js';
import { dayOf, type PublicDay, trueFigures, type World, type WorldTool } from './public-world.js';

/** An attacker's knowledge of a count: it lies between these, both included. */
interface Bounds {
  lo: number;
  hi: number;
}

interface Cell {
  readonly day: number;
  readonly period: PeriodId;
  readonly from: number;
  readonly row: PublishedRow;
  readonly bounds: Record<CountName, Bounds>;
}

/** A withheld count that the attacker knows better than by ten. */
export interface Recovered extends Bounds {
  readonly tool: string;
  readonly day: number;
  readonly period: PeriodId;
  readonly count: CountName;
  readonly truth: number;
}

/** Fewer values than these are left of a count that was recovered. */
const NARROW = 10;
const FAR = 1_000_000;

/** The true counts that a published one may stand for, with rounding or without. */
function bucketOf(published: number, rules: PublicationRules): Bounds {
  if (!rules.rounding) return { lo: published, hi: published };
  const below = stepOf(published - 1) / 2;
  const above = stepOf(published) / 2;
  return { lo: Math.ceil(published - below), hi: Math.ceil(published + above) - 1 };
}

const narrow = (bounds: Bounds, lo: number, hi: number): boolean => {
  const moved = lo > bounds.lo || hi < bounds.hi;
  bounds.lo = Math.max(bounds.lo, lo);
  bounds.hi = Math.min(bounds.hi, hi);
  return moved;
};

/**
 * Tries to recover what was withheld of one tenant's tool. It has every public answer of all days and periods, knows the rules and their
 * state, and has the true figures of every other tool. What it believes is sound: the truth always lies within its bounds.
 */
export function attackTool(
  target: WorldTool,
  world: World,
  answers: readonly PublicDay[],
  rules: PublicationRules,
): Cell[] {
  const cells = answers.flatMap(({ day, periods }) =>
    periodIds.flatMap((period): Cell[] => {
      const row = periods[period].rows.find(({ tool }) => tool.id === target.id);
      if (!row) return [];
      const bounds = Object.fromEntries(countNames.map((name) => [name, { lo: 0, hi: FAR }])) as Cell['bounds'];
      return [{ day, period, from: day - periodDays[period] + 1, row, bounds }];
    }),
  );
  for (const period of periodIds)
    for (const count of countNames)
      readPublished(
        cells.filter((cell) => cell.period === period),
        count,
        rules,
      );
  for (const cell of cells) readCohort(cell, rules);
  for (const answer of answers) readTotals(answer, target, world, cells, rules);
  if (!rules.derivedFromPublished) for (const answer of answers) readDerived(answer, target, world, cells);
  for (let pass = 0; pass < 2; pass += 1) {
    for (const cell of cells) {
      relateCounts(cell);
      readInsufficient(cell, rules);
    }
    for (const count of ['developers', 'accounts', 'retained', 'activated', 'events'] as const)
      relateWindows(cells, count);
    for (const count of ['developers', 'accounts'] as const) relateUnions(cells, count);
    for (const count of ['events', 'activated'] as const) relateSums(cells, count);
  }
  return cells;
}

/** Published numbers: one that moved is fresh; one that stayed may be held, within ten people of what it was. */
function readPublished(cells: readonly Cell[], count: CountName, rules: PublicationRules): void {
  let last = Number.NaN;
  for (const { row, bounds } of cells) {
    const value = row[count];
    if (value === null) continue;
    const bucket = bucketOf(value, rules);
    const held = rules.differencing && last === value;
    if (!held) narrow(bounds[count], bucket.lo, bucket.hi);
    else if (count !== 'events' && count !== 'accounts')
      narrow(bounds[count], bucket.lo - GROUP_MIN + 1, bucket.hi + GROUP_MIN - 1);
    if (count !== 'events' && rules.subCounts && count !== 'developers') narrow(bounds[count], GROUP_MIN, FAR);
    last = value;
  }
}

function readCohort({ row, bounds }: Cell, rules: PublicationRules): void {
  if (row.cohort === 'missing' || row.cohort === 'insufficient' || !rules.minimumCohort) return;
  narrow(bounds.developers, MINIMUM_COHORT.developers, FAR);
  narrow(bounds.accounts, MINIMUM_COHORT.accounts, FAR);
}

/** Insufficient is for too few developers or too few accounts: knowing that it is not the one says that it is the other. */
function readInsufficient({ row, bounds }: Cell, rules: PublicationRules): void {
  if (row.cohort !== 'insufficient' || !rules.minimumCohort) return;
  if (bounds.accounts.lo >= MINIMUM_COHORT.accounts) narrow(bounds.developers, 0, MINIMUM_COHORT.developers - 1);
  if (bounds.developers.lo >= MINIMUM_COHORT.developers) narrow(bounds.accounts, 0, MINIMUM_COHORT.accounts - 1);
}

function relateCounts({ row, bounds: { developers, accounts, activated, retained, events } }: Cell): void {
  narrow(events, developers.lo, FAR);
  narrow(developers, activated.lo, events.hi);
  narrow(activated, retained.lo, developers.hi);
  narrow(retained, 0, activated.hi);
  narrow(accounts, row.cohort === 'reported' ? 1 : 0, developers.hi); // in these worlds a developer has one account
  narrow(developers, accounts.lo, FAR);
}

/** A window within another one counts no more than it, on whatever day. */
function relateWindows(cells: readonly Cell[], count: CountName): void {
  for (const inner of cells)
    for (const outer of cells) {
      if (inner === outer || inner.from < outer.from || inner.day > outer.day) continue;
      narrow(inner.bounds[count], 0, outer.bounds[count].hi);
      narrow(outer.bounds[count], inner.bounds[count].lo, FAR);
    }
}

/** People of a window are no more than those of two windows that cover it. */
function relateUnions(cells: readonly Cell[], count: CountName): void {
  for (const whole of cells)
    for (const early of cells) {
      if (early.from > whole.from || early.day < whole.from || early.day >= whole.day) continue;
      for (const late of cells) {
        if (late.from > early.day + 1 || late.day < whole.day) continue;
        narrow(whole.bounds[count], 0, early.bounds[count].hi + late.bounds[count].hi);
        narrow(early.bounds[count], whole.bounds[count].lo - late.bounds[count].hi, FAR);
        narrow(late.bounds[count], whole.bounds[count].lo - early.bounds[count].hi, FAR);
      }
    }
}

/** Counts that add up over days: windows are differences of running totals, and the shortest paths between those are the exact bounds. */
function relateSums(cells: readonly Cell[], count: CountName): void {
  const days = [...new Set(cells.flatMap(({ from, day }) => [from - 1, day]))].sort((a, b) => a - b);
  const at = new Map(days.map((day, index) => [day, index]));
  const size = days.length;
  const most = new Float64Array(size * size).fill(FAR); // most[a * size + b]: the total at b is at most so much above that at a
  for (let index = 0; index < size; index += 1) most[index * size + index] = 0;
  for (let index = 1; index < size; index += 1) most[index * size + index - 1] = 0; // totals never fall
  const bound = (from: number, to: number, value: number): void => {
    const key = from * size + to;
    if (value < (most[key] ?? FAR)) most[key] = value;
  };
  for (const { from, day, bounds } of cells) {
    const [start, end] = [at.get(from - 1) ?? 0, at.get(day) ?? 0];
    bound(start, end, bounds[count].hi);
    bound(end, start, -bounds[count].lo);
  }
  for (let via = 0; via < size; via += 1)
    for (let from = 0; from < size; from += 1) {
      const first = most[from * size + via] ?? FAR;
      if (first >= FAR) continue;
      for (let to = 0; to < size; to += 1) {
        const value = first + (most[via * size + to] ?? FAR);
        if (value < (most[from * size + to] ?? FAR)) most[from * size + to] = value;
      }
    }
  for (const { from, day, bounds } of cells) {
    const [start, end] = [at.get(from - 1) ?? 0, at.get(day) ?? 0];
    narrow(bounds[count], -(most[end * size + start] ?? 0), most[start * size + end] ?? FAR);
  }
}

/** Category totals, with the truth of every other tool: under the rules they hold nothing that the rows don't. */
function readTotals(
  { day, periods }: PublicDay,
  target: WorldTool,
  world: World,
  cells: readonly Cell[],
  rules: PublicationRules,
): void {
  if (rules.publishedTotals) return;
  for (const period of periodIds) {
    const cell = cells.find((one) => one.day === day && one.period === period);
    if (!cell) continue;
    for (const total of periods[period].categories.filter(({ category }) => target.categories.includes(category)))
      for (const count of countNames) {
        const value = total[count];
        if (value === null) continue;
        const others = world.tools
          .filter(({ id, categories }) => id !== target.id && categories.includes(total.category))
          .reduce((sum, tool) => sum + trueFigures(tool, windowOf(period, dayOf(day)))[count], 0);
        const bucket = bucketOf(value, rules);
        narrow(cell.bounds[count], bucket.lo - others, bucket.hi - others);
      }
  }
}

/** Order, components and proof, where they are made of true numbers. */
function readDerived({ day, periods }: PublicDay, target: WorldTool, world: World, cells: readonly Cell[]): void {
  for (const period of periodIds) {
    const { rows, proof } = periods[period];
    const cell = cells.find((one) => one.day === day && one.period === period);
    if (!cell) continue;
    const place = rows.findIndex(({ tool }) => tool.id === target.id);
    const developersAt = (index: number): number | null => {
      const tool = world.tools.find(({ id }) => id === rows[index]?.tool.id);
      return tool ? trueFigures(tool, windowOf(period, dayOf(day))).developers : null;
    };
    narrow(cell.bounds.developers, developersAt(place + 1) ?? 0, place > 0 ? (developersAt(place - 1) ?? FAR) : FAR);
    for (const [signal, count] of [
      ['activation', 'activated'],
      ['retained', 'retained'],
    ] as const)
      if (proof.some((one) => one.signal === signal && one.tool.slug === target.slug))
        narrow(cell.bounds[count], 1, FAR);
      else narrow(cell.bounds[count], 0, 0);
    const share = cell.row.components.find(({ id }) => id === 'activation')?.value ?? null;
    const { developers, activated } = cell.bounds;
    if (share !== null && share < 100)
      narrow(
        activated,
        Math.ceil(((share - 0.5) / 100) * developers.lo),
        Math.floor(((share + 0.5) / 100) * developers.hi),
      );
  }
}

/**
 * The figures that are withheld under all rules and recovered from these answers; throws if a bound excludes the truth, since the attack would be
 * wrong.
 */
export function recoveredFrom(
  world: World,
  withheld: readonly PublicDay[],
  answers: readonly PublicDay[],
  rules: PublicationRules,
): Recovered[] {
  return world.tools.flatMap((tool) =>
    attackTool(tool, world, answers, rules).flatMap(({ day, period, bounds }) => {
      const truths = trueFigures(tool, windowOf(period, dayOf(day)));
      const row = withheld.find((one) => one.day === day)?.periods[period].rows.find((one) => one.tool.id === tool.id);
      return countNames.flatMap((count): Recovered[] => {
        const { lo, hi } = bounds[count];
        const truth = truths[count];
        if (truth < lo || truth > hi)
          throw new Error(
            `the attack excludes the truth: ${tool.slug} ${dayOf(day)} ${period} ${count} ${truth} not in ${lo}..${hi}`,
          );
        if (row?.[count] !== null || hi - lo + 1 >= NARROW) return [];
        return [{ tool: tool.slug, day, period, count, truth, lo, hi }];
      });
    }),
  );
}
