import type { EntityManager } from '@mikro-orm/postgresql';
import { selectRows } from '../../platform/database/kysely.js';
import type { TableOf } from '../../platform/database/table.types.js';
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

/** The day and the id of the newest snapshot, or null before the first one. */
export async function readNewestDay(em: EntityManager): Promise<Pick<DaySnapshot, 'day' | 'id'> | null> {
  const newest = await selectSnapshots(em).select(['day', 'id']).orderBy('day', 'desc').limit(1).executeTakeFirst();
  return newest ?? null;
}

/** True for a day that has a snapshot. */
export const hasSnapshot = async (em: EntityManager, day: string): Promise<boolean> =>
  (await selectSnapshots(em).select('day').where('day', '=', day).executeTakeFirst()) !== undefined;

/** The day of the first snapshot after, or of the last one before that day. */
export async function findNeighbour(em: EntityManager, day: string, side: 'earlier' | 'later'): Promise<string | null> {
  const found = await selectSnapshots(em)
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
  const { id, methodology, createdAt } = snapshot;
  return {
    id,
    day,
    methodology,
    createdAt,
    periods: { '7d': periodOf('7d'), '30d': periodOf('30d'), '90d': periodOf('90d') },
  };
}

/** What each tool of a day's snapshot was published with; without a day nothing was. */
export async function readBasis(em: EntityManager, day: string | null): Promise<Map<string, ToolBasis>> {
  if (day === null) return new Map();
  const tools = await selectTools(em).select(['tool_id', 'basis']).where('day', '=', day).execute();
  return new Map(tools.map(({ tool_id, basis }) => [tool_id, basis]));
}

/** The published rows of a day by tool; none where the day has no snapshot. */
export async function readPublishedRows(
  em: EntityManager,
  day: string,
): Promise<Map<string, Readonly<Record<PeriodId, PublishedRow>>>> {
  const tools = await selectTools(em).select(['tool_id', 'rows']).where('day', '=', day).execute();
  return new Map(tools.map(({ tool_id, rows }) => [tool_id, rows]));
}

/** The tools that any snapshot has a row of. */
export async function readPublishedTools(em: EntityManager): Promise<ReadonlySet<string>> {
  const tools = await selectTools(em).select('tool_id').distinct().execute();
  return new Set(tools.map(({ tool_id }) => tool_id));
}

/** A tool's published rows over the days after that one, oldest first. */
export const readToolHistory = (em: EntityManager, toolId: string, after: string): Promise<ToolDay[]> =>
  selectTools(em)
    .select(['day', 'rows'])
    .where('tool_id', '=', toolId)
    .where('day', '>', after)
    .orderBy('day')
    .execute();

const selectSnapshots = (em: EntityManager) => em.getKysely<SnapshotTables>().selectFrom('adoption_snapshot');
const selectTools = (em: EntityManager) => em.getKysely<SnapshotTables>().selectFrom('adoption_snapshot_tool');
