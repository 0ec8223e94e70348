import { once } from 'node:events';
import net from 'node:net';

/** A statement that was carried out, and its values: texts, and bytes where they were sent as such. */
export interface SentStatement {
  readonly text: string;
  readonly values: readonly (string | Buffer | null)[];
}

export interface StatementCount {
  /** The address of the database by way of the counter. */
  readonly url: string;
  /** The statements since the last call, by their texts; one that is prepared already is told by its name. */
  take(): string[];
  /** The same, with the values of each. */
  takeSent(): SentStatement[];
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
  let seen: SentStatement[] = [];
  const server = net.createServer((client) => {
    const database = net.connect(Number(upstream.port), upstream.hostname);
    const read = statementReader((sent) => seen.push(sent));
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
  const takeSent = (): SentStatement[] => {
    const taken = seen;
    seen = [];
    return taken;
  };
  return {
    url: url.toString(),
    takeSent,
    take: () => takeSent().map(({ text }) => text),
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Reads the messages of one connection's client; the first has no type. */
function statementReader(note: (sent: SentStatement) => void): (sent: Buffer) => void {
  let rest = Buffer.alloc(0);
  let begun = false;
  const prepared = new Map<string, string>();
  let bound: SentStatement = { text: '', values: [] };
  return (sent) => {
    rest = Buffer.concat([rest, sent]);
    for (;;) {
      const typeBytes = begun ? 1 : 0;
      if (rest.length < typeBytes + 4) return;
      const end = typeBytes + rest.readInt32BE(typeBytes);
      if (rest.length < end) return;
      const type = begun ? rest[0] : 0;
      const message = rest.subarray(typeBytes + 4, end);
      const texts = message.toString('utf8').split('\0', 2);
      begun = true;
      rest = rest.subarray(end);
      if (type === QUERY) note({ text: texts[0] ?? '', values: [] });
      if (type === PARSE) prepared.set(texts[0] ?? '', texts[1] ?? '');
      if (type === BIND) {
        const name = texts[1] ?? '';
        bound = { text: prepared.get(name) ?? name, values: valuesOf(message) };
      }
      if (type === EXECUTE) note(bound);
    }
  };
}

/** The values of a message that binds them, after the names of portal and statement and the formats of the values. */
function valuesOf(message: Buffer): (string | Buffer | null)[] {
  let at = message.indexOf(0, message.indexOf(0) + 1) + 1;
  const next = (): number => {
    at += 2;
    return message.readInt16BE(at - 2);
  };
  const formats = Array.from({ length: next() }, next);
  return Array.from({ length: next() }, (_one, place) => {
    const length = message.readInt32BE(at);
    at += 4 + Math.max(0, length);
    const value = message.subarray(at - length, at);
    const isText = (formats[formats.length === 1 ? 0 : place] ?? 0) === 0;
    return length < 0 ? null : isText ? value.toString('utf8') : Buffer.from(value);
  });
}
