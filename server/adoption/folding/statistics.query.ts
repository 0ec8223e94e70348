import type { EntityManager } from '@mikro-orm/postgresql';
import { BareStatement, type RowOf } from '../../platform/database/bare-statement.js';

/** The tables that folding fills and whose file is twice as large as PostgreSQL's statistics know, from 64 KiB on. */
export const OUTGROWN = new BareStatement(
  { name: 'text' },
  `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind = 'r' and n.nspname = current_schema() and (c.relname like 'adoption\\_%' or c.relname = 'customer_account')
  and pg_relation_size(c.oid) / current_setting('block_size')::bigint >= 2 * greatest(c.relpages, 4)
order by 1`,
);

/**
 * Has PostgreSQL count the tables that outgrew its statistics. Autovacuum does so within a minute; until then a view over 100,000 events that
 * were folded at once is planned for empty tables, joins row by row and passes its deadline. A table that another session counts is left to it.
 */
export async function analyzeOutgrown(em: EntityManager): Promise<void> {
  const outgrown = await em.execute<RowOf<typeof OUTGROWN>[]>(OUTGROWN.text);
  if (outgrown.length > 0) await em.execute(`analyze (skip_locked) ${outgrown.map(({ name }) => name).join(', ')}`);
}
