import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { selectRows } from '../../platform/database/kysely.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { newUuid } from '../../platform/ids.js';
import type { Row } from '../../platform/row.types.js';
import { lockCatalog, nextCatalogVersion, recordCatalogChanges, syncMeasures } from '../catalog/index.js';
import { MeasureDay, type MeasureState, type ToolSubject } from '../measure.entity.js';
import { type HoldReason, holdReasonOf, kindNamed, subjectOf } from '../measure.rules.js';
import { CatalogTool } from '../tool.entity.js';

interface MeasureTables {
  readonly tool: TableOf<CatalogTool>;
  readonly tool_subject: TableOf<ToolSubject>;
  readonly measure_day: TableOf<MeasureDay>;
}

/** A dated figure of a package or a repository, for every tool of which it is counted. */
export interface DatedMeasure {
  readonly kind: string;
  /** The name that its registry has for it. */
  readonly name: string;
  readonly value: number;
  /** A sentence or an address that says where the figure is from. */
  readonly source: string;
  /** YYYY-MM-DD */
  readonly day: string;
}

/** The outcome of a figure; a held one waits for a reviewer. */
export type MeasureOutcome =
  | { readonly outcome: 'created' | 'updated' | 'unchanged'; readonly id: string }
  | { readonly outcome: 'held' | 'refused'; readonly code: string; readonly detail: string };

const NO_TOOL: MeasureOutcome = {
  outcome: 'refused',
  code: 'no_tool',
  detail: 'no tool of the catalog lists this package',
};
const DECLINED: MeasureOutcome = {
  outcome: 'refused',
  code: 'declined',
  detail: 'a reviewer declined this figure of this day',
};

type Figure = Pick<MeasureDay, 'day' | 'state' | 'value' | 'source'>;
type Write = Figure & { readonly kind: string; readonly subject: string; readonly reason: HoldReason | null };

/**
 * Writes dated public-source figures inside the caller's transaction and answers an outcome for each, in order. Every day keeps its figure, a
 * tool shows the newest one, and a zero or a jump waits for a reviewer unless one accepts it here. A tool whose figures changed gets a new
 * version, so that every replica sees them.
 */
export async function writeMeasures(
  em: EntityManager,
  at: Date,
  measures: readonly DatedMeasure[],
  { acceptHeld = false }: { readonly acceptHeld?: boolean },
): Promise<MeasureOutcome[]> {
  if (measures.length === 0) return [];
  await lockCatalog(em);
  const named = measures.map((measure) => ({ measure, subject: subjectNamed(measure) }));
  const subjects = [...new Set(named.flatMap(({ subject }) => subject ?? []))];
  const tools = await findCounted(em, subjects);
  const known = await readKnown(em, subjects);
  const outcomes = new Map<DatedMeasure, MeasureOutcome>();
  const writes: Write[] = [];
  // Older figures first: each is compared with the one before it, also where both are new.
  for (const { measure, subject } of named.toSorted((a, b) => (a.measure.day < b.measure.day ? -1 : 1))) {
    const id = subject === null ? undefined : tools.get(subject)?.[0]?.id;
    if (subject === null || id === undefined) {
      outcomes.set(measure, NO_TOOL);
      continue;
    }
    const history = known(measure.kind, subject);
    const { outcome, write } = judge(measure, history, acceptHeld, id);
    outcomes.set(measure, outcome);
    if (write === null) continue;
    history.push(write);
    writes.push({ ...write, kind: measure.kind, subject });
  }
  await storeDays(em, at, writes);
  const taken = new Set(writes.filter(({ state }) => state === 'taken').map(({ subject }) => subject));
  await showNewest(
    em,
    at,
    [...taken].flatMap((subject) => tools.get(subject) ?? []),
  );
  return measures.map((measure) => outcomes.get(measure) ?? NO_TOOL);
}

const subjectNamed = ({ kind, name }: DatedMeasure): string | null => {
  const registry = kindNamed(kind)?.registry;
  return registry === undefined ? null : (subjectOf({ registry, name })?.subject ?? null);
};

interface Judged {
  readonly outcome: MeasureOutcome;
  readonly write: (Figure & { readonly reason: HoldReason | null }) | null;
}

function judge(
  { day, value, source }: DatedMeasure,
  history: readonly Figure[],
  acceptHeld: boolean,
  id: string,
): Judged {
  const taken = history.filter(({ state }) => state === 'taken');
  const same = taken.findLast((one) => one.day === day);
  if (same?.value === value && same.source === source) return { outcome: { outcome: 'unchanged', id }, write: null };
  const standing = same ?? neighbourOf(day, taken);
  const reason = acceptHeld ? null : holdReasonOf(value, standing?.value ?? null);
  if (reason === null)
    return {
      outcome: { outcome: taken.length ? 'updated' : 'created', id },
      write: { day, state: 'taken', value, source, reason: null },
    };
  if (history.some((one) => one.state === 'declined' && one.day === day && one.value === value))
    return { outcome: DECLINED, write: null };
  return {
    outcome: { outcome: 'held', code: reason, detail: detailOf(reason, standing) },
    write: { day, state: 'held', value, source, reason },
  };
}

const detailOf = (reason: HoldReason, standing: Figure | undefined): string =>
  reason === 'zero'
    ? 'a zero waits for a reviewer: counters that are down answer it too'
    : `a figure that moved more than tenfold waits for a reviewer; ${standing?.value} of ${standing?.day} stands`;

/** The newest figure before a day, or else the oldest one after it. */
function neighbourOf(day: string, taken: readonly Figure[]): Figure | undefined {
  const byDay = taken.toSorted((a, b) => (a.day < b.day ? -1 : 1));
  return byDay.findLast((one) => one.day < day) ?? byDay.find((one) => one.day > day);
}

interface CountedTool {
  readonly id: string;
  readonly slug: string;
}

/** The tools of which each subject is counted, in the order of their slugs. */
async function findCounted(
  em: EntityManager,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, CountedTool[]>> {
  if (subjects.length === 0) return new Map();
  const found = await em
    .getKysely<MeasureTables>()
    .selectFrom('tool_subject as s')
    .innerJoin('tool as t', 't.id', 's.tool_id')
    .select(['s.subject', 't.id', 't.slug'])
    .where('s.subject', 'in', subjects)
    .orderBy('t.slug')
    .execute();
  return Map.groupBy(found, ({ subject }) => subject);
}

/** Everything that is known of these subjects; a caller adds what it writes. */
async function readKnown(
  em: EntityManager,
  subjects: readonly string[],
): Promise<(kind: string, subject: string) => Figure[]> {
  const rows: Row<MeasureDay>[] = subjects.length
    ? await selectRows(em, MeasureDay).where('t.subject', 'in', subjects).orderBy('t.day').execute()
    : [];
  const known = new Map<string, Figure[]>();
  const historyOf = (kind: string, subject: string): Figure[] => {
    const key = `${kind} ${subject}`;
    const history = known.get(key) ?? [];
    known.set(key, history);
    return history;
  };
  for (const row of rows) historyOf(row.kind, row.subject).push(row);
  return historyOf;
}

/** Stores figures; a day's newest one replaces what was taken, or what waited, of that day. */
async function storeDays(em: EntityManager, at: Date, writes: readonly Write[]): Promise<void> {
  if (writes.length === 0) return;
  const last = new Map(
    writes.map((write) => [JSON.stringify([write.kind, write.subject, write.day, write.state]), write]),
  );
  const settled = writes.filter(({ state }) => state === 'taken');
  if (settled.length)
    await em.nativeDelete(MeasureDay, {
      $or: settled.map(({ kind, subject, day }) => ({ kind, subject, day, state: 'held' as MeasureState })),
    });
  await em
    .qb(MeasureDay)
    .insert([...last.values()].map((write) => ({ ...write, id: newUuid(), notedAt: at })))
    .onConflict(['kind', 'subject', 'day', 'state'])
    .merge(['value', 'source', 'reason', 'notedAt'])
    .execute();
}

/** Has these tools show the newest figures that were taken, under a new version of the catalog. */
async function showNewest(em: EntityManager, at: Date, counted: readonly CountedTool[]): Promise<void> {
  const tools = new Map(counted.map(({ id, slug }) => [id, slug]));
  if (tools.size === 0) return;
  await syncMeasures(em, [...tools.keys()]);
  const version = await nextCatalogVersion(em, at);
  await em.nativeUpdate(CatalogTool, { id: { $in: [...tools.keys()] } }, { version, updatedAt: at });
  const changes = [...tools].map(
    ([id, slug]) => ({ resource: 'tool', id, slug, change: 'updated', fields: ['measures'] }) as const,
  );
  await recordCatalogChanges(em, at, version, changes);
}

/** Takes or declines figures that wait, by their bare ids, inside the caller's transaction; answers those that did not wait any more. */
export async function settleHeld(
  em: EntityManager,
  at: Date,
  { ids, accept, by }: { readonly ids: readonly string[]; readonly accept: boolean; readonly by: string },
): Promise<{ readonly settled: Row<MeasureDay>[]; readonly missing: string[] }> {
  await lockCatalog(em);
  const settled = await selectRows(em, MeasureDay)
    .where('t.id', 'in', ids)
    .where('t.state', '=', 'held')
    .orderBy('t.day')
    .execute();
  const found = new Set(settled.map(({ id }) => id));
  if (settled.length) {
    const state: MeasureState = accept ? 'taken' : 'declined';
    await em.nativeDelete(MeasureDay, {
      $or: settled.map(({ kind, subject, day }) => ({ kind, subject, day, state })),
    });
    await em.nativeUpdate(MeasureDay, { id: { $in: [...found] } }, { state, decidedAt: at, decidedBy: by });
    const tools = await findCounted(em, [...new Set(settled.map(({ subject }) => subject))]);
    if (accept) await showNewest(em, at, [...tools.values()].flat());
  }
  return { settled, missing: ids.filter((id) => !found.has(id)) };
}

/** A figure that waits, with the figure that stands and the tools of which it is counted. */
export interface HeldFigure extends Row<MeasureDay> {
  readonly standingValue: number | null;
  readonly standingDay: string | null;
  readonly tools: readonly { readonly slug: string; readonly name: string }[];
}

/** Figures that wait for a reviewer, oldest first, after the one with this bare id. */
export async function readHeld(em: EntityManager, limit: number, after: string | null): Promise<HeldFigure[]> {
  let waiting = selectRows(em, MeasureDay).where('t.state', '=', 'held').orderBy('t.id').limit(limit);
  if (after !== null) waiting = waiting.where('t.id', '>', after);
  const held = await waiting.execute();
  if (held.length === 0) return [];
  const subjects = [...new Set(held.map(({ subject }) => subject))];
  const kysely = em.getKysely<MeasureTables>();
  const tools = await kysely
    .selectFrom('tool_subject as s')
    .innerJoin('tool as t', 't.id', 's.tool_id')
    .select(['s.subject', 't.slug', 't.name'])
    .where('s.subject', 'in', subjects)
    .orderBy('t.slug')
    .execute();
  const known = await readKnown(em, subjects);
  return held.map((row) => {
    const taken = known(row.kind, row.subject).filter(({ state }) => state === 'taken');
    const standing = neighbourOf(row.day, taken) ?? taken.find(({ day }) => day === row.day);
    return {
      ...row,
      standingValue: standing?.value ?? null,
      standingDay: standing?.day ?? null,
      tools: tools.filter(({ subject }) => subject === row.subject).map(({ slug, name }) => ({ slug, name })),
    };
  });
}

/** Days of history that stay as they are; older ones are thinned to the newest of each ISO week. */
export const FULL_HISTORY_DAYS = 365;

/** Thins what was taken before a day to one figure a week, and drops what was declined before it; answers how many rows went. */
export async function thinMeasures(em: EntityManager, before: string): Promise<number> {
  const kysely = em.getKysely<MeasureTables>();
  const thinned = await kysely
    .deleteFrom('measure_day as d')
    .where('d.day', '<', before)
    .where(({ or, eb, and, exists, selectFrom }) =>
      or([
        eb('d.state', '=', 'declined'),
        and([
          eb('d.state', '=', 'taken'),
          exists(
            selectFrom('measure_day as n')
              .select(sql`1`.as('later'))
              .whereRef('n.kind', '=', 'd.kind')
              .whereRef('n.subject', '=', 'd.subject')
              .where('n.state', '=', 'taken')
              .whereRef('n.day', '>', 'd.day')
              .where(sql<boolean>`date_trunc('week', n.day) = date_trunc('week', d.day)`),
          ),
        ]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(thinned.numDeletedRows);
}
