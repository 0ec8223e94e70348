import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { PublicRanking } from '../../directory/index.js';
import { selectRows } from '../../platform/database/kysely.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { METHODOLOGY_VERSION } from './methodology.rules.js';
import { AdoptionSnapshot, AdoptionSnapshotTool } from './snapshot.entity.js';
import { inPublishedOrder } from './snapshot.rules.js';
import type { PeriodId, PublishedPeriod, PublishedPeriods, PublishedRow, ToolBasis } from './snapshot.types.js';

/** A snapshot as it is served; the tools of its rows have public ids, as they were stored. */
export interface DaySnapshot {
  readonly id: string;
  readonly day: string;
  readonly methodology: string;
  readonly createdAt: Date;
  readonly periods: PublishedPeriods;
  /** Rankings of public sources, the same in every period. */
  readonly publicRankings: readonly PublicRanking[];
}

/** What was published of a tool on a day. */
export interface ToolDay {
  readonly day: string;
  readonly rows: Readonly<Record<PeriodId, PublishedRow>>;
}

interface SnapshotTables {
  readonly adoption_snapshot: TableOf<AdoptionSnapshot>;
  readonly adoption_snapshot_tool: TableOf<AdoptionSnapshotTool>;
}

/** The day and the id of the newest snapshot, of whatever methodology, or null before the first one. */
export async function readNewestDay(em: EntityManager): Promise<Pick<DaySnapshot, 'day' | 'id'> | null> {
  const newest = await selectSnapshots(em).select(['day', 'id']).orderBy('day', 'desc').limit(1).executeTakeFirst();
  return newest ?? null;
}

/** The newest snapshot that is served: one of an earlier methodology was withdrawn. */
export async function readNewestServed(em: EntityManager): Promise<Pick<DaySnapshot, 'day' | 'id'> | null> {
  const newest = await selectServed(em).select(['day', 'id']).orderBy('day', 'desc').limit(1).executeTakeFirst();
  return newest ?? null;
}

/** The last day that was published under an earlier methodology, or null where none was. */
export async function readLastOlderDay(em: EntityManager): Promise<string | null> {
  const last = await selectSnapshots(em)
    .select('day')
    .where('methodology', '<>', METHODOLOGY_VERSION)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.day ?? null;
}

/** A snapshot without what it published. */
export type SnapshotLine = Omit<DaySnapshot, 'periods' | 'publicRankings'>;

/** The snapshots of the days before that one, newest first; of all days without one. */
export const readSnapshotLines = (em: EntityManager, before: string | null, limit: number): Promise<SnapshotLine[]> =>
  selectServed(em)
    .select(['id', 'day', 'methodology', 'created_at as createdAt'])
    .$if(before !== null, (all) => all.where('day', '<', before))
    .orderBy('day', 'desc')
    .limit(limit)
    .execute();

/** When the first snapshots of a day and of the days after it were made, of whatever methodology. */
export const readMadeSince = (
  em: EntityManager,
  day: string,
  limit: number,
): Promise<Pick<SnapshotLine, 'day' | 'createdAt'>[]> =>
  selectSnapshots(em)
    .select(['day', 'created_at as createdAt'])
    .where('day', '>=', day)
    .orderBy('day')
    .limit(limit)
    .execute();

/** True for a day that has a snapshot. */
export const hasSnapshot = async (em: EntityManager, day: string): Promise<boolean> =>
  (await selectSnapshots(em).select('day').where('day', '=', day).executeTakeFirst()) !== undefined;

/** The day of the first snapshot after, or of the last one before that day, under today's methodology. */
export async function findNeighbour(em: EntityManager, day: string, side: 'earlier' | 'later'): Promise<string | null> {
  const found = await selectServed(em)
    .select('day')
    .where('day', side === 'earlier' ? '<' : '>', day)
    .orderBy('day', side === 'earlier' ? 'desc' : 'asc')
    .limit(1)
    .executeTakeFirst();
  return found?.day ?? null;
}

/** A day's snapshot, whole, or null. */
export async function readSnapshot(em: EntityManager, day: string): Promise<DaySnapshot | null> {
  const snapshot = await selectRows(em, AdoptionSnapshot).where('t.day', '=', day).executeTakeFirst();
  if (!snapshot) return null;
  const tools = await selectTools(em).select('rows').where('day', '=', day).execute();
  const periodOf = (id: PeriodId): PublishedPeriod => ({
    ...snapshot.periods[id],
    rows: tools.map(({ rows }) => rows[id]).sort(inPublishedOrder),
  });
  const { id, methodology, publicRankings, createdAt } = snapshot;
  return {
    id,
    day,
    methodology,
    createdAt,
    publicRankings,
    periods: { '7d': periodOf('7d'), '30d': periodOf('30d'), '90d': periodOf('90d') },
  };
}

/** What each tool of a day's snapshot was published with; without a day nothing was. */
export async function readBasis(em: EntityManager, day: string | null): Promise<Map<string, ToolBasis>> {
  if (day === null) return new Map();
  const tools = await selectTools(em).select(['tool_id', 'basis']).where('day', '=', day).execute();
  return new Map(tools.map(({ tool_id, basis }) => [tool_id, basis]));
}

/** The published rows of a day by tool; none where the day has no snapshot of today's methodology. */
export async function readPublishedRows(
  em: EntityManager,
  day: string,
): Promise<Map<string, Readonly<Record<PeriodId, PublishedRow>>>> {
  const tools = await selectServedTools(em).select(['t.tool_id', 't.rows']).where('t.day', '=', day).execute();
  return new Map(tools.map(({ tool_id, rows }) => [tool_id, rows]));
}

/** The tools that any snapshot has a row of. */
export async function readPublishedTools(em: EntityManager): Promise<ReadonlySet<string>> {
  const tools = await selectServedTools(em).select('t.tool_id').distinct().execute();
  return new Set(tools.map(({ tool_id }) => tool_id));
}

/** A tool's published rows over the days after that one, oldest first. */
export const readToolHistory = (em: EntityManager, toolId: string, after: string): Promise<ToolDay[]> =>
  selectServedTools(em)
    .select(['t.day', 't.rows'])
    .where('t.tool_id', '=', toolId)
    .where('t.day', '>', after)
    .orderBy('t.day')
    .execute();

/** The period whose rows the ledger counts. */
const LEDGER_PERIOD = '30d';

/** How many tools were published and withheld on a day, by the classes of `cohort`; samples and tools without events are left out. */
export type ExclusionDay = Readonly<Record<'day', string> & Record<'reported' | 'suppressed' | 'insufficient', number>>;

/**
 * The ledger of exclusions over the days from that one on, newest first. A day stands in it once ten tools report, so that no class points at
 * one of them; the rows that it counts are public.
 */
export const readExclusions = (em: EntityManager, from: string, toolsMin: number): Promise<ExclusionDay[]> =>
  selectServedTools(em)
    .select((eb) => [
      't.day',
      ...(['reported', 'suppressed', 'insufficient'] as const).map((cohort) =>
        eb.fn.countAll<number>().filterWhere(cohortOf, '=', cohort).as(cohort),
      ),
    ])
    .where('t.day', '>=', from)
    .where(labelOf, '=', 'first-party')
    .groupBy('t.day')
    .having((eb) => eb.fn.countAll<number>(), '>=', toolsMin)
    .orderBy('t.day', 'desc')
    .execute();

const cohortOf = sql<string>`t.rows -> ${sql.lit(LEDGER_PERIOD)} ->> 'cohort'`;
const labelOf = sql<string>`t.rows -> ${sql.lit(LEDGER_PERIOD)} ->> 'label'`;

const selectSnapshots = (em: EntityManager) => em.getKysely<SnapshotTables>().selectFrom('adoption_snapshot');
/** Snapshots of today's methodology. */
const selectServed = (em: EntityManager) => selectSnapshots(em).where('methodology', '=', METHODOLOGY_VERSION);
const selectTools = (em: EntityManager) => em.getKysely<SnapshotTables>().selectFrom('adoption_snapshot_tool');
/** Tools in snapshots of today's methodology. */
const selectServedTools = (em: EntityManager) =>
  em
    .getKysely<SnapshotTables>()
    .selectFrom('adoption_snapshot_tool as t')
    .innerJoin('adoption_snapshot as s', 's.day', 't.day')
    .where('s.methodology', '=', METHODOLOGY_VERSION);
