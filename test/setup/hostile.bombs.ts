import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { bearer, type HostileRequest, type HostileTarget, type HostileVerdict, post } from './hostile.request.js';

/** Bodies that unfold, and files that cost their reader more than their sender, behind a session or a key. */

const MIB = 1024 * 1024;
const event = (fill: string): string => `{"event_name":"FIRST_API_CALL","metadata":{"a":"${fill}"}}`;
const blanks = Buffer.alloc(32 * MIB, 0x20);
const text = Buffer.from(event('a'.repeat(16 * MIB)));
const names = `{${Array.from({ length: 400_000 }, (_one, of) => `"m${of}":1`).join(',')}}`;

/** Each is far smaller as it travels than what it unfolds to. */
const bombs: readonly (readonly [name: string, encoding: string, body: Buffer])[] = [
  ['a deflate bomb', 'deflate', deflateSync(blanks)],
  ['a gzip bomb of JSON', 'gzip', gzipSync(text)],
  ['a brotli bomb of JSON', 'br', brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })],
  [
    'a brotli bomb with the largest window',
    'br',
    brotliCompressSync(blanks, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS },
    }),
  ],
  ['a zstd bomb', 'zstd', zstdCompressSync(blanks)],
  [
    'a zstd bomb with a window of 128 MiB',
    'zstd',
    zstdCompressSync(blanks, {
      params: { [constants.ZSTD_c_windowLog]: 27, [constants.ZSTD_c_enableLongDistanceMatching]: 1 },
    }),
  ],
  ['20,000 empty gzips', 'gzip', Buffer.concat(Array.from({ length: 20_000 }, () => gzipSync('')))],
  ['a gzip in a gzip', 'gzip', gzipSync(gzipSync(blanks))],
  ['400,000 names in a gzip', 'gzip', gzipSync(names)],
  ['300,000 lists in a deflate', 'deflate', deflateSync(`[${'[],'.repeat(300_000)}[]]`)],
  ['300,000 levels in a gzip', 'gzip', gzipSync('['.repeat(300_000) + ']'.repeat(300_000))],
];
const BOMB_VERDICTS: readonly HostileVerdict[] = [
  'PAYLOAD_TOO_LARGE',
  'MALFORMED_JSON',
  'VALIDATION_FAILED',
  'UNSUPPORTED_MEDIA_TYPE',
];

/** A page of the workspace sends the same. */
const ofSession = ({ host, sessionCookie }: HostileTarget) => ({ Cookie: sessionCookie, Origin: `http://${host}` });

const bombsAt = (
  caller: string,
  paths: readonly string[],
  headersOf: (target: HostileTarget) => Readonly<Record<string, string | readonly string[]>>,
): HostileRequest[] =>
  paths.flatMap((path) =>
    bombs.map(([name, encoding, body]) =>
      post(`${name} at ${path} ${caller}`, BOMB_VERDICTS, path, body, {
        headers: (to) => ({ ...headersOf(to), 'Content-Encoding': encoding }),
        statementsMax: 5,
      }),
    ),
  );

export const hostileBombs: HostileRequest[] = [
  ...bombsAt('of a stranger', ['/graphql', '/mcp'], () => ({})),
  ...bombsAt(
    'with a key',
    ['/api/usage/track', '/api/usage/track/batch', '/api/usage/track/dry-run', '/graphql'],
    ({ trackingKey }) => bearer(trackingKey),
  ),
  ...bombsAt('with a session', ['/graphql', '/api/auth/change-password'], ofSession),
];

const BOUNDARY = 'bomb';
const part = (headers: string, content: string): string => `--${BOUNDARY}\r\n${headers}\r\n\r\n${content}\r\n`;
const field = (name: string, value: string): string => part(`Content-Disposition: form-data; name="${name}"`, value);
const owned = ({ organizationId, productId }: HostileTarget): string =>
  field('organizationId', organizationId) + field('productId', productId);
const fileHead = 'Content-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv';
const END = `--${BOUNDARY}--\r\n`;

/** Made when they are sent: together they are larger than all else. */
const tables: readonly (readonly [name: string, content: () => string])[] = [
  ['a table of quotes', () => '"'.repeat(9 * MIB)],
  ['a header of 100,000 columns', () => `${'a,'.repeat(30_000)}a\n1\n`],
  ['a row of 5 million cells', () => `a\n${','.repeat(5_000_000)}\n`],
  ['60,000 rows of 80 cells', () => `a,b\n${`${'1,'.repeat(80)}\n`.repeat(60_000)}`],
  ['5 million blank rows', () => `a\n${'\n'.repeat(5_000_000)}`],
  ['5 million returns', () => `a\n${'\r'.repeat(5_000_000)}`],
  ['a cell of 9 MB', () => `a\n"${'a\n'.repeat(4_500_000)}"`],
  ['a file of 11 MB', () => `a\n${'a\n'.repeat(5_500_000)}`],
  ['100,000 rows of nothing but quotes', () => `a\n${'""\n'.repeat(100_000)}`],
];

/** Forms of a person who may send one; each is refused and nothing of it is stored. */
const forms: readonly (readonly [name: string, (target: HostileTarget) => string | Buffer])[] = [
  ...tables.map(
    ([name, content]) => [name, (to: HostileTarget) => `${owned(to)}${part(fileHead, content())}${END}`] as const,
  ),
  [
    'a gzip as a table',
    (to) =>
      Buffer.concat([
        Buffer.from(`${owned(to)}--${BOUNDARY}\r\n${fileHead}\r\n\r\n`),
        gzipSync(blanks),
        Buffer.from(`\r\n${END}`),
      ]),
  ],
  ['20,000 parts', (to) => `${owned(to)}${field('a', '1').repeat(20_000)}${END}`],
  ['10,000 files', (to) => `${owned(to)}${part(fileHead, 'a\n1').repeat(10_000)}${END}`],
  ['a field of 5 MB', (to) => `${field('organizationId', 'a'.repeat(5 * MIB))}${owned(to)}${END}`],
  [
    'a part with 100,000 headers',
    (to) => `${owned(to)}${part(`${fileHead}\r\n${'X-A: b\r\n'.repeat(100_000)}X-B: c`, 'a')}${END}`,
  ],
  ['a part with a header of 5 MB', (to) => `${owned(to)}${part(`${fileHead}; x="${'a'.repeat(5 * MIB)}"`, 'a')}${END}`],
  ['5 MB of dashes', (to) => `${owned(to)}${'-'.repeat(5 * MIB)}`],
  [
    'boundaries that almost end',
    (to) => `${owned(to)}--${BOUNDARY}\r\n${fileHead}\r\n\r\n${`\r\n--${BOUNDARY.slice(0, -1)}`.repeat(500_000)}`,
  ],
];

/** Asking for the session, its rights and the product's id, in a transaction. */
const FORM_STATEMENTS_MAX = 8;

const upload = (path: string, verdicts: readonly HostileVerdict[], sent = forms): HostileRequest[] =>
  sent.map(([name, body]) =>
    post(`${name} at ${path} with a session`, verdicts, path, body, {
      headers: (to) => ({ ...ofSession(to), 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` }),
      statementsMax: FORM_STATEMENTS_MAX,
    }),
  );

/** Files of the catalog, from a person who may send one: each is refused whole, most of them before a row is read. */
const catalogFiles: readonly (readonly [name: string, format: string, content: () => string])[] = [
  ...tables.map(([name, content]) => [name, 'csv', content] as const),
  ['100,001 rows of tools', 'csv', () => `slug,name,summary\n${'a,b,c\n'.repeat(100_001)}`],
  ['a table of one row of 60 KB', 'csv', () => `slug,name,summary\na,b,${'c'.repeat(70_000)}\n`],
  ['lists 5 million deep', 'mcp-registry', () => '['.repeat(5_000_000)],
  [
    'objects 60 deep in 100,000 lists',
    'mcp-registry',
    () => `[${`${'['.repeat(60)}${']'.repeat(60)},`.repeat(80_000)}1`,
  ],
  ['3 million empty servers', 'mcp-registry', () => `[${'{},'.repeat(2_900_000)}{}]`],
  ['900,000 empty servers', 'mcp-registry', () => `{"servers":[${'{},'.repeat(900_000)}{}]}`],
  ['a server of the prototype', 'mcp-registry', () => '[{"__proto__":{"name":"a"}}]'],
  ['one name 400,000 times', 'mcp-registry', () => `{${'"a":1,'.repeat(400_000)}"a":1}`],
  ['a string that never ends', 'mcp-registry', () => `["${'a'.repeat(9 * MIB)}`],
  ['9 MB of backslashes', 'mcp-registry', () => `["${'\\'.repeat(9 * MIB)}`],
  [
    '300,000 packages',
    'npm-downloads',
    () => `{${Array.from({ length: 300_000 }, (_one, of) => `"p${of}":1`).join(',')}}`,
  ],
  ['a list of packages', 'npm-downloads', () => `[${'1,'.repeat(2_000_000)}1]`],
  ['an unknown format', 'yaml', () => 'a: &a [*a]'],
];
const catalogForm = (format: string, content: string): string =>
  `${field('format', format)}${field('asOf', '2026-01-02')}${part(fileHead, content)}${END}`;

const ofReviewer = ({ host, reviewerCookie }: HostileTarget) => ({
  Cookie: reviewerCookie,
  Origin: `http://${host}`,
  'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
});

export const hostileCatalogFiles: HostileRequest[] = [
  ...catalogFiles.map(([name, format, content]) =>
    post(
      `${name} at /api/imports/catalog of a reviewer`,
      ['VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE'],
      '/api/imports/catalog',
      () => catalogForm(format, content()),
      { headers: ofReviewer, statementsMax: FORM_STATEMENTS_MAX },
    ),
  ),
  ...forms
    .slice(tables.length)
    .map(([name, body]) =>
      post(
        `${name} at /api/imports/catalog of a reviewer`,
        ['VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE'],
        '/api/imports/catalog',
        body,
        { headers: ofReviewer, statementsMax: FORM_STATEMENTS_MAX },
      ),
    ),
];

export const hostileUploads: HostileRequest[] = [
  ...upload('/api/imports/tracking-csv', ['VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE']),
  ...upload('/api/imports/catalog', ['NOT_A_MEMBER'], forms.slice(-5)), // a person who is no reviewer
];
