import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { guardedFetch } from '../../server/platform/outbound/guarded.fetch.js';
import { type Outside, type OutsidePage, startOutside } from '../setup/outside.js';
import { endOf, type RawOutside, startRaw } from '../setup/outside.raw.js';

let outside: Outside;
const raw: RawOutside[] = [];
beforeAll(async () => {
  outside = await startOutside();
});
afterEach(async () => {
  outside.reset();
  await Promise.all(raw.splice(0).map((one) => one.close()));
});
afterAll(() => outside.close());

const read = (page: OutsidePage | string | Buffer, bounds = {}): Promise<string> =>
  endOf(outside.serve('/', page), { allow: [outside.host], ...bounds });

/** The outcome of reading bytes that a server sends as they are before it closes the connection. */
async function readRaw(...parts: (string | Buffer)[]): Promise<string> {
  const server = await startRaw((socket) => socket.end(Buffer.concat(parts.map((part) => Buffer.from(part)))));
  raw.push(server);
  return endOf(`http://${server.host}/`, { allow: [server.host] });
}
const encoded = (encoding: string, content: Buffer): OutsidePage => ({
  content,
  headers: { 'content-encoding': encoding },
});

describe('the size of an answer', () => {
  it('is bounded to the byte', async () => {
    expect(await read('x'.repeat(1_000))).toBe('answered 200');
    expect(await read('x'.repeat(1_001))).toBe('too_large');
    expect(await read({ content: 'x'.repeat(1_001), headers: { 'transfer-encoding': 'chunked' } })).toBe('too_large');
    expect(await read(encoded('gzip', gzipSync('x'.repeat(1_000))))).toBe('answered 200');
    expect(await read(encoded('gzip', gzipSync('x'.repeat(1_001))))).toBe('too_large');
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('is bounded after decompression: %s', async (encoding, compress) => {
    expect(await read(encoded(encoding, compress('x'.repeat(500_000))))).toBe('too_large');
  });

  it('is bounded before decompression: empty members that decompress to nothing are counted as they come', async () => {
    const nothing = Buffer.concat(Array.from({ length: 100 }, () => gzipSync('')));
    expect(await read(encoded('gzip', nothing))).toBe('too_large');
  });

  it('is refused as soon as it is announced', async () => {
    const server = await startRaw((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n'));
    raw.push(server);
    expect(await endOf(`http://${server.host}/`, { allow: [server.host] })).toBe('too_large');
  });

  it('does not matter for a status other than 200: its body is not read', async () => {
    const bounds = { timeoutMs: 2_000, redirectsMax: 0, bytesMax: 10, allow: [outside.host] };
    const url = outside.serve('/', {
      status: 404,
      content: 'x'.repeat(1_001),
      headers: { 'content-type': 'text/html' },
    });
    const fetched = await guardedFetch(url, { ...bounds, textOnly: true });
    expect(fetched).toMatchObject({ status: 404, body: Buffer.alloc(0) });
  });
});

describe('the length that an answer announces', () => {
  it('ends it, whatever else is sent', async () => {
    const server = await startRaw((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello and more'));
    raw.push(server);
    const bounds = { timeoutMs: 2_000, redirectsMax: 0, bytesMax: 100, allow: [server.host] };
    expect((await guardedFetch(`http://${server.host}/`, bounds)).body.toString()).toBe('hello');
  });

  it.each([
    ['is longer than what comes', 'Content-Length: 50\r\n\r\nhello'],
    ['is no number', 'Content-Length: five\r\n\r\nhello'],
    ['is negative', 'Content-Length: -5\r\n\r\nhello'],
    ['is said twice', 'Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!'],
    ['is said beside chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'],
  ])('is refused when it %s', async (_how, rest) => {
    expect(await readRaw(`HTTP/1.1 200 OK\r\n${rest}`)).toBe('unreachable');
  });

  it.each([
    ['end too early', '5\r\nhello\r\n'],
    ['are no chunks', 'hello'],
    ['are longer than they say', '2\r\nhello\r\n0\r\n\r\n'],
  ])('may be in chunks, which are refused when they %s', async (_how, body) => {
    expect(await readRaw(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${body}`)).toBe('unreachable');
  });
});

describe('the compression of an answer', () => {
  it.each(['gzip', 'GZIP', 'identity'])('is taken off: %s', async (encoding) => {
    const content = encoding === 'identity' ? Buffer.from('hello') : gzipSync('hello');
    const url = outside.serve('/', encoded(encoding, content));
    const bounds = { timeoutMs: 2_000, redirectsMax: 0, bytesMax: 100, allow: [outside.host] };
    expect((await guardedFetch(url, bounds)).body.toString()).toBe('hello');
  });

  const zipped = gzipSync('hello'.repeat(20));
  it.each([
    ['twice in one header', 'gzip, gzip', gzipSync(zipped)],
    ['of two kinds', 'br, gzip', gzipSync(brotliCompressSync('hello'))],
    ['with identity', 'identity, gzip', zipped],
    ['unknown', 'zstd', zstdCompressSync('hello')],
    ['of an old name', 'x-gzip', zipped],
    ['a name of an object’s own', 'constructor', zipped],
    ['not what it says', 'gzip', Buffer.from('hello')],
    ['followed by something else', 'gzip', Buffer.concat([zipped, Buffer.from('trailing')])],
    ['followed by something else', 'deflate', Buffer.concat([deflateSync('hello'), Buffer.from('trailing')])],
    ['followed by something else', 'br', Buffer.concat([brotliCompressSync('hello'), Buffer.from('trailing')])],
    ['cut off', 'gzip', zipped.subarray(0, -6)],
    ['cut off', 'br', brotliCompressSync('hello').subarray(0, -2)],
    ['empty', 'gzip', Buffer.alloc(0)],
    ['of a wrong sum', 'gzip', Buffer.concat([zipped.subarray(0, -8), Buffer.alloc(8)])],
  ])('is refused when it is %s: %s', async (_how, encoding, content) => {
    expect(await read(encoded(encoding, content))).toBe('bad_encoding');
  });

  it('is refused when two headers name one each', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Encoding: gzip\r\n\r\n';
    expect(await readRaw(head, gzipSync(zipped))).toBe('bad_encoding');
  });
});

describe('the type of an answer that must be text', () => {
  const typed = (type: string | undefined, content: string | Buffer = 'hello'): Promise<string> =>
    read({ content, headers: { 'content-type': type } }, { textOnly: true });

  it.each([
    'text/plain',
    'text/plain; charset=utf-8',
    'TEXT/Markdown;charset=UTF-8',
    'text/x-markdown',
    'text/vnd.example',
    'text/yaml',
  ])('may be %s', async (type) => {
    expect(await typed(type)).toBe('answered 200');
  });

  it.each([
    'text/html',
    'Text/HTML; charset=utf-8',
    'text/html ;x',
    'text/plain, text/html',
    'text',
    'text/',
    'text/*',
    'application/json',
    'application/octet-stream',
    'application/xhtml+xml',
    'image/svg+xml',
    'image/png',
    'multipart/mixed',
    'nonsense',
  ])('is refused when it is %s', async (type) => {
    expect(await typed(type)).toBe('not_text');
  });

  it('may be absent when the bytes are text', async () => {
    expect(await typed(undefined, '---\nname: größe\r\n---\n\ttext\f')).toBe('answered 200');
    expect(await typed('', 'hello')).toBe('answered 200');
    for (const bytes of [
      [0x89, 0x50, 0x4e, 0x47],
      [0x61, 0x00, 0x62],
      [0x1b, 0x5b],
      [0x61, 0x7f],
      [0xc3, 0x28],
    ])
      expect(await typed(undefined, Buffer.from(bytes))).toBe('not_text');
  });

  it('does not matter where no one asked for text', async () => {
    expect(await read({ content: '{}', headers: { 'content-type': 'application/json' } })).toBe('answered 200');
  });
});
