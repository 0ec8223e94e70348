import { createServer, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ConfigError } from '../config.js';
import { Fault, invalid, problemOf } from '../fault.js';
import { newUuid } from '../ids.js';
import { networkOf } from './address.rules.js';
import { HEADERS_BYTES_MAX, URL_BYTES_MAX } from './request.rules.js';

/** How long a request may take to arrive, and how long an idle connection is kept: longer than a balancer keeps its own. */
const TIMEOUTS = { keepAliveTimeout: 65_000, requestTimeout: 30_000, headersTimeout: 20_000 };
/** Room for the longest address and the longest headers, and for the method and version around them. */
const HEAD_BYTES_MAX = URL_BYTES_MAX + HEADERS_BYTES_MAX + 1024;

/** How long a refused connection may take to read its answer. */
const LINGER_MS = 1_000;

export interface StrangerBounds {
  /** Connections of one address that never carried a valid credential; infinite where a proxy stands in front, which has one address. */
  readonly perAddressMax: number;
  readonly inAllMax: number;
}

/** The bounds of connections without a valid credential, for a process with this many proxies in front. */
export const strangerBounds = (proxies: number): StrangerBounds => ({
  perAddressMax: proxies > 0 ? Number.POSITIVE_INFINITY : 256,
  inAllMax: 4_096,
});

/**
 * The HTTP server of a process. What Node's parser refuses before there is a request (a head beyond all bounds, broken framing, a late body)
 * is answered with a problem body and a request id, like every other refusal. An expectation that we do not know is ignored, as RFC 9110
 * allows. `baseUrl` is asked when it is needed: the port may not be known yet.
 */
export function openServer(baseUrl: () => string, bounds = strangerBounds(0)): Server {
  // Node would refuse a request without Host by itself, with a bare 400: `headFault` does, with a problem body.
  const server = createServer({ ...TIMEOUTS, maxHeaderSize: HEAD_BYTES_MAX, requireHostHeader: false });
  server.maxHeadersCount = 0; // the bytes bound them: headers beyond a count would be dropped without a word
  boundStrangers(server, bounds);
  server.on('checkExpectation', (req, res) => void server.emit('request', req, res));
  const answered = new WeakSet<Duplex>();
  server.on('clientError', (error: Error, socket: Duplex) => {
    // Bytes that still come after the answer are wrong again; ended now, the connection would be reset before the answer is read.
    if (answered.has(socket)) return;
    if (!socket.writable || codeOf(error) === 'ECONNRESET') return void socket.destroy();
    answered.add(socket);
    const fault = faultOfParser(error);
    const requestId = newUuid();
    const body = JSON.stringify(problemOf(fault, baseUrl(), requestId));
    setTimeout(() => socket.destroy(), LINGER_MS).unref(); // a client that goes on sending must not keep the socket
    socket.end(
      [
        `HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status]}`,
        `X-Request-Id: ${requestId}`,
        'Content-Type: application/problem+json; charset=utf-8',
        'Cache-Control: private, no-store',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  });
  return server;
}

/** Listens and answers the port, which the system gives for 0. Rejects with a ConfigError that names the variable to change where the port or the address is of no use. */
export function listenOn(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
  variable: 'PORT' | 'OPS_PORT',
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const problem = listenProblem(codeOf(error), { host, port }, variable);
      reject(problem === null ? error : new ConfigError([problem]));
    });
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function listenProblem(
  code: string,
  { host, port }: { readonly host: string; readonly port: number },
  variable: 'PORT' | 'OPS_PORT',
): string | null {
  const hostVariable = variable === 'PORT' ? 'HOST' : 'OPS_HOST';
  switch (code) {
    case 'EADDRINUSE':
      return `${variable} ${port} is taken on ${host}: set another one`;
    case 'EACCES':
      return `${variable} ${port} may not be opened by this user: set one above 1023`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return `${hostVariable} ${host} is no address of this machine: set one that it has, such as 127.0.0.1 or ::`;
    default:
      return null;
  }
}

/** Names a port or address of no use before anything is made for a start that would end there. */
export async function refuseUnusableAddress(
  { host, port }: { readonly host: string; readonly port: number },
  variable: 'PORT' | 'OPS_PORT',
): Promise<void> {
  const probe = createServer();
  await listenOn(probe, { host, port }, variable);
  await new Promise((resolve) => probe.close(resolve));
}

const trust = new WeakMap<Duplex, () => void>();

/** Takes a connection out of the bounds for strangers: a valid credential came over it. */
export const trustConnection = (socket: Duplex): void => trust.get(socket)?.();

/**
 * Beyond a bound the connection that is open longest without a valid credential is ended, and not the new one refused: a caller with a
 * credential shows it with the first request, so no one who only holds connections can keep that caller out.
 */
function boundStrangers(server: Server, { perAddressMax, inAllMax }: StrangerBounds): void {
  const strangers = new Set<Socket>();
  const byAddress = new Map<string, Set<Socket>>();
  server.on('connection', (socket) => {
    socket.setMaxListeners(0); // each request of a pipeline waits for its end
    const address = networkOf(socket.remoteAddress);
    const own = byAddress.get(address) ?? new Set();
    byAddress.set(address, own.add(socket));
    strangers.add(socket);
    const forget = (): void => {
      strangers.delete(socket);
      own.delete(socket);
      if (own.size === 0 && byAddress.get(address) === own) byAddress.delete(address);
    };
    trust.set(socket, forget);
    socket.once('close', forget);
    if (own.size > perAddressMax) endOldest(own);
    else if (strangers.size > inAllMax) endOldest(strangers);
  });
}

function endOldest(sockets: ReadonlySet<Socket>): void {
  const [oldest] = sockets;
  if (!oldest) return;
  trustConnection(oldest); // it is no stranger that waits any more, even before it is closed
  oldest.destroy();
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

/** A request line whose address has no end in what the parser looked at. */
const ENDLESS_ADDRESS = /^[A-Z-]+ [^ \r\n]+$/;

function faultOfParser(error: Error): Fault {
  const code = codeOf(error);
  if (code === 'HPE_HEADER_OVERFLOW') {
    const looked =
      'rawPacket' in error && Buffer.isBuffer(error.rawPacket)
        ? error.rawPacket.toString('latin1', 0, HEAD_BYTES_MAX)
        : '';
    return new Fault(ENDLESS_ADDRESS.test(looked) ? 'URI_TOO_LONG' : 'HEADERS_TOO_LARGE');
  }
  const detail =
    code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'the request did not arrive in time' : 'this is not well-formed HTTP';
  return invalid([{ pointer: '', code: 'malformed_request', detail }]);
}
