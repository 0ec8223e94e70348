import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import { Migrator } from '@mikro-orm/migrations';
import { type EntityManager, FlushMode, MikroORM, type Options, type PostgreSqlDriver } from '@mikro-orm/postgresql';
import pg from 'pg';
import { setUpQueue } from '../jobs/queue.schema.js';
import { StartError } from '../start.error.js';
import { RELEASE } from '../version.js';
import { clientWithin } from './client.js';
import { isPlacedAnywhere } from './cluster.js';
import { gatherTables, type Placing, placeNewTables, placeTables } from './distribution.js';
import { BindingDriver } from './driver.js';
import { migrations } from './migrations/index.js';
import { PostgresNaming } from './naming.js';
import { grantRights, mayMigrate } from './roles.grant.js';
import { recordBuild, refuseNewerSchema } from './schema.check.js';

/** Serialises migrations of several processes; held on a direct connection of its own (scale M1). */
export const MIGRATION_LOCK = 7_243_001;

/** How long a statement may wait for a connection, and for its answer. */
interface Deadline {
  readonly connectionMs: number;
  readonly statementMs: number;
}

/** For work that a caller waits for. What folds, migrates or verifies may take longer. */
const SERVING: Deadline = { connectionMs: 5_000, statementMs: 10_000 };

/** The MikroORM of what answers requests: a database that answers nothing fails its statements as one that is away. */
export const openServingOrm = (url: string, entities: NonNullable<Options['entities']>): Promise<MikroORM> =>
  openOrm(url, entities, 10, SERVING);

/** A MikroORM. Reads stay on the primary unless an operation opts in (scale §4). */
export async function openOrm(
  url: string,
  entities: NonNullable<Options['entities']>,
  poolMax = 10,
  deadline: Deadline | null = null,
): Promise<MikroORM> {
  return MikroORM.init<PostgreSqlDriver>({
    driver: BindingDriver,
    clientUrl: url,
    entities,
    metadataProvider: ReflectMetadataProvider,
    namingStrategy: PostgresNaming,
    extensions: [Migrator],
    migrations: { migrationsList: migrations, snapshot: false, tableName: 'schema_migration', transactional: true },
    pool: { min: 0, max: poolMax },
    driverOptions: {
      Client: clientWithin(deadline?.statementMs ?? null),
      types: momentTypes(),
      ...(deadline ? { connectionTimeoutMillis: deadline.connectionMs } : {}),
    },
    preferReadReplicas: false,
    flushMode: FlushMode.COMMIT, // a read sends no write of its own accord: an operation says when, and in which order
    ensureDatabase: false,
    discovery: { warnWhenNoEntities: false },
    logger: () => undefined,
  }) as Promise<MikroORM>;
}

/** Times as `Date`, also in rows that no entity is made of; days and intervals as PostgreSQL's text, as MikroORM reads them. */
function momentTypes(): pg.TypeOverrides {
  const types = new pg.TypeOverrides();
  for (const oid of [pg.types.builtins.DATE, pg.types.builtins.TIMESTAMP, pg.types.builtins.INTERVAL])
    types.setTypeParser(oid, (text) => text);
  return types;
}

/**
 * Brings the schema and that of the job queue up to date under an advisory lock, and the gateway's rights on it; several processes may call it
 * at once and one of them does the work. Answers false, and has done nothing, when the role does not own the tables. Throws a StartError
 * when a newer build has migrated the database, and when a migration of a distributed database fails.
 */
export function migrate(directUrl: string): Promise<boolean> {
  return withAdvisoryLock(directUrl, MIGRATION_LOCK, async () => {
    const orm = await openOrm(directUrl, [], 2);
    try {
      await refuseNewerSchema(orm.em.fork());
      if (!(await mayMigrate(orm.em.fork()))) return false;
      if (await isPlacedAnywhere(orm.em.fork())) await migrateSingly(orm);
      else if ((await orm.migrator.up()).length) await recordBuild(orm.em.fork(), new Date());
      await placeNewTables(orm.em.fork());
      await grantRights(orm.em.fork());
      await setUpQueue(directUrl, orm.em.fork());
      return true;
    } finally {
      await orm.close();
    }
  });
}

/**
 * Runs the pending migrations of a distributed database, each in a transaction of its own: what one has written over several connections to the
 * nodes keeps the next from changing a reference table in the same transaction. Those before a failure stay, and the next run goes on with the one
 * that failed; throws a StartError that names it.
 */
export async function migrateSingly(orm: MikroORM): Promise<void> {
  const pending = await orm.migrator.getPending();
  for (const [ran, { name }] of pending.entries()) {
    try {
      await orm.migrator.up({ migrations: [name] });
      await recordBuild(orm.em.fork(), new Date()); // at once: an older build must find the name of the one that has been here
      await placeNewTables(orm.em.fork());
    } catch (error) {
      throw new StartError(
        `The migration ${name} of DAI ${RELEASE} failed: ${error instanceof Error ? error.message.trim() : String(error)}. ` +
          `${ran} of ${pending.length} were applied and stay. Mend the cause, then run "dai migrate" again: it goes on with this one.`,
        { cause: error },
      );
    }
  }
}

/** Places the tables of a database on the nodes of its cluster as a plan says, with the owner's address; no process migrates it meanwhile. */
export const distribute = (
  directUrl: string,
  placings: readonly Placing[],
  options: { shards: number; tell: (step: string) => void },
): Promise<void> => asOwner(directUrl, (em) => placeTables(em, placings, options));

/** Brings every placed table back, as `distribute` placed it; answers how many there were. */
export const gather = (directUrl: string, tell: (step: string) => void): Promise<number> =>
  asOwner(directUrl, (em) => gatherTables(em, tell));

/** Runs a change of where tables lie under the lock of migrations, and grants the rights on what it made. */
const asOwner = <T>(directUrl: string, change: (em: EntityManager) => Promise<T>): Promise<T> =>
  withAdvisoryLock(directUrl, MIGRATION_LOCK, async () => {
    const orm = await openOrm(directUrl, [], 2);
    try {
      const changed = await change(orm.em.fork());
      await grantRights(orm.em.fork());
      return changed;
    } finally {
      await orm.close();
    }
  });

/** A lock may be held for longer than a role's transactions may last. */
const NO_TIMEOUT =
  "select set_config('idle_in_transaction_session_timeout', '0', true), set_config('transaction_timeout', '0', true)";

/**
 * Runs a step of the start that only one process may do at a time. The lock is that of a transaction, on a connection of its own: a gateway's
 * address leads through a pooler, which keeps the session, and a lock of the session with it, when the gateway has gone.
 */
export async function withAdvisoryLock<T>(directUrl: string, lock: number, step: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: directUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(NO_TIMEOUT);
    await client.query('select pg_advisory_xact_lock($1)', [lock]);
    const done = await step();
    await client.query('commit');
    return done;
  } finally {
    await client.end();
  }
}

/** Answers the connection of a pool that was taken last, from now on: COPY needs that of a transaction, which the ORM hides. */
export async function watchClients(orm: MikroORM): Promise<() => pg.Client> {
  const pool = (await orm.em.getDriver().getConnection().getNativeClient()) as unknown as pg.Pool;
  let last: pg.Client | null = null;
  pool.on('acquire', (client) => {
    last = client;
  });
  return () => {
    if (!last) throw new Error('the transaction has no connection');
    return last;
  };
}
