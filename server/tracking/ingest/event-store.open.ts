import pg from 'pg';
import { isDatabaseAway, isDatabaseUnavailable, isNodeAway } from '../../platform/fault.js';
import { newUuid } from '../../platform/ids.js';
import type { Log } from '../../platform/log.js';
import type { StoredEvent } from '../check/index.js';
import { type FlushResult, flushEvents, type InsertForm, insertEvents, readStored } from './event.query.js';
import type { EventRow } from './event-row.rules.js';

/**
 * PostgreSQL ends a writer that takes longer than 5 s; folding's watermark trails by more. Both in one message: stopped between
 * the two, we would hold a transaction that nothing ends.
 */
const BEGIN = "begin; set local transaction_timeout = '5s'";

/** One is held for flushes; beside it there are imports, and organizations that are written by themselves. */
const POOL_MAX = 4;

/** The connections that write events, apart from those of everything else. */
export interface EventStore {
  readonly form: InsertForm;
  readonly pool: pg.Pool;
  /** How many transactions may be written side by side; one where all go over one connection. */
  readonly lanes: number;
  /** Runs `work` in one transaction of bounded duration and commits it; rejects with what was thrown, after a rollback where one is possible. */
  write<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>;
  /**
   * Inserts rows in their order, each if its key is active and its product is not ignored; resolves after the commit. It is sent before
   * this returns, so that the database works on it while this process answers and reads.
   */
  flush(rows: readonly EventRow[], credentialIds: readonly string[]): Promise<FlushResult>;
  /** The committed events that hold the keys of these rows. */
  readStored(rows: readonly EventRow[]): Promise<ReadonlyMap<string, StoredEvent>>;
  close(): Promise<void>;
}

/** Opens a small pool of its own and reads which form of insert the database routes well. */
export async function openEventStore(options: { databaseUrl: string; log: Log }): Promise<EventStore> {
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    max: POOL_MAX,
    connectionTimeoutMillis: 2_000,
    query_timeout: 8_000,
    keepAlive: true,
    pipeline: true,
  });
  pool.on('error', (error) => options.log.warn({ err: error }, 'an idle ingest connection was lost'));
  // A connection that is lost while a write uses it rejects the statement under way; without a listener it would end the process too.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const form: InsertForm = await pool
    .query("select 1 from pg_extension where extname = 'citus'")
    .then(({ rowCount }) =>
      rowCount ? pool.query("select 1 from pg_dist_partition where logicalrelid = 'tracking_event'::regclass") : null,
    )
    .then((placed) => (placed?.rowCount ? 'values' : 'arrays'));
  const held = holdConnection(pool);

  async function write<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let broken = true;
    try {
      await client.query(BEGIN);
      const done = await work(client);
      await client.query('commit');
      broken = false;
      return done;
    } catch (error) {
      if (!isDatabaseAway(error) || isNodeAway(error))
        await client.query('rollback').then(
          () => (broken = false),
          () => undefined,
        );
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** A transaction in one trip: the commit is sent before the rest is answered, and is a rollback where the statement before it failed. */
  async function writeAtOnce(
    client: pg.ClientBase,
    work: (client: pg.ClientBase) => Promise<FlushResult>,
  ): Promise<FlushResult> {
    const [, flushed] = await Promise.all([client.query(BEGIN), work(client), client.query('commit')]);
    return flushed;
  }

  return {
    form,
    pool,
    lanes: form === 'values' ? POOL_MAX - 1 : 1,
    write,
    flush(rows, credentialIds) {
      const work = (client: pg.ClientBase): Promise<FlushResult> => flushEvents(client, form, rows, credentialIds);
      return form === 'arrays' ? held.use((client) => writeAtOnce(client, work)) : write(work);
    },
    readStored: (rows) => held.use((client) => readStored(client, rows)),
    async close() {
      held.release();
      await pool.end();
    },
  };
}

/** True for what a second try may cure: the database was away, a deadlock, a timeout. */
export function isPassing(error: unknown): boolean {
  return isDatabaseUnavailable(error) || /timeout/i.test(String(error));
}

/** PostgreSQL's code of an error, or the empty string. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

interface HeldConnection {
  /** Does `work` on the connection, before this returns where it is open already; one on which anything failed is not used again. */
  use<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
  release(): void;
}

/** Holds one connection of a pool: requesting one each time would let a turn of the event loop pass before anything is sent. */
function holdConnection(pool: pg.Pool): HeldConnection {
  let held: pg.PoolClient | null = null;
  let holding: Promise<pg.PoolClient> | null = null;

  /** One at a time: of two that are opened side by side, one would be forgotten and never given back. */
  function hold(): Promise<pg.PoolClient> {
    holding ??= pool
      .connect()
      .then((client) => {
        client.once('end', () => letGo(client));
        held = client;
        return client;
      })
      .finally(() => {
        holding = null;
      });
    return holding;
  }

  function letGo(client: pg.PoolClient): void {
    if (held !== client) return;
    held = null;
    client.release(true);
  }

  return {
    async use(work) {
      const client = held ?? (await hold());
      try {
        return await work(client);
      } catch (error) {
        letGo(client);
        throw error;
      }
    },
    release() {
      held?.release();
      held = null;
    },
  };
}

/** Rows of a probe: more than the room that is left in the table's last pages, so that a full disk shows. */
const ROWS = 200;
const EVERY_MS = 2_000;

interface WriteProbe {
  /** False from a refused flush until a write goes through. */
  readonly stores: boolean;
  /** Reports what became of a flush. */
  report(stored: boolean): void;
  /** Answers whether events can be stored: from memory while they are, else by a write that is taken back. Equal questions share one. */
  ask(): Promise<boolean>;
  close(): void;
}

/**
 * Remembers whether events can be stored. After a refused flush no balancer may send another event, so while none can be stored it is tried
 * every two seconds: rows are inserted and the transaction is rolled back.
 */
export function probeWrites(store: Pick<EventStore, 'form' | 'write'>): WriteProbe {
  let stores = true;
  let timer: NodeJS.Timeout | undefined;
  let asking: Promise<boolean> | null = null;
  let isClosed = false;

  const arrange = (): void => {
    clearTimeout(timer);
    if (!stores && !isClosed) timer = setTimeout(() => void ask(), EVERY_MS).unref();
  };
  const ask = (): Promise<boolean> => {
    if (stores) return Promise.resolve(true);
    asking ??= isWritable(store).then((writable) => {
      asking = null;
      stores ||= writable;
      arrange();
      return stores;
    });
    return asking;
  };
  return {
    get stores() {
      return stores;
    },
    report(stored) {
      if (stored === stores) return;
      stores = stored;
      arrange();
    },
    ask,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

const TAKEN_BACK = new Error('the rows of a probe are taken back');

const isWritable = ({ form, write }: Pick<EventStore, 'form' | 'write'>): Promise<boolean> =>
  write(async (client) => {
    await insertEvents(client, rowsOf(newUuid()), form);
    throw TAKEN_BACK;
  }).catch((error: unknown) => error === TAKEN_BACK);

const rowsOf = (organizationId: string): EventRow[] =>
  Array.from({ length: ROWS }, (_row, index) => ({
    id: newUuid(),
    organizationId,
    productUuid: organizationId,
    idempotencyKey: `probe:${index}`,
    eventName: 'PROBE',
    eventFamily: null,
    developerId: 'probe',
    accountDomain: null,
    registeredDomain: null,
    vendorOwnDomain: false,
    freeMail: false,
    campaignId: null,
    occurredAt: null,
    receivedAt: new Date(0),
    source: 'api',
    dataLabel: 'sample',
    fingerprintVersion: 1,
    fingerprint: Buffer.alloc(32),
    payloadJson: '{}',
    projectUuid: null,
  }));
