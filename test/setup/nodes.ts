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

/** Clones a database on every node: its shards lie in the databases of the same name. */
export const cloneDatabase = (nodeUrls: readonly string[], name: string, template: string): Promise<void> =>
  onNodes(nodeUrls, [
    `create database ${name} template ${template} owner dai strategy file_copy`,
    `revoke create, temporary on database ${name} from public`, // a copy of the tables has their rights, not the database's
  ]);
