import { get, type HostileRequest, post } from './hostile.request.js';

/** Public reads with limits, cursors and texts that are to cost more than they may. */

const DIRECTORY = '/api/directory/context';
const BUILD = '/api/build/search';
const PAGE_BYTES_MAX = 64 * 1024;
const page = { answerBytesMax: PAGE_BYTES_MAX };
const filled = (text: string, length: number): string =>
  encodeURIComponent(text.repeat(length).slice(0, length).toWellFormed());

/** Each has been the worst case of some expression, tokenizer or segmenter. */
const repeated: readonly (readonly [string, string])[] = [
  ['one letter', 'a'],
  ['letters and blanks', 'a '],
  ['nested groups', '(a+)+'],
  ['open brackets', '[('],
  ['backslashes', '\\'],
  ['stars', '.*'],
  ['quotes', `"'`],
  ['negations', 'not without no '],
  ['corrections', 'instead of '],
  ['conjunctions', 'and or / & '],
  ['hyphens', 'a-'],
  ['addresses', 'a@a.'],
  ['numbers', '1.'],
  ['misspelt words', 'paymnets subscriptoins '],
  ['names of tools', 'stripe postgres '],
  ['combining marks', 'e\u0301\u0300'],
  ['a ligature of eighteen letters', '\ufdfa'],
  ['families', '\u{1f468}\u200d\u{1f469}\u200d'],
  ['directions', '\u202e\u200b'],
  ['turkish', 'İı'],
  ['lines', '\r\n\t'],
];

const limits: readonly (readonly [string, string])[] = [
  ['zero', '0'],
  ['minus one', '-1'],
  ['a million', '1000000'],
  ['infinity', 'Infinity'],
  ['an exponent', '1e400'],
  ['a hexadecimal', '0x10'],
  ['a fraction', '1.5'],
  ['40 digits', '9'.repeat(40)],
  ['nothing', ''],
  ['twice', '5&limit=5'],
];

const cursors: readonly (readonly [string, string])[] = [
  ['no base64', '%%%'.replaceAll('%', '%25')],
  ['an empty object', Buffer.from('{}').toString('base64url')],
  ['a prototype', Buffer.from('{"__proto__":{"a":1}}').toString('base64url')],
  ['SQL', Buffer.from("' or 1=1 --").toString('base64url')],
  ['NUL', Buffer.from('\0\0\0').toString('base64url')],
  ['10,000 levels', Buffer.from('['.repeat(10_000)).toString('base64url')],
];

/** 600 different words that no one knows, of seven letters each. */
const unknownWords = Array.from({ length: 600 }, (_one, index) =>
  ['z', ...index.toString(6).padStart(5, '0'), 'q'].map((digit) => 'aeiout'[Number(digit)] ?? digit).join(''),
).join(' ');

export const hostileReads: HostileRequest[] = [
  get(
    'a question of unknown words',
    ['ok', 'VALIDATION_FAILED'],
    `${DIRECTORY}?q=${encodeURIComponent(unknownWords.slice(0, 1_000))}`,
    page,
  ),
  post(
    'an intent of 500 unknown words',
    ['ok', 'VALIDATION_FAILED'],
    BUILD,
    JSON.stringify({ intent: unknownWords.slice(0, 4_000) }),
    {
      answerBytesMax: 4 * PAGE_BYTES_MAX,
    },
  ),
  ...repeated.flatMap(([name, text]) => [
    get(`a question of ${name}`, ['ok', 'VALIDATION_FAILED'], `${DIRECTORY}?q=${filled(text, 300)}`, page),
    get(`an intent of ${name}`, ['ok', 'VALIDATION_FAILED'], `${BUILD}?intent=${filled(text, 300)}`, page),
    post(
      `an intent of 4,000 characters of ${name}`,
      ['ok', 'VALIDATION_FAILED'],
      BUILD,
      JSON.stringify({ intent: text.repeat(4_000).slice(0, 4_000).toWellFormed() }),
      { answerBytesMax: 4 * PAGE_BYTES_MAX },
    ),
    get(`a server's name of ${name}`, ['ok', 'VALIDATION_FAILED'], `/v0.1/servers?search=${filled(text, 300)}`, page),
  ]),
  get('a question beyond its length', 'VALIDATION_FAILED', `${DIRECTORY}?q=${'a'.repeat(12_000)}`),
  ...limits.flatMap(([name, limit]) =>
    [
      `${DIRECTORY}?q=a&limit=`,
      `${BUILD}?intent=payments&limit=`,
      '/v0.1/servers?limit=',
      '/api/directory/changes?limit=',
    ].map((at) =>
      get(
        `a limit of ${name} at ${at}`,
        limit === '' ? ['ok', 'VALIDATION_FAILED'] : 'VALIDATION_FAILED',
        at + limit,
        page,
      ),
    ),
  ),
  ...cursors.flatMap(([name, cursor]) =>
    [`${DIRECTORY}?cursor=`, '/api/directory/changes?cursor='].map((at) =>
      get(`a cursor of ${name} at ${at}`, 'VALIDATION_FAILED', at + cursor),
    ),
  ),
  ...cursors.map(([name, cursor]) =>
    get(
      `a cursor of ${name} at the registry, whose cursors are names`,
      ['ok', 'VALIDATION_FAILED'],
      `/v0.1/servers?cursor=${cursor}`,
      page,
    ),
  ),
  get('300 filters', ['VALIDATION_FAILED', 'ok'], `${DIRECTORY}?${'category=x&pricing=y&'.repeat(150)}limit=1`, page),
  get('a project under another name', 'NOT_FOUND', '/api/projects/%2e%2e%2f%2e%2e', { statementsMax: 1 }),
  get('a project of 10 KB', 'VALIDATION_FAILED', `/api/projects/${'a'.repeat(10_000)}`, { statementsMax: 1 }),
  get('a server of 10 KB', 'VALIDATION_FAILED', `/v0.1/servers/${'a'.repeat(10_000)}/versions`),
  get('a server named for the prototype', 'NOT_FOUND', '/v0.1/servers/__proto__/versions/constructor'),
  ...[
    'x',
    'lnk_',
    `lnk_${'0'.repeat(5_000)}`,
    'evt_00000000-0000-7000-8000-000000000000',
    '__proto__',
    'https:%2f%2fevil.example',
  ].map((id) => get(`a link that is none: ${id.slice(0, 40)}`, 'NOT_FOUND', `/go/${id}`)),
  get(
    'a link that does not exist',
    'NOT_FOUND',
    '/go/lnk_00000000-0000-7000-8000-000000000000?url=https://evil.example',
    {
      statementsMax: 1,
    },
  ),
  get('a page that leads away', 'NOT_FOUND', '//evil.example/%2f..'),
];
