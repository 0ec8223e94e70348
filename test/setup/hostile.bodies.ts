import { brotliCompressSync, gzipSync } from 'node:zlib';
import { MARK } from './hostile.js';

export interface HostileBody {
  readonly name: string;
  readonly body: string | Uint8Array;
  readonly headers?: Record<string, string>;
}

const json = (name: string, value: unknown): HostileBody => ({ name, body: JSON.stringify(value) });
const text = (name: string, body: string, headers?: Record<string, string>): HostileBody => ({
  name,
  body,
  ...(headers ? { headers } : {}),
});
const bytes = (name: string, body: Uint8Array, headers?: Record<string, string>): HostileBody => ({
  name,
  body,
  ...(headers ? { headers } : {}),
});
const nested = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels);
/** An object whose members are strings but for the last, which is such an object again. */
const deepAndWide = (levels: number, members: number): string =>
  levels === 0
    ? '1'
    : `{${Array.from({ length: members }, (_one, index) => `"m${index}":"${MARK}",`).join('')}"next":${deepAndWide(levels - 1, members)}}`;
const encoded = (encoding: string) => ({ 'content-encoding': encoding });
const typed = (type: string) => ({ 'content-type': type });
const valid = JSON.stringify({ event_name: 'FIRST_API_CALL' });

/** Bodies that no path takes, whatever it is for. */
export const hostileBodies: HostileBody[] = [
  text('no body', ''),
  text('white space', ' \n\t '),
  text('half an object', `{"developer_id":"${MARK}`),
  text('two objects', '{}{}'),
  text('a trailing comma', '{"a":1,}'),
  text('single quotes', `{'a':'${MARK}'}`),
  text('a comment', '{/* x */}'),
  text('NaN', '{"a":NaN}'),
  text('a member twice', `{"a":1,"a":"${MARK}"}`),
  text('a member twice 1,000 levels deep', `${'{"a":1,"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`),
  text('a bare word', MARK),
  text('null', 'null'),
  text('true', 'true'),
  text('a number', '12345678901234567890'),
  text('a number too large', '1e400'),
  text('a string', `"${MARK}"`),
  json('an empty list', []),
  json('a list of a list', [[MARK]]),
  json('a long string', 'x'.repeat(30_000)),
  text('lists 10,000 levels deep', nested(10_000, '[', ']')),
  text('objects 5,000 levels deep', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`),
  text(
    '10,000 members',
    JSON.stringify(Object.fromEntries(Array.from({ length: 3_000 }, (_one, index) => [`m${index}`, 1]))),
  ),
  text('a prototype', '{"__proto__":{"a":1},"constructor":{"prototype":{"b":1}}}'),
  text('one member 3,000 times', `{${`"a":"${MARK}",`.repeat(3_000)}"a":1}`),
  text('a member with a name of 30 KB', `{"${'k'.repeat(30_000)}":1}`),
  text('a number of 30,000 digits', `{"a":${'9'.repeat(30_000)}}`),
  text('200 levels of 10 members', deepAndWide(200, 10)),
  text('NUL in a name', '{"a\\u0000b":1}'),
  text('a lone surrogate in a name', '{"\\ud800":1}'),
  bytes('bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0x22, 0x7d])),
  bytes('a surrogate as bytes', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])),
  bytes('UTF-16', Buffer.from(`\ufeff${valid}`, 'utf16le')),
  bytes('raw NUL bytes', Buffer.alloc(1_000)),
  text('33 KiB', JSON.stringify({ a: 'x'.repeat(33 * 1024) })),
  text('257 KiB', JSON.stringify({ a: 'x'.repeat(257 * 1024) })),
  text('3 MiB', JSON.stringify({ a: 'x'.repeat(3 * 1024 * 1024) })),
  bytes('a gzip bomb', gzipSync(Buffer.alloc(20_000_000, 0x20)), encoded('gzip')),
  bytes('a brotli bomb', brotliCompressSync(Buffer.alloc(5_000_000, 0x20)), encoded('br')),
  text('what is not gzip', valid, encoded('gzip')),
  text('what is not deflate', valid, encoded('deflate')),
  text('what is not brotli', valid, encoded('br')),
  bytes('half a gzip', gzipSync(valid).subarray(0, 15), encoded('gzip')),
  text('an unknown encoding', valid, encoded('rot13')),
  text('two encodings', valid, encoded('gzip, gzip')),
  text('another charset', valid, typed('application/json; charset=latin1')),
  text('plain text', valid, typed('text/plain')),
  text('a form', `a=${MARK}`, typed('application/x-www-form-urlencoded')),
  text('a multipart form', `--x\r\n\r\n${MARK}\r\n--x--`, typed('multipart/form-data; boundary=x')),
  text('XML', `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>`, typed('application/xml')),
  text('a type that is none', valid, typed('json')),
];
