import pg from 'pg';

type Ask = (...given: unknown[]) => unknown;

/** Statements that only open or give up a transaction: if one fails, the connection is of no use, and the transaction does not exist. */
const BRACKET = /^(begin|start transaction|rollback)$/i;

/**
 * A client of PostgreSQL for a pool. A statement that is not answered within `statementMs` (null: no bound) ends its connection, which
 * rejects the statement as one whose database is away; a connection that answers nothing would go back into the pool otherwise.
 *
 * A `begin` or `rollback` that fails ends the connection too and is answered as done: Kysely gives a connection back only after these
 * succeeded, so that each loss of the database in a transaction would take one from the pool for ever. The next statement fails.
 */
export function clientWithin(statementMs: number | null): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      const ask = this.query.bind(this) as Ask;
      this.query = ((...given: unknown[]) => this.#within(ask, given)) as typeof this.query;
    }

    #within(ask: Ask, given: unknown[]): unknown {
      const answer = ask(...given);
      if (!(answer instanceof Promise)) return answer;
      const late = statementMs === null ? undefined : setTimeout(() => void this.end(), statementMs);
      return answer.then(
        (result: unknown) => {
          clearTimeout(late);
          return result;
        },
        (error: unknown) => {
          clearTimeout(late);
          if (typeof given[0] !== 'string' || !BRACKET.test(given[0])) throw error;
          void this.end();
          return { command: given[0], rowCount: null, rows: [], fields: [] };
        },
      );
    }
  };
}

/** A pool whose idle connections may be lost without ending the process, as when the database stops; who waits for a statement hears of it. */
export function openQuietPool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max });
  const ignore = (): void => undefined;
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}
