import type { EntityManager } from '@mikro-orm/postgresql';
import type { Warning } from '../http/health.js';
import { RELEASE } from '../version.js';
import { compareMigrations } from './schema.check.js';

/** Warns of the migrations that a process waits for, by the name of the first: a run of them that failed goes on with it. */
export async function checkMigrations(em: EntityManager): Promise<Warning[]> {
  const { missing } = await compareMigrations(em);
  if (missing.length === 0) return [];
  return [
    {
      code: 'migrations_missing',
      detail: `The database lacks ${missing.length} of the migrations of DAI ${RELEASE}, the first is ${missing[0]}.`,
      remedy:
        'Run "dai migrate" with the owner of the tables in DATABASE_DIRECT_URL; it names what keeps it from going on.',
    },
  ];
}
