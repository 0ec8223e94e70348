import { gzipSync } from 'node:zlib';
import { hostileBodies } from './hostile.bodies.js';
import { bearer, type HostileRequest, type HostileVerdict, post } from './hostile.request.js';

/** The bodies that no path takes, at the paths that read one; and forms and tables made to be large. */

const BODY_VERDICTS: readonly HostileVerdict[] = [
  'MALFORMED_JSON',
  'VALIDATION_FAILED',
  'UNSUPPORTED_MEDIA_TYPE',
  'PAYLOAD_TOO_LARGE',
];
/** A hundred problems with the names of their members. */
const PROBLEMS_BYTES_MAX = 64 * 1024;

const sentTo = (
  path: string,
  verdicts: readonly HostileVerdict[],
  more: Parameters<typeof post>[4] = {},
): HostileRequest[] =>
  hostileBodies.map(({ name, body, headers = {} }) =>
    post(`${name} at ${path}`, verdicts, path, body, {
      answerBytesMax: PROBLEMS_BYTES_MAX,
      ...more,
      headers: (to) => ({
        ...(typeof more.headers === 'function' ? more.headers(to) : more.headers),
        ...titled(headers),
      }),
    }),
  );

/** Node's heads are built as they are written here: one spelling for one header. */
const titled = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.replaceAll(/(^|-)[a-z]/g, (start) => start.toUpperCase()),
      value,
    ]),
  );

const WITH_KEY = { headers: ({ trackingKey }: { trackingKey: string }) => bearer(trackingKey), statementsMax: 3 };

export const bodiesEverywhere: HostileRequest[] = [
  ...[
    '/api/usage/track',
    '/api/usage/track/batch',
    '/api/usage/track/dry-run',
    '/api/workflow/projects/draft',
    '/api/me/usage/spending',
  ].flatMap((path) => sentTo(path, ['UNAUTHENTICATED'])),
  ...['/graphql', '/api/auth/sign-in/email'].flatMap((path) => sentTo(path, [...BODY_VERDICTS])),
  ...sentTo('/mcp', [...BODY_VERDICTS, 'protocol']),
  ...['/api/usage/track', '/api/usage/track/batch', '/api/usage/track/dry-run'].flatMap((path) =>
    sentTo(path, [...BODY_VERDICTS, 'BATCH_REFUSED', 'IDEMPOTENCY_KEY_REQUIRED'], WITH_KEY).map((one) => ({
      ...one,
      name: `${one.name} with a key`,
    })),
  ),
];

const boundary = 'x';
const multipart = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
const part = (headers: string, content: string): string => `--${boundary}\r\n${headers}\r\n\r\n${content}\r\n`;
const file = (content: string): string =>
  `${part('Content-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv', content)}--${boundary}--\r\n`;

/** Forms without a session: refused before the first part is looked at, whatever they hold. */
export const hostileForms: HostileRequest[] = ['/api/imports/tracking-csv', '/api/imports/catalog'].flatMap((path) =>
  (
    [
      ['5,000 parts', part('Content-Disposition: form-data; name="a"', '1').repeat(5_000)],
      [
        'a part with 60 KB of headers',
        part(`Content-Disposition: form-data; name="file"; filename="${'a'.repeat(60_000)}"`, 'a'),
      ],
      [
        'a part with 3,000 headers',
        part(`Content-Disposition: form-data; name="a"\r\n${'X-A: b\r\n'.repeat(3_000)}X-B: c`, 'a'),
      ],
      ['a form inside a form', part('Content-Type: multipart/mixed; boundary=y', '--y\r\n'.repeat(5_000))],
      [
        'a form that never ends',
        part('Content-Disposition: form-data; name="file"; filename="a.csv"', 'a,b\r\n'.repeat(10_000)),
      ],
      ['a table of quotes', file('"'.repeat(300_000))],
      ['a table of 100,000 columns', file(','.repeat(100_000))],
      ['a table of 100,000 lines', file('a\n'.repeat(100_000))],
      ['one cell of 500 KB', file(`a\n"${'a\n'.repeat(250_000)}"`)],
      ['formulas', file(`a,b\n=cmd|'/C calc'!A0,@SUM(1)\n`)],
      ['an archive that unfolds', gzipSync(file('a,b\n'.repeat(2_000_000)))],
    ] as const
  ).map(([name, body]) =>
    post(`${name} at ${path}`, 'UNAUTHENTICATED', path, body, {
      headers: typeof body === 'string' ? multipart : { ...multipart, 'Content-Encoding': 'gzip' },
    }),
  ),
);
