import type { EntityManager } from '@mikro-orm/postgresql';
import { BareStatement, type RowOf } from '../../platform/database/bare-statement.js';
import { askNodes, isDistributed } from '../../platform/database/cluster.js';

/** The tables that folding fills and whose file is twice as large as PostgreSQL's statistics know, from 64 KiB on. */
export const OUTGROWN = new BareStatement(
  { name: 'text' },
  `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind = 'r' and n.nspname = current_schema() and (c.relname like 'adoption\\_%' or c.relname = 'customer_account')
  and pg_relation_size(c.oid) / current_setting('block_size')::bigint >= 2 * greatest(c.relpages, 4)
order by 1`,
);

/** The same of a node, by their tables: a shard is named after its table, with a number behind, and the table itself is empty everywhere. */
const OUTGROWN_SHARDS = `select coalesce(string_agg(distinct format('%I.%I', n.nspname, regexp_replace(c.relname, '_\\d+$', '')), ', '), '')
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind = 'r' and n.nspname = current_schema() and c.relname ~ '^(adoption_|customer_account_).*\\d+$'
  and pg_relation_size(c.oid) / current_setting('block_size')::bigint >= 2 * greatest(c.relpages, 4)`;

async function readOutgrown(em: EntityManager): Promise<string[]> {
  if (!(await isDistributed(em)))
    return (await em.execute<RowOf<typeof OUTGROWN>[]>(OUTGROWN.text)).map(({ name }) => name);
  const answers = (await askNodes(em, OUTGROWN_SHARDS)).flatMap(({ up, answer }) => (up ? answer.split(', ') : []));
  return [...new Set(answers.filter((name) => name !== ''))].toSorted();
}

/**
 * Has PostgreSQL count the tables that outgrew its statistics. Autovacuum does so within a minute; until then a view over 100,000 events that
 * were folded at once is planned for empty tables, joins row by row and passes its deadline. A table that another session counts is left to it.
 */
export async function analyzeOutgrown(em: EntityManager): Promise<void> {
  const outgrown = await readOutgrown(em);
  if (outgrown.length > 0) await em.execute(`analyze (skip_locked) ${outgrown.join(', ')}`);
}
