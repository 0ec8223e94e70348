import pg from 'pg';
import { inject } from 'vitest';

/** Whether the run's tables lie on several nodes (`TEST_DISTRIBUTE`). */
export const isDistributed = (): boolean => inject('nodeUrls').length > 1;

/** Runs statements on every node, the coordinator last. */
export async function onNodes(nodeUrls: readonly string[], statements: readonly string[]): Promise<void> {
  for (const node of nodeUrls.toReversed()) {
    const client = new pg.Client({ connectionString: node });
    await client.connect();
    try {
      for (const sql of statements) await client.query(sql);
    } finally {
      await client.end();
    }
  }
}

/** Connections of this process that stay, by the address of their node: each test file makes and drops databases, and a new connection costs as much as a clone. */
const pools = new Map<string, pg.Pool>();

function poolOf(node: string): pg.Pool {
  const pool = pools.get(node) ?? new pg.Pool({ connectionString: node, idleTimeoutMillis: 0, allowExitOnIdle: true });
  if (!pools.has(node)) pool.on('error', () => undefined); // the server ends before the process does
  pools.set(node, pool);
  return pool;
}

/** Runs statements as `onNodes` does, on connections that stay open: for no database that is cloned, which has to be unused. */
export async function administer(nodeUrls: readonly string[], statements: readonly string[]): Promise<void> {
  for (const node of nodeUrls.toReversed()) for (const sql of statements) await poolOf(node).query(sql);
}

/** Clones a database on every node: its shards lie in the databases of the same name. */
export const cloneDatabase = (nodeUrls: readonly string[], name: string, template: string): Promise<void> =>
  administer(nodeUrls, [
    `create database ${name} template ${template} owner dai strategy file_copy`,
    `revoke create, temporary on database ${name} from public`, // a copy of the tables has their rights, not the database's
  ]);
