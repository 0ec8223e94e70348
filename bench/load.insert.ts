import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { newUuid } from '../server/platform/ids.js';
import type { InsertOrder, LoadMessage, LoadReport } from './load.types.js';
import { LoadWindow } from './load.window.js';
import { insertText, insertValues } from './row.sql.js';

/** Runs one order of inserts straight into PostgreSQL: named statements, one transaction each, no other work. */
export async function runInsertLoad(order: InsertOrder, tell: (message: LoadMessage) => void): Promise<LoadReport> {
  const window = new LoadWindow();
  const statement = { name: `insert_${order.rowsPerStatement}`, text: insertText(order.rowsPerStatement) };
  const clients = Array.from({ length: order.clients }, () => new pg.Client({ connectionString: order.databaseUrl }));
  try {
    for (const client of clients) await client.connect();
    const loops = clients.map(async (client) => {
      while (!window.over) {
        const values = Array.from({ length: order.rowsPerStatement }, () => insertValues(newUuid(), randomUUID()));
        const sentAt = performance.now();
        await client.query({ ...statement, values: values.flat() });
        window.answered(order.rowsPerStatement, order.rowsPerStatement, performance.now() - sentAt);
      }
    });
    const ended = Promise.all(loops);
    const drained = async (): Promise<void> => {
      await ended;
    };
    return await Promise.race([
      window.measure(order, tell, drained),
      ended.then(() => new Promise<never>(() => undefined)), // a refused statement ends the order; an ordinary end does not
    ]);
  } finally {
    for (const client of clients) await client.end();
  }
}
