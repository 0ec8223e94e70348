import type { EntityManager } from '@mikro-orm/postgresql';
import type { DatabaseFigures } from '../telemetry/metrics.figures.js';
import { BareStatement, type RowOf } from './bare-statement.js';
import { compareMigrations } from './schema.check.js';

/** Every role sees whose a connection is; the kind of a process is for its own role and administrators. */
export const FACTS = new BareStatement(
  { size: 'bigint', used: 'bigint', max: 'integer' },
  `select pg_database_size(current_database()) as size,
     (select count(*) from pg_stat_activity where usesysid is not null and datid is not null) as used,
     current_setting('max_connections')::integer as max`,
);

/** Reads how large the database is, how many of its server's connections are taken, and whether its schema is that of this build. */
export async function readFacts(
  em: EntityManager,
): Promise<Pick<DatabaseFigures, 'databaseBytes' | 'connections' | 'migrations'>> {
  const [row] = await em.execute<RowOf<typeof FACTS>[]>(FACTS.text);
  const { missing, unknown } = await compareMigrations(em);
  return {
    databaseBytes: Number(row?.size ?? 0),
    connections: { used: Number(row?.used ?? 0), max: row?.max ?? 0 },
    migrations: { missing: missing.length, unknown: unknown.length },
  };
}
