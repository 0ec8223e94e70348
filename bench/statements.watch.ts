import type pg from 'pg';

/** A statement with its values, as a client of PostgreSQL was asked to send it. */
export interface Sent {
  readonly text: string;
  readonly values: unknown[];
}

type Query = (this: pg.Client, ...given: unknown[]) => unknown;

/** Sees what every client of PostgreSQL in this process sends. */
export interface StatementWatch {
  /** The statements sent while this ran. */
  during(run: () => Promise<unknown>): Promise<readonly Sent[]>;
  /** Sends the same statements again on one connection, with nothing around them. */
  replay(sent: readonly Sent[], client: pg.Client): Promise<void>;
  /** From now on a transaction that wants to be committed is rolled back. */
  undoCommits(): void;
}

export function watchStatements(prototype: pg.Client): StatementWatch {
  const original = prototype.query as Query;
  let seen: Sent[] | null = null;
  let undoing = false;
  const query: Query = function (...given) {
    const [statement, values, ...rest] = given;
    const text = undoing && statement === 'commit' ? 'rollback' : statement;
    if (typeof text === 'string') seen?.push({ text, values: Array.isArray(values) ? values : [] });
    return original.call(this, text, values, ...rest);
  };
  Object.assign(prototype, { query });
  return {
    async during(run) {
      seen = [];
      await run();
      const taken = seen;
      seen = null;
      return taken;
    },
    async replay(sent, client) {
      for (const { text, values } of sent) await original.call(client, text, values);
    },
    undoCommits() {
      undoing = true;
    },
  };
}
