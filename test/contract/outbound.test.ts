import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { FetchRefused, guardedFetch } from '../../server/platform/outbound/guarded.fetch.js';

const bounds = { timeoutMs: 1_000, redirectsMax: 3, bytesMax: 1_000, allow: [] as string[] };
const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server of the outside world on loopback; answers its `host:port`. */
async function outside(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  open.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const reasonOf = (url: string, changed: Partial<typeof bounds> = {}): Promise<string> =>
  guardedFetch(url, { ...bounds, ...changed }).then(
    ({ status }) => `answered ${status}`,
    (error: unknown) => (error instanceof FetchRefused ? error.reason : String(error)),
  );

describe('an outbound fetch of an address that somebody chose', () => {
  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://0x7f.1/',
    'https://10.1.2.3/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fe80::1]/',
    'https://224.0.0.1/',
    'https://0.0.0.0/',
    'https://localhost/',
    'https://①②⑦.⓪.⓪.①/',
  ])('never reaches %s', async (url) => {
    expect(await reasonOf(url)).toBe('not_allowed_address');
  });

  it.each([
    'http://example.com/',
    'https://example.com:8443/',
    'https://user:pass@example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
  ])('refuses %s before any look-up', async (url) => {
    expect(await reasonOf(url)).toBe('not_https');
  });

  it('checks a redirect like the first address', async () => {
    let reached = 0;
    const inner = await outside((_req, res) => {
      reached += 1;
      res.end('secret');
    });
    const outer = await outside((_req, res) => res.writeHead(302, { location: `https://${inner}/` }).end());
    expect(await reasonOf(`http://${outer}/`, { allow: [outer] })).toBe('not_https');
    const private443 = await outside((_req, res) => res.writeHead(302, { location: 'https://127.0.0.1/' }).end());
    expect(await reasonOf(`http://${private443}/`, { allow: [private443] })).toBe('not_allowed_address');
    expect(reached).toBe(0);
  });

  it('ends a chain of redirects', async () => {
    const host = await outside((req, res) => res.writeHead(302, { location: `${req.url}x` }).end());
    expect(await reasonOf(`http://${host}/`, { allow: [host] })).toBe('too_many_redirects');
  });

  it('stops at the size limit, also of what decompresses', async () => {
    const large = await outside((_req, res) => res.end('x'.repeat(1_001)));
    expect(await reasonOf(`http://${large}/`, { allow: [large] })).toBe('too_large');
    const bomb = await outside((_req, res) =>
      res.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(1_000_000))),
    );
    expect(await reasonOf(`http://${bomb}/`, { allow: [bomb] })).toBe('too_large');
  });

  it('gives up when the whole takes too long', async () => {
    const slow = await outside((_req, res) => void res.writeHead(200).write('a'));
    expect(await reasonOf(`http://${slow}/`, { allow: [slow], timeoutMs: 200 })).toBe('timeout');
  });

  it('answers status, type and body of what it may reach', async () => {
    const host = await outside((_req, res) =>
      res.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(gzipSync('hello')),
    );
    const fetched = await guardedFetch(`http://${host}/a`, { ...bounds, allow: [host] });
    expect({ ...fetched, body: fetched.body.toString() }).toEqual({
      status: 200,
      finalUrl: `http://${host}/a`,
      contentType: 'text/plain',
      body: 'hello',
    });
  });
});
