import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type ChainVerdict, verifyAuditWithin } from '../audit/audit.verify.js';
import type { BackupConfig } from '../config.backup.js';
import { BareStatement, type RowOf } from '../database/bare-statement.js';
import { migrations } from '../database/migrations/index.js';
import { MIGRATION_LOCK, migrate, openOrm, watchClients, withAdvisoryLock } from '../database/orm.js';
import { setUpQueueSchema } from '../jobs/queue.schema.js';
import { StartError } from '../start.error.js';
import { RELEASE } from '../version.js';
import { sessionSecretCheck, TABLES } from './backup.make.js';
import { MANIFEST, MANIFEST_BYTES_MAX, type Manifest, type Piece, readManifest } from './backup.manifest.js';
import { type BackupSource, openSource } from './backup.store.js';
import { PIECE_BYTES_MAX, type Sealer } from './piece.seal.js';

/** Bytes of a sealed piece: its rows, and room for compression that gains nothing, nonce and tag. */
const SEALED_BYTES_MAX = PIECE_BYTES_MAX + 65_536;

export const HOLDS_TABLES = new BareStatement(
  { tables: 'bigint' },
  `select count(*) as tables from information_schema.tables
   where table_schema in ('public', 'auth') and table_type = 'BASE TABLE' and (table_schema, table_name) <> ('public', 'schema_migration')`,
);

/** Foreign keys, which are made again and so proved once all rows are there. */
export const FOREIGN_KEYS = new BareStatement(
  { source: 'text', name: 'text', definition: 'text' },
  `select conrelid::regclass::text as source, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
   from pg_constraint where contype = 'f' and connamespace::regnamespace::text in ('public', 'auth')`,
);

export interface RestoreResult {
  readonly id: string;
  readonly at: string;
  readonly tables: number;
  readonly rows: number;
  readonly jobs: number;
  readonly chains: number;
  readonly entries: number;
  /** False where SESSION_SECRET is another one than when the backup was made. */
  readonly sessionSecretMatches: boolean;
}

export interface RestoreRequest {
  readonly directUrl: string;
  readonly from: string;
  readonly config: BackupConfig;
  readonly sessionSecret: string;
  readonly tell?: (step: string) => void;
}

/** Reads a whole backup and proves every piece of it, without a database; throws a StartError for the first that is wrong. */
export async function checkBackup({ from, config }: Pick<RestoreRequest, 'from' | 'config'>): Promise<Manifest> {
  const source = openSource(from, config);
  const { manifest, sealer } = await openManifest(source, config);
  for (const piece of [...manifest.tables.flatMap(({ pieces }) => pieces), ...manifest.jobs.pieces])
    await readPiece(source, sealer, piece);
  return manifest;
}

/**
 * Restores a backup into an empty database in one transaction, which also counts its rows, proves its foreign keys and recomputes the audit log
 * up to the heads that the backup has: a restore that ends before its commit leaves the database as empty as it was. Migrations that the backup
 * lacks run afterwards. Throws a StartError for whatever is not as it should be.
 */
export async function restoreBackup(request: RestoreRequest): Promise<RestoreResult> {
  const { directUrl, config, sessionSecret, tell = () => undefined } = request;
  const source = openSource(request.from, config);
  const { manifest, sealer } = await openManifest(source, config);
  refuseNewerBackup(manifest);
  const orm = await openOrm(directUrl, [], 2);
  let verdicts: ChainVerdict[];
  try {
    await refuseRows(orm.em.fork());
    await setUpQueueSchema(directUrl);
    const lastClient = await watchClients(orm);
    verdicts = await withAdvisoryLock(directUrl, MIGRATION_LOCK, () =>
      orm.em.fork().transactional(async (tx) => {
        const client = lastClient(); // that of this transaction: nothing else uses the pool
        await refuseRows(tx);
        await orm.migrator.up({ migrations: manifest.migrations, transaction: tx.getTransactionContext() });
        await loadTables(tx, client, { manifest, sealer, source, tell });
        await loadJobs(tx, manifest, sealer, source);
        return proveAudit(tx, manifest);
      }),
    );
  } finally {
    await orm.close();
  }
  await migrate(directUrl);
  return {
    id: manifest.id,
    at: manifest.at,
    tables: manifest.tables.length,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    jobs: manifest.jobs.rows,
    chains: verdicts.length,
    entries: verdicts.reduce((sum, { entries }) => sum + entries, 0),
    sessionSecretMatches: manifest.sessionSecretCheck === sessionSecretCheck(sessionSecret),
  };
}

async function openManifest(
  source: BackupSource,
  config: BackupConfig,
): Promise<{ manifest: Manifest; sealer: Sealer }> {
  return readManifest(await source.get(MANIFEST, MANIFEST_BYTES_MAX), config.passphrase);
}

async function readPiece(source: BackupSource, sealer: Sealer, piece: Piece): Promise<Buffer> {
  return sealer.open(piece, await source.get(piece.name, SEALED_BYTES_MAX));
}

function refuseNewerBackup({ version, build, migrations: applied }: Manifest): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = applied.filter((name) => !known.has(name));
  if (unknown.length)
    throw new StartError(
      `This is DAI ${RELEASE}, and the backup was made by DAI ${version} (build ${build}): this build does not know ${unknown.sort().join(', ')}. ` +
        'Nothing was changed. Restore it with that build or a newer one.',
    );
}

/** Refuses a database that holds tables of ours, or of others in the same schemas; the list of migrations is made outside of the transaction. */
async function refuseRows(em: EntityManager): Promise<void> {
  const [found] = await em.execute<RowOf<typeof HOLDS_TABLES>[]>(HOLDS_TABLES.text);
  if (found?.tables !== '0')
    throw new StartError(
      'A backup is restored into an empty database only, and this one holds tables. Nothing was changed. Make a new database, or name another DATA_DIR.',
    );
}

interface Loading {
  readonly manifest: Manifest;
  readonly sealer: Sealer;
  readonly source: BackupSource;
  readonly tell: (step: string) => void;
}

async function loadTables(
  tx: EntityManager,
  client: pg.Client,
  { manifest, sealer, source, tell }: Loading,
): Promise<void> {
  await refuseOtherColumns(tx, manifest);
  const keys = await tx.execute<RowOf<typeof FOREIGN_KEYS>[]>(FOREIGN_KEYS.text);
  for (const key of keys) await tx.execute(`alter table ${key.source} drop constraint ${key.name}`);
  for (const table of manifest.tables) {
    const name = `${client.escapeIdentifier(table.schema)}.${client.escapeIdentifier(table.name)}`;
    await emptyTable(tx, name); // a migration may have written rows of its own
    const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
    const sink = client.query(copyFrom(`copy ${name} (${columns}) from stdin`));
    await pipeline(
      Readable.from(
        (async function* () {
          for (const piece of table.pieces) yield await readPiece(source, sealer, piece);
        })(),
        { objectMode: false },
      ),
      sink,
    );
    if (sink.rowCount !== table.rows)
      throw new StartError(`The backup is damaged: ${name} has ${sink.rowCount} rows instead of ${table.rows}.`);
    tell(`${table.schema}.${table.name}  ${table.rows} rows`);
  }
  for (const { schema, name, last } of manifest.sequences)
    await tx.execute('select setval(to_regclass(?), ?::bigint)', [
      `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`,
      last,
    ]);
  tell('foreign keys');
  for (const { source: table, name, definition } of keys)
    await tx.execute(`alter table ${table} add constraint ${name} ${definition}`);
}

/** The tables that the migrations have made must be those of the backup, column by column. */
async function refuseOtherColumns(tx: EntityManager, { tables }: Manifest): Promise<void> {
  const here = await tx.execute<RowOf<typeof TABLES>[]>(TABLES.text);
  const made = new Map(here.map(({ schema, name, columns }) => [`${schema}.${name}`, columns.toSorted().join()]));
  for (const { schema, name, columns } of tables)
    if (made.get(`${schema}.${name}`) !== columns.toSorted().join())
      throw new StartError(`The backup has a table ${schema}.${name} that the migrations it names do not make so.`);
}

async function emptyTable(tx: EntityManager, name: string): Promise<void> {
  const rows = await tx.execute<unknown[]>(`select 1 from ${name} limit 1`);
  if (rows.length) await tx.execute(`delete from ${name}`);
}

interface StoredJob {
  readonly task: string;
  readonly payload: unknown;
  readonly key: string;
  readonly runAt: string;
  readonly maxAttempts: number;
  readonly priority: number;
}

async function loadJobs(tx: EntityManager, { jobs }: Manifest, sealer: Sealer, source: BackupSource): Promise<void> {
  let rest = '';
  for (const piece of jobs.pieces) {
    const lines = (rest + (await readPiece(source, sealer, piece)).toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const job = JSON.parse(line) as StoredJob;
      await tx.execute(
        `select graphile_worker.add_job(?, ?::json, run_at := ?::timestamptz, max_attempts := ?::integer, job_key := ?, priority := ?::integer)`,
        [job.task, JSON.stringify(job.payload), job.runAt, job.maxAttempts, job.key, job.priority],
      );
    }
  }
}

async function proveAudit(tx: EntityManager, { heads }: Manifest): Promise<ChainVerdict[]> {
  const verdicts = await verifyAuditWithin(tx, heads);
  const broken = verdicts.filter((verdict) => verdict.broken.length);
  if (broken.length)
    throw new StartError(
      `The audit log of the backup does not hold (${broken.map(({ chain }) => chain).join(', ')}). Nothing was restored.`,
    );
  return verdicts;
}
