import http, { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import tls from 'node:tls';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { guardedFetch } from '../../server/platform/outbound/guarded.fetch.js';
import { type Certificate, selfSigned } from '../setup/certificate.js';
import { startOutside } from '../setup/outside.js';
import { endOf, startRaw } from '../setup/outside.raw.js';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const one of undo.splice(0).reverse()) await one();
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  undo.push(() => new Promise((ended) => server.close(ended)));
  return (server.address() as AddressInfo).port;
}

async function raw(answer: Parameters<typeof startRaw>[0]) {
  const server = await startRaw(answer);
  undo.push(server.close);
  return server;
}

describe('a certificate', () => {
  const secure = async (certificate: Certificate, name = 'vendor.test'): Promise<string> => {
    const host = `${name}:${await listen(createSecureServer(certificate, (_req, res) => res.end('hello')))}`;
    return endOf(`https://${host}/`, { allow: [host] });
  };
  const trust = ({ cert }: Certificate): void => {
    const before = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...before, cert]);
    undo.push(() => tls.setDefaultCACertificates(before));
  };

  it('that a trusted authority signed for this name is accepted', async () => {
    const certificate = selfSigned('vendor.test');
    trust(certificate);
    expect(await secure(certificate)).toBe('answered 200');
  });

  it('that no one trusts is refused, also when the environment says to accept it', async () => {
    expect(await secure(selfSigned('vendor.test'))).toBe('unreachable');
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    expect(await secure(selfSigned('vendor.test'))).toBe('unreachable');
  });

  it('for another name is refused', async () => {
    const certificate = selfSigned('vendor.test');
    trust(certificate);
    expect(await secure(certificate, 'other.test')).toBe('unreachable');
  });

  it('that has expired is refused', async () => {
    const certificate = selfSigned('vendor.test', new Date('2021-01-01T00:00:00Z'));
    trust(certificate);
    expect(await secure(certificate)).toBe('unreachable');
  });
});

describe('a server that misbehaves', () => {
  it.each([
    ['floods with headers', `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(10_000)}\r\nhello`],
    [
      'floods with trailers',
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n${'a: b\r\n'.repeat(10_000)}\r\n`,
    ],
    ['sends one endless header', `HTTP/1.1 200 OK\r\na: ${'b'.repeat(20_000)}\r\n\r\nhello`],
    ['speaks something else', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['says nothing', ''],
    ['switches the protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n'],
    ['hides a control character in a header', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nx: a\u0000b\r\n\r\nhello'],
  ])('and %s is refused', async (_how, bytes) => {
    const server = await raw((socket) => socket.end(bytes));
    expect(await endOf(`http://${server.host}/`, { allow: [server.host] })).toBe('unreachable');
  });

  it('and resets the connection is refused', async () => {
    const server = await raw((socket) => socket.resetAndDestroy());
    expect(await endOf(`http://${server.host}/`, { allow: [server.host] })).toBe('unreachable');
  });

  it.each([
    ['never answers', '', ''],
    ['never ends its headers', 'HTTP/1.1 200 OK\r\n', 'x: y\r\n'],
    ['never ends its hints', '', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'],
    ['never ends a slow body', 'HTTP/1.1 200 OK\r\n\r\n', 'a'],
    ['never ends a slow chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\na\r\n'],
    ['never ends what it compresses', 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n', '\u001f'],
  ])('and %s is given up when the time is over', async (_how, start, drop) => {
    const server = await raw((socket) => {
      socket.write(start);
      const dripping = setInterval(() => socket.write(drop), 20);
      socket.once('close', () => clearInterval(dripping));
    });
    expect(await endOf(`http://${server.host}/`, { allow: [server.host], timeoutMs: 200 })).toBe('timeout');
    await vi.waitFor(() => expect(server.open()).toBe(0));
  });

  it('says nothing to a caller who reads why it was refused', async () => {
    const server = await raw((socket) => socket.end('HTTP/1.1 200 the secret words\r\nx: \u0000secret\r\n\r\n'));
    const bounds = { timeoutMs: 2_000, redirectsMax: 0, bytesMax: 100, allow: [server.host] };
    const error: unknown = await guardedFetch(`http://${server.host}/`, bounds).catch((refused) => refused);
    expect(String(error)).toContain('HPE_');
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('secret');
    expect((error as Error).cause).toBeUndefined();
  });
});

describe('a connection', () => {
  it.each([
    ['an answer', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: keep-alive\r\n\r\nhello'],
    ['an answer that is not read', 'HTTP/1.1 404 Not Found\r\nContent-Length: 5000\r\nConnection: keep-alive\r\n\r\n'],
    ['too large an answer', 'HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 5000\r\n\r\n'],
    ['an unknown encoding', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Encoding: zstd\r\n\r\nhello'],
    ['a refused redirect', 'HTTP/1.1 302 Found\r\nLocation: https://127.0.0.1/\r\nContent-Length: 5\r\n\r\n'],
  ])('is closed after %s', async (_what, bytes) => {
    const server = await raw((socket) => socket.write(bytes));
    await endOf(`http://${server.host}/`, { allow: [server.host] });
    await vi.waitFor(() => expect(server.open()).toBe(0));
    expect(server.connections()).toBe(1);
  });

  it('goes through no proxy, whatever the environment says', async () => {
    let proxied = 0;
    const port = await listen(
      createServer((_req, res) => {
        proxied += 1;
        res.end('by the proxy');
      }),
    );
    const proxy = `http://127.0.0.1:${port}`;
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']) {
      vi.stubEnv(name, proxy);
      vi.stubEnv(name.toLowerCase(), proxy);
    }
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    undo.push(http.setGlobalProxyFromEnv({ HTTP_PROXY: proxy, HTTPS_PROXY: proxy }));
    const outside = await startOutside();
    undo.push(outside.close);
    const url = outside.serve('/', 'hello');
    const byNode = await new Promise((settle) => http.get(url, (answer) => settle(answer.resume().statusCode)));
    expect({ byNode, proxied }).toEqual({ byNode: 200, proxied: 1 });
    expect(await endOf(url, { allow: [outside.host] })).toBe('answered 200');
    expect(proxied).toBe(1);
    expect(outside.hits()).toBe(1);
  });

  it('carries no credential of the address, which is refused even on the allow list', async () => {
    const outside = await startOutside();
    undo.push(outside.close);
    expect(await endOf(`http://user:secret@${outside.host}/`, { allow: [outside.host] })).toBe('user_info');
    expect(outside.hits()).toBe(0);
  });
});
