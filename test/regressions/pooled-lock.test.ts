import { once } from 'node:events';
import net from 'node:net';
import { expect, it } from 'vitest';
import { withAdvisoryLock } from '../../server/platform/database/orm.js';
import { freshDatabase, query } from '../setup/database.js';

const LOCK = 4_711;
/** A client that leaves says so by this message. */
const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4]);

/** Stands before a database as a pooler does that gives sessions out by transaction: the session stays when its client leaves. */
async function openPooler(target: URL): Promise<{ url: string; close(): void }> {
  const open = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const session = net.connect(Number(target.port), target.hostname);
    for (const socket of [client, session]) open.add(socket.on('error', () => undefined));
    session.on('data', (bytes) => client.write(bytes));
    client.on('data', (bytes) => (bytes.equals(TERMINATE) ? client.end() : session.write(bytes)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as net.AddressInfo;
  return {
    url: Object.assign(new URL(target), { hostname: '127.0.0.1', port: String(port) }).toString(),
    close(): void {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

it('a lock that is taken through a pooler ends with its step, though the session stays', async () => {
  const database = await freshDatabase();
  const pooler = await openPooler(new URL(database.url));
  const isFree = async (): Promise<boolean | undefined> => {
    const [row] = await query<{ free: boolean }>(database.url, 'select pg_try_advisory_xact_lock($1) as free', [LOCK]);
    return row?.free;
  };
  try {
    expect(await withAdvisoryLock(pooler.url, LOCK, isFree)).toBe(false);
    expect(await isFree()).toBe(true);
  } finally {
    pooler.close();
    await database.drop();
  }
});
