import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { CatalogTool } from '../../directory/index.js';
import type { TableOf } from '../../platform/database/table.types.js';
import type { Receipt } from './receipt.entity.js';

interface BoardTables {
  readonly usage_receipt: TableOf<Receipt>;
  readonly tool: TableOf<CatalogTool>;
}

/** The times of the board: its window, and the one before it. */
export interface BoardWindow {
  readonly before: Date;
  readonly from: Date;
}

/** Figures of one tool as the database counts them. */
export interface ToolFigures {
  readonly toolId: string;
  readonly slug: string;
  readonly name: string;
  readonly capabilities: readonly string[];
  readonly calls: number;
  readonly failed: number;
  readonly unknown: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly knownCostCents: string | null;
  readonly withoutCost: number;
  readonly callsBefore: number;
  readonly failedBefore: number;
}

/** A person's receipts of both windows by tool. Percentiles are durations that were reported, never values between two. */
export function readToolFigures(
  em: EntityManager,
  userUuid: string,
  { before, from }: BoardWindow,
): Promise<ToolFigures[]> {
  const now = sql`r.created_at >= ${from}`;
  const earlier = sql`r.created_at < ${from}`;
  return em
    .getKysely<BoardTables>()
    .selectFrom('usage_receipt as r')
    .innerJoin('tool as t', 't.id', 'r.tool_id')
    .where('r.user_id', '=', userUuid)
    .where('r.created_at', '>=', before)
    .groupBy('t.id')
    .select([
      't.id as toolId',
      't.slug',
      't.name',
      't.capabilities',
      sql<number>`(count(*) filter (where ${now}))::int`.as('calls'),
      sql<number>`(count(*) filter (where ${now} and r.success is false))::int`.as('failed'),
      sql<number>`(count(*) filter (where ${now} and r.success is null))::int`.as('unknown'),
      sql<number | null>`percentile_disc(0.5) within group (order by r.duration_ms) filter (where ${now})`.as('p50Ms'),
      sql<number | null>`percentile_disc(0.95) within group (order by r.duration_ms) filter (where ${now})`.as('p95Ms'),
      sql<string | null>`sum(r.spend_cents) filter (where ${now})`.as('knownCostCents'),
      sql<number>`(count(*) filter (where ${now} and r.spend_cents is null))::int`.as('withoutCost'),
      sql<number>`(count(*) filter (where ${earlier}))::int`.as('callsBefore'),
      sql<number>`(count(*) filter (where ${earlier} and r.success is false))::int`.as('failedBefore'),
    ])
    .execute();
}

/** Calls of one tool and one UTC day. */
export interface DayFigures {
  readonly toolId: string;
  readonly day: string;
  readonly calls: number;
  readonly failed: number;
}

/** The same receipts of the window itself by tool and UTC day; a day without any has no row. */
export const readDayFigures = (em: EntityManager, userUuid: string, { from }: BoardWindow): Promise<DayFigures[]> =>
  em
    .getKysely<BoardTables>()
    .selectFrom('usage_receipt as r')
    .where('r.user_id', '=', userUuid)
    .where('r.created_at', '>=', from)
    .groupBy(['r.tool_id', sql`day`])
    .select([
      'r.tool_id as toolId',
      sql<string>`to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD')`.as('day'),
      sql<number>`count(*)::int`.as('calls'),
      sql<number>`(count(*) filter (where r.success is false))::int`.as('failed'),
    ])
    .execute();
