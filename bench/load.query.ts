import pg from 'pg';
import type { LoadMessage, LoadReport, QueryOrder } from './load.types.js';
import { LoadWindow } from './load.window.js';

/** Runs one order of reads straight in PostgreSQL: a named statement with other values each time, every client waiting for its rows. */
export async function runQueryLoad(order: QueryOrder, tell: (message: LoadMessage) => void): Promise<LoadReport> {
  const window = new LoadWindow();
  const clients = Array.from({ length: order.clients }, () => new pg.Client({ connectionString: order.databaseUrl }));
  try {
    for (const client of clients) await client.connect();
    const loops = clients.map(async (client, index) => {
      for (let turn = index; !window.over; turn += order.clients) {
        const sentAt = performance.now();
        await client.query({
          name: 'read',
          text: order.text,
          values: [...(order.values[turn % order.values.length] ?? [])],
        });
        window.answered(0, 0, performance.now() - sentAt);
      }
    });
    const ended = Promise.all(loops);
    const drained = async (): Promise<void> => {
      await ended;
    };
    return await Promise.race([
      window.measure(order, tell, drained),
      ended.then(() => new Promise<never>(() => undefined)),
    ]);
  } finally {
    for (const client of clients) await client.end();
  }
}
