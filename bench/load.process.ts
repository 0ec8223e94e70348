import { runHttpLoad } from './load.http.js';
import { runInsertLoad } from './load.insert.js';
import { runQueryLoad } from './load.query.js';
import type { LoadMessage, LoadOrder, LoadReport } from './load.types.js';

/** The generator: a process of its own that takes one order at a time from its parent and ends with it. */
const tell = (message: LoadMessage): void => {
  process.send?.(message);
};

const run = (order: LoadOrder): Promise<LoadReport> => {
  if (order.kind === 'http') return runHttpLoad(order, tell);
  return order.kind === 'query' ? runQueryLoad(order, tell) : runInsertLoad(order, tell);
};

process.on('message', (order: LoadOrder) => {
  const running = run(order);
  running.then(
    (report) => tell({ kind: 'report', report }),
    (error: unknown) => tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  );
});
process.on('disconnect', () => process.exit());
