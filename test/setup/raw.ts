import net from 'node:net';

export interface RawReply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
}

/**
 * Sends bytes as they are, such as no HTTP client would, and reads until the server closes: they ask for `Connection: close` or break
 * the connection. `hangUp` ends our side after the bytes, as a client that dies does.
 */
export function sendRaw(url: string, bytes: string | Buffer, { hangUp = false } = {}): Promise<RawReply> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = net.connect(Number(port), hostname, () => (hangUp ? socket.end(bytes) : socket.write(bytes)));
    socket.setTimeout(60_000, () => socket.destroy(new Error('no answer within a minute')));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.once('error', reject);
    socket.once('close', () => resolve(readReply(Buffer.concat(chunks).toString('utf8'))));
  });
}

/** Takes an answer apart as it came over the wire. */
export function readReply(whole: string): RawReply {
  const end = whole.indexOf('\r\n\r\n');
  const [first = '', ...lines] = whole.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { status: Number(first.split(' ')[1]), headers, text: whole.slice(end + 4) };
}
