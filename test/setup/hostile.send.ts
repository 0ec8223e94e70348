import net from 'node:net';
import type { HostileRequest, HostileVerdict } from './hostile.request.js';

/** Nothing that is served takes as long; a connection that is kept open longer counts as not answered. */
const PATIENCE_MS = 20_000;

export interface HostileAnswer {
  /** Everything that came back, heads included; empty when the connection was dropped. */
  readonly bytes: Buffer;
  /** The connection was kept open without an end for as long as the test waits. */
  readonly unended: boolean;
}

export interface HostileSending extends Pick<HostileRequest, 'hangUp'> {
  readonly port: number;
  readonly bytes: Buffer;
  /** Another address of the loopback network, to be counted as another caller. */
  readonly localAddress?: string;
}

/** Sends bytes and takes what comes back until the server ends the connection, also when it ends it while we are still sending. */
export function sendHostile({
  port,
  bytes,
  hangUp,
  localAddress = '127.0.0.1',
}: HostileSending): Promise<HostileAnswer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let unended = false;
    const socket = net.connect({ port, host: '127.0.0.1', localAddress }, () =>
      hangUp ? socket.end(bytes) : socket.write(bytes),
    );
    socket.setTimeout(PATIENCE_MS, () => {
      unended = true;
      socket.destroy();
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => undefined); // the close that follows tells what there is to tell
    socket.once('close', () => resolve({ bytes: Buffer.concat(chunks), unended }));
  });
}

/** The status of the first answer; 0 when there is none. */
export const statusOf = ({ bytes }: HostileAnswer): number =>
  Number(/^HTTP\/1\.1 (\d{3}) /.exec(bytes.toString('latin1', 0, 64))?.[1] ?? 0);

/** How a request was answered, whatever the transport's own form of a refusal is. */
export function verdictOf(answer: HostileAnswer): HostileVerdict {
  const status = statusOf(answer);
  if (status === 0) return 'dropped';
  const text = answer.bytes.toString('utf8');
  const code =
    status >= 400 || /"errors":\[|"isError":true/.test(text) ? /"code":"([A-Z_]{4,})"/.exec(text)?.[1] : null;
  if (code) return code as HostileVerdict;
  if (/"jsonrpc":"2\.0".*"error":\{/s.test(text)) return 'protocol';
  if (status < 300) return 'ok';
  if (status < 400) return 'redirected';
  if (/^content-type: text\/html/im.test(text)) return 'page';
  return /^content-type: application\/problem\+json/im.test(text) && text.endsWith('\r\n\r\n')
    ? `HEAD ${status}`
    : 'unexplained';
}
