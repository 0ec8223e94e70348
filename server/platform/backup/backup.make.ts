import { createHmac, randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { unnamedChain } from '../audit/audit.chain.js';
import { HEADS } from '../audit/audit.walk.js';
import type { BackupConfig } from '../config.backup.js';
import { BareStatement, type RowOf } from '../database/bare-statement.js';
import { APPLIED } from '../database/schema.check.js';
import { StartError } from '../start.error.js';
import { BUILD, VERSION } from '../version.js';
import { BackupRun } from './backup.entity.js';
import { type BackedUpTable, type Manifest, type Piece, writeManifest } from './backup.manifest.js';
import { type BackupTarget, openTarget } from './backup.store.js';
import { createSealer, PIECE_BYTES_MAX, type Sealer } from './piece.seal.js';

/** Held on the backup's connection while it runs: two at once would remove each other's unfinished folders. */
const BACKUP_LOCK = 7_243_002;

/** Tables of the product and of sign-in with their columns; what the database generates is generated again. */
export const TABLES = new BareStatement(
  { schema: 'text', name: 'text', columns: 'text[]' },
  `select n.nspname::text as schema, c.relname::text as name,
     array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
   from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
   where n.nspname in ('public', 'auth') and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
     and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
   group by 1, 2 order by 1, 2`,
);

export const SEQUENCES = new BareStatement(
  { schema: 'text', name: 'text', last: 'text' },
  `select schemaname::text as schema, sequencename::text as name, last_value::text as last from pg_sequences
   where schemaname in ('public', 'auth') and last_value is not null order by 1, 2`,
);

export const LOCK = new BareStatement({ taken: 'boolean' }, 'select pg_try_advisory_lock(?) as taken');

export const HAS = new BareStatement(
  { migrated: 'boolean', queue: 'boolean', at: 'timestamp with time zone' },
  `select to_regclass('public.schema_migration') is not null as migrated,
     to_regclass('graphile_worker._private_jobs') is not null as queue, now() as at`,
);

/** Jobs that wait or run: one that runs is run again from its start after a restore. Jobs without a key were replaced by newer ones. */
const JOBS = `copy (select json_build_object('task', t.identifier, 'payload', j.payload, 'key', j.key, 'runAt', j.run_at,
    'maxAttempts', j.max_attempts, 'priority', j.priority)::text
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where j.key is not null order by j.id) to stdout (format csv, quote E'\\x01', delimiter E'\\x02')`;

export interface BackupResult {
  readonly id: string;
  readonly address: string;
  readonly at: string;
  readonly tables: number;
  readonly rows: number;
  readonly bytes: number;
  readonly encrypted: boolean;
  readonly heads: Manifest['heads'];
}

export interface BackupRequest {
  /** The address of the owner of the tables, never through a pooler. */
  readonly directUrl: string;
  readonly to: string;
  readonly config: BackupConfig;
  readonly sessionSecret: string;
  readonly now: Date;
  readonly tell?: (step: string) => void;
}

/**
 * Copies every row of one moment while the database is in use, and the heads of the audit log with them. Nothing waits for it: it reads one
 * snapshot and takes no lock that a writer would notice. Throws a StartError when another one is being made.
 */
export async function makeBackup({
  directUrl,
  to,
  config,
  sessionSecret,
  now,
  tell,
}: BackupRequest): Promise<BackupResult> {
  const id = `dai-${now.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')}-${randomBytes(4).toString('hex')}`;
  const client = new pg.Client({ connectionString: directUrl, application_name: 'dai backup' });
  let lost: Error | null = null;
  client.on('error', (error) => {
    lost = error; // the statement under way rejects as well
  });
  await client.connect();
  const target = openTarget(to, id, config);
  try {
    await takeLock(client);
    await client.query('begin isolation level repeatable read read only');
    await client.query('set local statement_timeout = 0');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    const sealer = await createSealer(id, config.passphrase);
    const content = await copyAll(client, target, sealer, tell ?? (() => undefined));
    await client.query('commit');
    if (lost) throw lost;
    const manifest = {
      format: 'dai-backup-1' as const,
      id,
      version: VERSION,
      build: BUILD,
      encryption: sealer.derivation,
      sessionSecretCheck: sessionSecretCheck(sessionSecret),
      ...content,
    };
    await target.finish(writeManifest(manifest, sealer));
    return resultOf(manifest, target.address);
  } catch (error) {
    await target.abandon();
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Notes a backup in the database that it was made of, where the schema is new enough for that. */
export async function recordBackup(em: EntityManager, backup: BackupResult, finishedAt: Date): Promise<void> {
  const { id, at, address, rows, bytes, encrypted } = backup;
  await em.fork().insert(BackupRun, {
    id,
    at: new Date(at),
    finishedAt,
    address,
    rows: String(rows),
    bytes: String(bytes),
    encrypted,
  });
}

/** A check value of the session secret; nothing of the secret can be found from it. */
export const sessionSecretCheck = (secret: string): string =>
  createHmac('sha256', secret).update('dai backup').digest('hex').slice(0, 16);

async function takeLock(client: pg.Client): Promise<void> {
  const { rows } = await client.query<RowOf<typeof LOCK>>(LOCK.text.replace('?', '$1'), [BACKUP_LOCK]);
  if (!rows[0]?.taken)
    throw new StartError('Another backup of this database is being made. Try again when it has ended.');
}

type Copied = Pick<Manifest, 'at' | 'migrations' | 'tables' | 'sequences' | 'jobs' | 'heads'>;

async function copyAll(
  client: pg.Client,
  target: BackupTarget,
  sealer: Sealer,
  tell: (step: string) => void,
): Promise<Copied> {
  const { rows: facts } = await client.query<RowOf<typeof HAS>>(HAS.text); // the first statement takes the snapshot
  const [has] = facts;
  if (!has?.migrated) throw new StartError('The database holds no schema of DAI: there is nothing to back up.');
  const { rows: applied } = await client.query<RowOf<typeof APPLIED>>(APPLIED.text);
  const { rows: found } = await client.query<RowOf<typeof TABLES>>(TABLES.text);
  const tables: BackedUpTable[] = [];
  for (const { schema, name, columns } of found) {
    if (name === 'schema_migration') continue; // its rows are those that the restored migrations write
    const written = columns.map((column) => client.escapeIdentifier(column)).join(', ');
    const sql = `copy ${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)} (${written}) to stdout`;
    const copied = await copyRows(client, sql, `${schema}.${name}`, target, sealer);
    tables.push({ schema: schemaOf(schema), name, columns: [...columns], ...copied });
    tell(`${schema}.${name}  ${copied.rows} rows`);
  }
  const { rows: sequences } = await client.query<RowOf<typeof SEQUENCES>>(SEQUENCES.text);
  const jobs = has.queue ? await copyRows(client, JOBS, 'jobs', target, sealer) : { rows: 0, pieces: [] };
  const { rows: heads } = await client.query<RowOf<typeof HEADS>>(HEADS.text);
  return {
    at: has.at.toISOString(),
    migrations: applied.map(({ name }) => name).sort(),
    tables,
    sequences: sequences.map(({ schema, ...one }) => ({ ...one, schema: schemaOf(schema) })),
    jobs,
    heads: heads.map(({ organizationId, chain, sequence, hash }) => ({
      chain: chain ?? unnamedChain(organizationId).name,
      sequence: Number(sequence),
      hash,
    })),
  };
}

const schemaOf = (name: string): 'public' | 'auth' => (name === 'auth' ? 'auth' : 'public');

/** Copies what a statement answers into pieces of at most 16 MiB, one after another: no more than one is held at once. */
async function copyRows(
  client: pg.Client,
  sql: string,
  name: string,
  target: BackupTarget,
  sealer: Sealer,
): Promise<{ rows: number; pieces: Piece[] }> {
  const pieces: Piece[] = [];
  let held: Buffer[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    const { piece, stored } = await sealer.seal(
      `${name}.${String(pieces.length + 1).padStart(6, '0')}`,
      Buffer.concat(held, bytes),
    );
    await target.put(piece.name, stored);
    pieces.push(piece);
    held = [];
    bytes = 0;
  };
  const stream = client.query(copyTo(sql));
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let rest = chunk;
    while (bytes + rest.length >= PIECE_BYTES_MAX) {
      const fits = PIECE_BYTES_MAX - bytes;
      held.push(rest.subarray(0, fits));
      bytes += fits;
      rest = rest.subarray(fits);
      await flush();
    }
    if (rest.length) held.push(rest);
    bytes += rest.length;
  }
  if (bytes) await flush();
  return { rows: stream.rowCount, pieces };
}

function resultOf(manifest: Omit<Manifest, 'signature'>, address: string): BackupResult {
  const { id, at, tables, jobs, heads, encryption } = manifest;
  const pieces = [...tables.flatMap((table) => table.pieces), ...jobs.pieces];
  return {
    id,
    address,
    at,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    bytes: pieces.reduce((sum, { bytes }) => sum + bytes, 0),
    encrypted: encryption !== null,
    heads,
  };
}
