import type { EntityManager } from '@mikro-orm/postgresql';
import { StartError } from '../start.error.js';
import { BUILD, RELEASE, VERSION } from '../version.js';
import { BareStatement, type RowOf } from './bare-statement.js';
import { migrations } from './migrations/index.js';

export const APPLIED = new BareStatement({ name: 'text' }, 'select name::text as name from schema_migration');

export const HAS_TABLE = new BareStatement(
  { migrated: 'boolean', named: 'boolean' },
  `select to_regclass('public.schema_migration') is not null as migrated, to_regclass('public.schema_build') is not null as named`,
);

export const LAST_BUILD = new BareStatement(
  { version: 'text', build: 'text' },
  'select version, build from schema_build',
);

/** How the schema stands to this build: `ahead` has migrations that only a newer build knows, and everything that this one needs. */
export type SchemaState = 'current' | 'behind' | 'ahead';

/** Compares the migrations that have run with those of this build; rejects when the database is away. */
export async function readSchemaState(em: EntityManager): Promise<SchemaState> {
  const { missing, unknown } = await compareMigrations(em);
  return missing.length ? 'behind' : unknown.length ? 'ahead' : 'current';
}

/** Tells the migrations of this build that have not run, in their order, and those that ran and are a newer build's. */
export async function compareMigrations(em: EntityManager): Promise<{ missing: string[]; unknown: string[] }> {
  const rows = await em.execute<RowOf<typeof APPLIED>[]>(APPLIED.text);
  const ran = new Set(rows.map(({ name }) => name));
  const known = new Set(migrations.map(({ name }) => name));
  return { missing: [...known].filter((name) => !ran.has(name)), unknown: [...ran].filter((name) => !known.has(name)) };
}

/**
 * Refuses a database that a newer build migrated: this one would start and fail wherever the schema has moved on. Throws a StartError that
 * names both builds and the way back. A database without a schema passes.
 */
export async function refuseNewerSchema(em: EntityManager): Promise<void> {
  const [has] = await em.execute<RowOf<typeof HAS_TABLE>[]>(HAS_TABLE.text);
  if (!has?.migrated) return;
  const { unknown } = await compareMigrations(em);
  if (unknown.length === 0) return;
  const [last] = has.named ? await em.execute<RowOf<typeof LAST_BUILD>[]>(LAST_BUILD.text) : [];
  const newer = last ? `DAI ${last.version} (build ${last.build})` : 'a newer build';
  throw new StartError(
    `This is DAI ${RELEASE}, and the database was migrated by ${newer}: this build does not know ${unknown.sort().join(', ')}. ` +
      'Nothing was changed. Run that build or a newer one, or go back to a backup from before the upgrade (docs/operations.md, "Going back").',
  );
}

/**
 * Refuses a schema that this build's migrations have not made. Throws a StartError with the reason why they are not run now: the role of `em` may
 * not (`migrates`), or a command that only reads or changes rows is no reason to change the schema.
 */
export async function refuseOlderSchema(em: EntityManager, migrates: boolean): Promise<void> {
  const [has] = await em.execute<RowOf<typeof HAS_TABLE>[]>(HAS_TABLE.text);
  const missing = has?.migrated ? (await compareMigrations(em)).missing : migrations.map(({ name }) => name);
  if (missing.length === 0) return;
  const lacking = `The database lacks ${missing.length} of the migrations of DAI ${RELEASE}, the first is ${missing[0]}`;
  if (!migrates)
    throw new StartError(
      has?.migrated
        ? `${lacking}. Nothing was changed. Run "dai migrate", then this command again.`
        : 'The database holds no schema of DAI. Nothing was changed. Name another one, or run "dai migrate" to make it here.',
    );
  throw new StartError(
    `${lacking}, and this role does not own its tables. ` +
      'Run "dai migrate" once with the owner’s address in DATABASE_DIRECT_URL, then start again.',
  );
}

/** Notes that this build has migrated the schema. */
export async function recordBuild(em: EntityManager, now: Date): Promise<void> {
  await em.execute(
    `insert into schema_build (version, build, migrated_at) values (?, ?, ?)
     on conflict (only_row) do update set version = excluded.version, build = excluded.build, migrated_at = excluded.migrated_at`,
    [VERSION, BUILD, now],
  );
}
