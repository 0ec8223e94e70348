import { once } from 'node:events';
import net from 'node:net';

export interface StoreProxy {
  readonly port: number;
  /** Passes nothing on any more, in both directions, and keeps every connection open; new ones are taken and hang, too. */
  hang(): void;
  /** Passes new connections on again; those that hung stay so. */
  recover(): void;
  /** How many counts came while it hung. */
  countsLost(): number;
  close(): Promise<void>;
}

/** Stands between gateways and their limit store, and can hang as a store does whose machine is gone: without a word. */
export async function openStoreProxy(storePort: number): Promise<StoreProxy> {
  const sockets = new Set<net.Socket>();
  let isHanging = false;
  let countsLost = 0;
  const server = net.createServer((client) => {
    const store = net.connect(storePort, '127.0.0.1');
    let isStuck = isHanging;
    for (const [socket, other] of [
      [client, store],
      [store, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.on('data', (bytes) => {
        isStuck ||= isHanging;
        if (!isStuck) other.write(bytes);
        else if (socket === client) countsLost += bytes.toString('latin1').split('EVALSHA').length - 1;
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as net.AddressInfo).port,
    hang() {
      isHanging = true;
    },
    recover() {
      isHanging = false;
    },
    countsLost: () => countsLost,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
