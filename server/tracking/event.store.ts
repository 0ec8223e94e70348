import pg from 'pg';
import { isDatabaseAway } from '../platform/fault.js';
import type { Log } from '../platform/log.js';
import type { InsertForm } from './event.sql.js';

/** A writer that lives longer is ended by PostgreSQL; folding's watermark trails by more than this. */
const TRANSACTION_TIMEOUT = '5s';

/** The connections that write events, apart from those of everything else. */
export interface EventStore {
  readonly form: InsertForm;
  /** Runs `work` in one transaction of bounded life and commits it; rejects with what was thrown, after a rollback where one is possible. */
  write<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Opens a small pool of its own and asks which form of insert the database routes well. */
export async function openEventStore(options: { databaseUrl: string; log: Log }): Promise<EventStore> {
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    max: 2,
    connectionTimeoutMillis: 2_000,
    query_timeout: 8_000,
    keepAlive: true,
  });
  pool.on('error', (error) => options.log.warn({ err: error }, 'an idle ingest connection was lost'));
  // A connection that is lost while a write uses it rejects the statement under way; without a listener it would end the process too.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const form: InsertForm = await pool
    .query("select 1 from pg_extension where extname = 'citus'")
    .then(({ rowCount }) => (rowCount ? 'values' : 'json'));

  return {
    form,
    async write(work) {
      const client = await pool.connect();
      let broken = true;
      try {
        // In one message: stopped between the two, we would hold a transaction that nothing ends.
        await client.query(`begin; set local transaction_timeout = '${TRANSACTION_TIMEOUT}'`);
        const done = await work(client);
        await client.query('commit');
        broken = false;
        return done;
      } catch (error) {
        if (!isDatabaseAway(error))
          await client.query('rollback').then(
            () => (broken = false),
            () => undefined,
          );
        throw error;
      } finally {
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}

/** True for what a second try may cure: the database was away, a deadlock, a timeout. */
export function isPassing(error: unknown): boolean {
  return isDatabaseAway(error) || /^(40|25P04|57)/.test(codeOf(error)) || /timeout/i.test(String(error));
}

/** PostgreSQL's code of an error, or the empty string. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
