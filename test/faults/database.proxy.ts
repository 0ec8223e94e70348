import { once } from 'node:events';
import net from 'node:net';
import { openStatementReader } from './statement.reader.js';

export interface DatabaseProxy {
  /** The address of the database by way of the proxy. */
  readonly url: string;
  /** Ends every connection and refuses new ones: the database is away. */
  goAway(): void;
  comeBack(): Promise<void>;
  /** Keeps every connection open and takes new ones, and passes nothing on in either direction until the database comes back. */
  goSilent(): void;
  /** How many connections were made to the proxy so far. */
  readonly connectionsOpened: number;
  /** The statements that were sent since this was last asked, in their order, whatever the connection. */
  takeStatements(): string[];
  /**
   * Lets the next flush commit, and ends its connection instead of passing the commit's answer on; `andGoAway` ends all of them then.
   * Resolves when that has happened.
   */
  loseNextCommit(options?: { andGoAway: boolean }): Promise<void>;
  /** Holds the statement with this number, counted from now on from 1, until `act` has ended. `end` forgets it, and answers whether there was such a one. */
  interruptAt(number: number, act: () => Promise<void>): { end(): boolean };
  /** Passes on the next flush up to a point, and nothing more of what the gateway says on that connection. */
  stallNextFlush(point: StallPoint): void;
  close(): Promise<void>;
}

/** The point at which the gateway stops talking: its transaction is open, its rows are on their way, or all is written and the commit missing. */
export type StallPoint = 'after the begin' | 'half way' | 'before the commit';

/** The client's bytes in PostgreSQL's protocol: a simple query ends in NUL, a prepared one carries its name. */
const BEGIN = Buffer.from('begin; set local');
const FLUSH = Buffer.from('flush_events');
const COMMIT = Buffer.from('commit\0');
/** Before the text of a simple query: its type and its length. */
const HEAD_BYTES = 5;
/** How the database says that a transaction was committed. */
const COMMITTED = Buffer.from('COMMIT\0');

interface Loss {
  readonly andGoAway: boolean;
  happened(): void;
}

/** Stands between a gateway and its database, and breaks the line at moments that a kill would hit once in a thousand times. */
export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const upstream = new URL(databaseUrl);
  const sockets = new Set<net.Socket>();
  const statements: string[] = [];
  let silent = false;
  let connectionsOpened = 0;
  let loseCommit: Loss | null = null;
  let stall: StallPoint | null = null;
  let interruption: { left: number; act(): Promise<void> } | null = null;

  /** The promise that holds up the chunk in which so many statements came, or null. */
  function interrupting(statementsSeen: number): Promise<void> | null {
    if (!interruption || statementsSeen === 0) return null;
    interruption.left -= statementsSeen;
    if (interruption.left > 0) return null;
    const { act } = interruption;
    interruption = null;
    return act();
  }

  const server = net.createServer((client) => {
    connectionsOpened += 1;
    const database = net.connect(Number(upstream.port), upstream.hostname);
    let losing: Loss | null = null;
    /** The bytes of the flush that is to stall, so far. */
    let buffered = Buffer.alloc(0);
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
    const readStatements = openStatementReader((text) => statements.push(text));
    client.on('data', (sent) => {
      const before = statements.length;
      readStatements(sent);
      if (silent) return;
      const held = interrupting(statements.length - before);
      if (held) {
        client.pause();
        void held.then(() => {
          client.resume();
          database.write(sent);
        });
        return;
      }
      if (loseCommit && sent.includes(FLUSH)) {
        losing = loseCommit;
        loseCommit = null;
      }
      if (!stall || (buffered.length === 0 && !sent.includes(BEGIN))) return void database.write(sent);
      buffered = Buffer.concat([buffered, sent]);
      if (!buffered.includes(COMMIT)) return;
      database.write(buffered.subarray(0, bytesUntil(stall, buffered)));
      stall = null;
      client.pause();
    });
    database.on('data', (answer) => {
      if (silent) return;
      const committed = answer.indexOf(COMMITTED);
      if (!losing || committed < 0) return void client.write(answer);
      client.end(answer.subarray(0, committed - HEAD_BYTES));
      if (losing.andGoAway) goAway();
      losing.happened();
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
      if (silent) for (const socket of sockets) socket.destroy(); // what was swallowed is missing on them
      silent = false;
      if (server.listening) return;
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    goSilent() {
      silent = true;
    },
    get connectionsOpened() {
      return connectionsOpened;
    },
    takeStatements: () => statements.splice(0),
    loseNextCommit: ({ andGoAway } = { andGoAway: false }) =>
      new Promise((happened) => {
        loseCommit = { andGoAway, happened };
      }),
    interruptAt(number, act) {
      const own = { left: number, act };
      interruption = own;
      return {
        end() {
          if (interruption === own) interruption = null;
          return own.left <= 0;
        },
      };
    },
    stallNextFlush(point) {
      stall = point;
    },
    async close() {
      const closed = server.listening ? once(server, 'close') : Promise.resolve();
      goAway();
      await closed;
    },
  };
}

/** How much of a whole transaction is passed on. */
function bytesUntil(point: StallPoint, sent: Buffer): number {
  const commit = sent.indexOf(COMMIT) - HEAD_BYTES;
  const begin = sent.indexOf(BEGIN);
  const begun = begin - 4 + sent.readInt32BE(begin - 4); // the length counts itself and the text, not the type
  switch (point) {
    case 'after the begin':
      return begun;
    case 'half way':
      return Math.floor((begun + commit) / 2);
    case 'before the commit':
      return commit;
  }
}
