import net from 'node:net';
import { type FetchBounds, FetchRefused, guardedFetch } from '../../server/platform/outbound/guarded.fetch.js';

export interface RawOutside {
  /** `host:port`, to be put into the bounds of a fetch. */
  readonly host: string;
  /** Connections that are open now. */
  open(): number;
  /** Connections that ever were. */
  readonly connections: () => number;
  close(): Promise<void>;
}

/** A server that speaks to each client as no web server would: `answer` gets the socket once the request has come. */
export async function startRaw(answer: (socket: net.Socket) => void): Promise<RawOutside> {
  const sockets = new Set<net.Socket>();
  let connections = 0;
  const server = net.createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    socket.once('data', () => answer(socket));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    host: `127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    open: () => sockets.size,
    connections: () => connections,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((ended) => server.close(() => ended()));
    },
  };
}

/** How a fetch ends: `answered 200`, or the reason of its refusal. */
export function endOf(url: string, bounds: Partial<FetchBounds> = {}): Promise<string> {
  return guardedFetch(url, { timeoutMs: 2_000, redirectsMax: 3, bytesMax: 1_000, allow: [], ...bounds }).then(
    ({ status }) => `answered ${status}`,
    (error: unknown) => (error instanceof FetchRefused ? error.reason : String(error)),
  );
}
