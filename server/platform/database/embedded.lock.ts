import { createHash } from 'node:crypto';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../start.error.js';
import { hasCode } from './embedded.process.js';

/** A first start, or a recovery after a crash, happens inside the lock; a waiting process must outlast it. */
const LOCK_TIMEOUT_MS = 240_000;
const LOCK_RETRY_MS = 25;

/**
 * Runs the work while no other process of ours runs work for the same folder (absolute, symbolic links resolved). The lock
 * is a socket name in the kernel, which frees it when its holder dies: a lock file of a killed process would need guessing.
 */
export async function withLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const name = `\0dai-embedded-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
  const deadline = performance.now() + LOCK_TIMEOUT_MS;
  let held = await listen(name);
  while (held === undefined) {
    if (performance.now() > deadline) {
      throw new StartError(
        `Another process has been starting or stopping the database in ${folder} for ${LOCK_TIMEOUT_MS / 1000} s. End it and start again.`,
      );
    }
    await sleep(LOCK_RETRY_MS);
    held = await listen(name);
  }
  const { close } = held;
  try {
    return await work();
  } finally {
    await close();
  }
}

function listen(name: string): Promise<{ close: () => Promise<void> } | undefined> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((caller) => caller.destroy());
    server.once('error', (error) => (hasCode(error, 'EADDRINUSE') ? resolve(undefined) : reject(error)));
    server.listen({ path: name, exclusive: true }, () => {
      resolve({ close: () => new Promise((closed) => server.close(() => closed())) });
    });
  });
}
