import { runHttpLoad } from './load.http.js';
import { runInsertLoad } from './load.insert.js';
import type { LoadMessage, LoadOrder } from './load.types.js';

/** The generator: a process of its own that takes one order at a time from its parent and ends with it. */
const tell = (message: LoadMessage): void => {
  process.send?.(message);
};

process.on('message', (order: LoadOrder) => {
  const running = order.kind === 'http' ? runHttpLoad(order, tell) : runInsertLoad(order, tell);
  running.then(
    (report) => tell({ kind: 'report', report }),
    (error: unknown) => tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  );
});
process.on('disconnect', () => process.exit());
