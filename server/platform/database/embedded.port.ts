import { randomInt } from 'node:crypto';
import net from 'node:net';
import path from 'node:path';
import { StartError } from '../start.error.js';
import { readStored, write } from './embedded.place.js';

/**
 * Ports are taken from below the range that Linux hands to outgoing connections (32768 and up): inside it, a client that
 * knocks while the server is away can be given the server's own port, and the server could not come back.
 */
const PORT_MIN = 20_000;
const PORT_MAX = 32_767;
const ATTEMPTS_MAX = 200;

/** Answers the port that this database keeps; a new one is chosen the first time, or when another program took the kept one and no one relies on it. */
export async function choosePort(control: string, mayChange: boolean): Promise<number> {
  const file = path.join(control, 'port');
  const stored = Number(readStored(file) ?? 0);
  if (stored > 0 && (await isFree(stored))) return stored;
  if (stored > 0 && !mayChange) {
    throw new StartError(
      `Port ${stored} of the embedded database was taken by another program while gateways rely on it. End that program.`,
    );
  }
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const port = randomInt(PORT_MIN, PORT_MAX + 1);
    if (await isFree(port)) {
      write(file, String(port));
      return port;
    }
  }
  throw new StartError(
    `No free port for the embedded database between ${PORT_MIN} and ${PORT_MAX}. End what occupies them, or set DATABASE_URL.`,
  );
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ host: '127.0.0.1', port, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
