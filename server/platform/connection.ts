import { createServer, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { ConfigError } from './config.js';
import { Fault, invalid, problemOf } from './fault.js';
import { newUuid } from './ids.js';

/** How long a request may take to arrive, and how long an idle connection is kept: longer than a balancer keeps its own. */
const TIMEOUTS = { keepAliveTimeout: 65_000, requestTimeout: 30_000, headersTimeout: 20_000 };

/** How long a refused connection may take to read its answer. */
const LINGER_MS = 1_000;

/**
 * The HTTP server of a process. What Node's parser refuses before there is a request (headers over 16 KiB, broken framing, a late body)
 * is answered with a problem body and a request id, like every other refusal. An expectation that we do not know is ignored, as RFC 9110
 * allows. `baseUrl` is asked when it is needed: the port may not be known yet.
 */
export function openServer(baseUrl: () => string): Server {
  const server = createServer(TIMEOUTS);
  server.on('checkExpectation', (req, res) => void server.emit('request', req, res));
  server.on('clientError', (error: Error, socket: Duplex) => {
    if (!socket.writable || codeOf(error) === 'ECONNRESET') return void socket.destroy();
    const fault = faultOfParser(codeOf(error));
    const requestId = newUuid();
    const body = JSON.stringify(problemOf(fault, baseUrl(), requestId));
    setTimeout(() => socket.destroy(), LINGER_MS).unref(); // whoever goes on sending must not keep the socket
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

/** Listens and answers the port, which the system gives for 0. Rejects with a ConfigError that names `variable` when the port is taken. */
export function listenOn(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
  variable: 'PORT' | 'OPS_PORT',
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        codeOf(error) === 'EADDRINUSE'
          ? new ConfigError([`${variable} ${port} is taken on ${host}: set another one`])
          : error,
      ),
    );
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      resolve((server.address() as AddressInfo).port);
    });
  });
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

function faultOfParser(code: string): Fault {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Fault('PAYLOAD_TOO_LARGE', { say: 'The request line and its headers may have 16 KiB together.' });
  const detail =
    code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'the request did not arrive in time' : 'this is not well-formed HTTP';
  return invalid([{ pointer: '', code: 'malformed_request', detail }]);
}
