import { once } from 'node:events';
import net from 'node:net';

export interface DatabaseProxy {
  /** The address of the database by way of the proxy. */
  readonly url: string;
  /** Ends every connection and refuses new ones: the database is away. */
  goAway(): void;
  comeBack(): Promise<void>;
  /** Lets the next flush commit, and ends its connection instead of passing the answer on; `andGoAway` does that at once. */
  loseNextCommit(options?: { andGoAway: boolean }): void;
  /** Passes on the first statement of the next transaction and its answer, and nothing more of what the gateway says there. */
  stallNextTransaction(): void;
  close(): Promise<void>;
}

/** What a client says in PostgreSQL's protocol: a simple query ends in NUL, a prepared one carries its name. */
const COMMIT = Buffer.from('commit\0');
const FLUSH = Buffer.from('insert_events');
const BEGIN = Buffer.from('begin');

/** Stands between a gateway and its database, and breaks the line at moments that a kill would hit once in a thousand times. */
export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const upstream = new URL(databaseUrl);
  const sockets = new Set<net.Socket>();
  let loseCommit: { andGoAway: boolean } | null = null;
  let stall = false;

  const server = net.createServer((client) => {
    const database = net.connect(Number(upstream.port), upstream.hostname);
    let flushes = false;
    let losing: { andGoAway: boolean } | null = null;
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.on('data', (said) => {
      flushes ||= said.includes(FLUSH);
      if (flushes && loseCommit && said.includes(COMMIT)) {
        losing = loseCommit;
        loseCommit = null;
      }
      if (stall && said.includes(BEGIN)) {
        stall = false;
        client.pause();
      }
      database.write(said);
    });
    database.on('data', (answer) => {
      if (!losing) return void client.write(answer);
      if (losing.andGoAway) goAway();
      client.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  const url = new URL(databaseUrl);
  url.port = String(port);

  function goAway(): void {
    server.close();
    for (const socket of sockets) socket.destroy();
  }

  return {
    url: url.toString(),
    goAway,
    async comeBack() {
      if (server.listening) return;
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    loseNextCommit(options = { andGoAway: false }) {
      loseCommit = options;
    },
    stallNextTransaction() {
      stall = true;
    },
    async close() {
      const closed = server.listening ? once(server, 'close') : Promise.resolve();
      goAway();
      await closed;
    },
  };
}
