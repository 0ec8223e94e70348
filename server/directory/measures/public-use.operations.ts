import { ANY_KIND } from '../../platform/context.js';
import { invalid } from '../../platform/fault.js';
import { inShareOf, operation } from '../../platform/operation.js';
import { cursorAfter, keyOfCursor } from '../../platform/paging/page.js';
import type { Tool } from '../catalog/index.js';
import type { DirectoryRequestContext } from '../directory.open.js';
import { dayBefore, kindNamed, type MeasureKind, measureKinds, ranksOf } from '../measure.rules.js';
import type { Measure } from '../tool.types.js';
import {
  HISTORY_LIMITS,
  type MeasureHistory,
  type PublicUse,
  type PublicUseArgs,
  type PublicUseEntry,
  type UseHistoryArgs,
} from './measure.types.js';
import { readHistories } from './public-use.query.js';

/** Entries of a page whose figures over time can be asked for together. */
const TOP_MAX = 10;

/** The place after an entry: its value and its slug, which tell equals apart. */
const PLACE = /^\d{1,16} [a-z0-9]+(?:-[a-z0-9]+)*$/;

interface Figure extends Pick<PublicUseEntry, 'value' | 'subject' | 'asOf' | 'source' | 'change' | 'changeSince'> {
  readonly tool: PublicUseEntry['tool'];
}

/** Tools by one figure of public sources, out of the catalog in memory: no event of ours and no score is in it. */
export const readPublicUse = operation(
  { name: 'publicUse', who: ANY_KIND, limit: 'public-read' },
  async function publicUse(
    ctx: DirectoryRequestContext,
    { kind: given, category = null, limit, cursor }: PublicUseArgs,
  ): Promise<PublicUse> {
    const kind = kindOf(given);
    const { tools } = await ctx.parts.catalog.read();
    const all = [...tools.values()];
    if (category !== null && !all.some(({ categories }) => categories.includes(category)))
      throw invalid([{ pointer: '/category', code: 'unknown', detail: 'this is no category of the directory' }]);
    const figures = all
      .filter(({ categories }) => category === null || categories.includes(category))
      .flatMap((tool) => figureOf(tool, kind) ?? [])
      .sort((a, b) => b.value - a.value || (a.tool.slug < b.tool.slug ? -1 : 1));
    const ranks = ranksOf(figures.map(({ value }) => value));
    const from = startAfter(figures, keyOfCursor(cursor, PLACE));
    const page = figures.slice(from, from + limit);
    const last = page.at(-1);
    const isLast = from + limit >= figures.length;
    return {
      kind: kind.kind,
      title: kind.title,
      unit: kind.unit,
      label: 'public-source',
      category,
      asOf: figures.map(({ asOf }) => asOf).reduce<string | null>(newestOf, null),
      total: figures.length,
      items: page.map((figure, index) => ({ rank: ranks[from + index] ?? from + index + 1, ...figure })),
      nextCursor: isLast || last === undefined ? null : cursorAfter(`${last.value} ${last.tool.slug}`),
    };
  },
);

function kindOf(given: string): MeasureKind {
  const kind = kindNamed(given);
  if (kind) return kind;
  const names = measureKinds.map((one) => one.kind).join(', ');
  throw invalid([{ pointer: '/kind', code: 'not_allowed', detail: `must be one of ${names}` }]);
}

/** The figure of a tool's main package: its measures stand in that order. */
function figureOf(tool: Tool, { kind }: MeasureKind): Figure | null {
  const main = tool.measures.find((one) => one.kind === kind);
  if (!main) return null;
  const { value, subject, asOf, source, change, changeSince } = main;
  return { tool: { slug: tool.slug, name: tool.name }, value, subject, asOf, source, change, changeSince };
}

const newestOf = (newest: string | null, day: string): string => (newest === null || day > newest ? day : newest);

/** The first entry that stands behind a place, also where the one that was there is gone meanwhile. */
function startAfter(figures: readonly Figure[], place: string | null): number {
  if (place === null) return 0;
  const [value = '', slug = ''] = place.split(' ');
  const at = figures.findIndex(
    (one) => one.value < Number(value) || (one.value === Number(value) && one.tool.slug > slug),
  );
  return at === -1 ? figures.length : at;
}

/** The figures over time of the first entries of a page; part of the query that found the page. Null while they can't be read. */
export async function readUseHistory(
  ctx: DirectoryRequestContext,
  { kind, title, unit, items }: PublicUse,
  { top, days }: UseHistoryArgs,
): Promise<MeasureHistory[] | null> {
  if (!Number.isInteger(top) || top < 1 || top > TOP_MAX)
    throw invalid([{ pointer: '/top', code: 'out_of_range', detail: `must be a whole number from 1 to ${TOP_MAX}` }]);
  return readHistory(
    ctx,
    items.slice(0, top).map((entry) => ({ kind, title, unit, ...entry })),
    days,
  );
}

/** The figures of a tool's main packages over time; part of the query that found the tool. Null while they can't be read. */
export function readMeasureHistory(
  ctx: DirectoryRequestContext,
  measures: readonly Measure[],
  days: number,
): Promise<MeasureHistory[] | null> {
  const main = measureKinds.flatMap(({ kind, title, unit }) => {
    const found = measures.find((one) => one.kind === kind);
    return found ? [{ ...found, title, unit }] : [];
  });
  return readHistory(ctx, main, days);
}

/** A figure whose past is asked for. */
type Main = Pick<MeasureHistory, 'kind' | 'title' | 'unit' | 'subject' | 'source'> & { readonly asOf: string };

async function readHistory(
  ctx: DirectoryRequestContext,
  figures: readonly Main[],
  days: number,
): Promise<MeasureHistory[] | null> {
  const { min, max } = HISTORY_LIMITS;
  if (!Number.isInteger(days) || days < min || days > max)
    throw invalid([{ pointer: '/days', code: 'out_of_range', detail: `must be a whole number from ${min} to ${max}` }]);
  const newest = figures.map(({ asOf }) => asOf).reduce<string | null>(newestOf, null);
  if (newest === null) return [];
  const subjects = figures.map(({ kind, subject }) => ({ kind, subject }));
  const { recall } = await ctx.parts.catalog.read();
  const histories = await recall(['history', subjects, newest, days], () =>
    inShareOf(ctx, 'public-records', () => readHistories(ctx.em, subjects, dayBefore(newest, days))),
  );
  return (
    histories &&
    figures.map(({ kind, title, unit, subject, source }, index) => ({
      kind,
      title,
      unit,
      subject,
      label: 'public-source',
      source,
      points: histories[index]?.points ?? [],
    }))
  );
}
