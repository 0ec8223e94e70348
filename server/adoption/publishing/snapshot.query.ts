import type { EntityManager } from '@mikro-orm/postgresql';
import type { TableOf } from '../../platform/database/rows.read.js';
import { publicId } from '../../platform/ids.js';
import { AdoptionSnapshot, AdoptionSnapshotTool } from './snapshot.entity.js';
import { inPublishedOrder } from './snapshot.rules.js';
import type { PeriodId, PublishedPeriod, PublishedPeriods, PublishedRow, ToolBasis } from './snapshot.types.js';

/** A snapshot as it is served. */
export interface DaySnapshot {
  /** `snp_…` */
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

/** The day and the id of the newest snapshot, or null before the first one. */
export async function readNewestDay(em: EntityManager): Promise<Pick<DaySnapshot, 'day' | 'id'> | null> {
  const [newest] = await em.find(
    AdoptionSnapshot,
    {},
    { fields: ['day', 'id'], orderBy: { day: 'desc' }, limit: 1, disableIdentityMap: true },
  );
  return newest ? { day: newest.day, id: newest.id } : null;
}

/** The day of the first snapshot after, or of the last one before that day. */
export async function findNeighbour(em: EntityManager, day: string, side: 'earlier' | 'later'): Promise<string | null> {
  const [found] = await em.find(
    AdoptionSnapshot,
    { day: side === 'earlier' ? { $lt: day } : { $gt: day } },
    { fields: ['day'], orderBy: { day: side === 'earlier' ? 'desc' : 'asc' }, limit: 1, disableIdentityMap: true },
  );
  return found?.day ?? null;
}

/** A day's snapshot, whole, or null. */
export async function readSnapshot(em: EntityManager, day: string): Promise<DaySnapshot | null> {
  const snapshot = await em.findOne(AdoptionSnapshot, { day }, { disableIdentityMap: true });
  if (!snapshot) return null;
  const tools = await em.find(AdoptionSnapshotTool, { day }, { fields: ['rows'], disableIdentityMap: true });
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
  const tools = await em.find(AdoptionSnapshotTool, { day }, { fields: ['toolId', 'basis'], disableIdentityMap: true });
  return new Map(tools.map(({ toolId, basis }) => [toolId, basis]));
}

/** The published rows of a day by tool; none where the day has no snapshot. */
export async function readRows(
  em: EntityManager,
  day: string,
): Promise<Map<string, Readonly<Record<PeriodId, PublishedRow>>>> {
  const tools = await em.find(AdoptionSnapshotTool, { day }, { fields: ['toolId', 'rows'], disableIdentityMap: true });
  return new Map(tools.map(({ toolId, rows }) => [toolId, rows]));
}

/** The tools (`tol_…`) that any snapshot has a row of. */
export async function readPublishedTools(em: EntityManager): Promise<ReadonlySet<string>> {
  const rows = await em
    .getKysely<{ readonly adoption_snapshot_tool: TableOf<AdoptionSnapshotTool> }>()
    .selectFrom('adoption_snapshot_tool')
    .select('tool_id')
    .distinct()
    .execute();
  return new Set(rows.map(({ tool_id }) => publicId('tol', tool_id)));
}

/** A tool's published rows over the days after that one, oldest first. */
export async function readToolHistory(em: EntityManager, toolId: string, after: string): Promise<ToolDay[]> {
  const found = await em.find(
    AdoptionSnapshotTool,
    { toolId, day: { $gt: after } },
    { fields: ['day', 'rows'], orderBy: { day: 'asc' }, disableIdentityMap: true },
  );
  return found.map(({ day, rows }) => ({ day, rows }));
}
