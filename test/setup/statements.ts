import { once } from 'node:events';
import net from 'node:net';

export interface StatementCount {
  /** The address of the database by way of the counter. */
  readonly url: string;
  /** The statements since the last call, by their texts; one that is prepared already is told by its name. */
  take(): string[];
  close(): Promise<void>;
}

/** Types of messages with which a client of PostgreSQL has something done. */
const QUERY = 0x51;
const PARSE = 0x50;
const BIND = 0x42;
const EXECUTE = 0x45;

/** Stands between a gateway and its database and notes every statement that passes, prepared or not. */
export async function openStatementCount(databaseUrl: string): Promise<StatementCount> {
  const upstream = new URL(databaseUrl);
  const sockets = new Set<net.Socket>();
  let seen: string[] = [];
  const server = net.createServer((client) => {
    const database = net.connect(Number(upstream.port), upstream.hostname);
    const read = statementReader((text) => seen.push(text));
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
    client.on('data', (sent) => {
      read(sent);
      database.write(sent);
    });
    database.on('data', (answer) => client.write(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as net.AddressInfo).port);
  return {
    url: url.toString(),
    take() {
      const taken = seen;
      seen = [];
      return taken;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Reads the messages of one connection's client; the first has no type. */
function statementReader(note: (text: string) => void): (sent: Buffer) => void {
  let rest = Buffer.alloc(0);
  let begun = false;
  const prepared = new Map<string, string>();
  let bound = '';
  return (sent) => {
    rest = Buffer.concat([rest, sent]);
    for (;;) {
      const typeBytes = begun ? 1 : 0;
      if (rest.length < typeBytes + 4) return;
      const end = typeBytes + rest.readInt32BE(typeBytes);
      if (rest.length < end) return;
      const type = begun ? rest[0] : 0;
      const texts = rest.toString('utf8', typeBytes + 4, end).split('\0', 2);
      begun = true;
      rest = rest.subarray(end);
      if (type === QUERY) note(texts[0] ?? '');
      if (type === PARSE) prepared.set(texts[0] ?? '', texts[1] ?? '');
      if (type === BIND) bound = texts[1] ?? '';
      if (type === EXECUTE) note(prepared.get(bound) ?? bound);
    }
  };
}
