import { get, type HostileRequest, type HostileVerdict, post } from './hostile.request.js';

/** Requests beside the API: pages and their files, documents at known places, tracked links. Built or not, none of it may cost more. */

const PAGE_BYTES_MAX = 64 * 1024;
const times = (count: number, text: string): string => text.repeat(count);
const list = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_one, index) => make(index)).join(',');
const NIL_LINK = '/go/lnk_00000000-0000-7000-8000-000000000000';
/** A page, or what says that pages are not built here. */
const SHOWN: readonly HostileVerdict[] = ['ok', 'page', 'redirected', 'NOT_FOUND'];
const MISSING: readonly HostileVerdict[] = ['NOT_FOUND', 'page', 'redirected'];
const ASKS_NOTHING = { answerBytesMax: PAGE_BYTES_MAX };
/** A page may look for what its address names. */
const ASKS_ONCE = { answerBytesMax: PAGE_BYTES_MAX, statementsMax: 2 };

const FILES = ['/admin/assets', '/assets'];
const DOCUMENTS = [
  '/docs',
  '/docs/api',
  '/docs/graphiql',
  '/admin',
  '/llms.txt',
  '/openapi.json',
  '/.well-known/agent-skills/index.json',
  '/.well-known/mcp/server.json',
  '/contracts/service-usage-receipt-v1.json',
];

const files = FILES.flatMap((folder): HostileRequest[] => [
  get(`dots at ${folder}`, MISSING, `${folder}/../../../../etc/passwd`, ASKS_NOTHING),
  get(`escaped dots at ${folder}`, MISSING, `${folder}/%2e%2e/%2e%2e/server/main.js`, ASKS_NOTHING),
  get(`escaped slashes at ${folder}`, MISSING, `${folder}/..%2f..%2fpackage.json`, ASKS_NOTHING),
  get(`escaped backslashes at ${folder}`, MISSING, `${folder}/..%5c..%5cpackage.json`, ASKS_NOTHING),
  get(`NUL in a name at ${folder}`, MISSING, `${folder}/index%00.js`, ASKS_NOTHING),
  get(`a name of 14 KB at ${folder}`, MISSING, `${folder}/${times(14_000, 'a')}.js`, ASKS_NOTHING),
  get(`5,000 folders at ${folder}`, MISSING, `${folder}${times(5_000, '/a')}`, ASKS_NOTHING),
  get(`a name of the prototype at ${folder}`, MISSING, `${folder}/__proto__`, ASKS_NOTHING),
  get(`a hidden file at ${folder}`, MISSING, `${folder}/.env`, ASKS_NOTHING),
  get(`the folder itself at ${folder}`, MISSING, folder, ASKS_NOTHING),
  get(`the folder and a way out at ${folder}`, MISSING, `${folder}//evil.example/%2e%2e`, ASKS_NOTHING),
  get(`a compressed form by name at ${folder}`, MISSING, `${folder}/x.js.br`, ASKS_NOTHING),
  get(`3,000 ranges at ${folder}`, MISSING, `${folder}/x.js`, {
    headers: { Range: `bytes=${list(3_000, () => '0-1')}` },
    ...ASKS_NOTHING,
  }),
  post(`a megabyte at ${folder}`, [...MISSING, 'METHOD_NOT_ALLOWED'], `${folder}/x.js`, times(1_000_000, 'a')),
]);

const documents = DOCUMENTS.flatMap((path): HostileRequest[] => [
  get(`an Accept of 900 types at ${path}`, [...SHOWN], path, {
    headers: { Accept: list(900, (one) => `a/b${one};q=0.1`) },
    answerBytesMax: 720 * 1024,
  }),
  get(`an Accept-Encoding of 1,500 at ${path}`, [...SHOWN], path, {
    headers: { 'Accept-Encoding': list(1_500, () => 'gzip;q=1') },
    answerBytesMax: 720 * 1024,
  }),
  get(`an If-None-Match of 3,000 tags at ${path}`, [...SHOWN], path, {
    headers: { 'If-None-Match': list(3_000, () => '"a"') },
    answerBytesMax: 720 * 1024,
  }),
  get(
    `1,500 parameters at ${path}`,
    [...SHOWN, 'VALIDATION_FAILED'],
    `${path}?${list(1_500, (one) => `p${one}=1`).replaceAll(',', '&')}`,
    {
      answerBytesMax: 720 * 1024,
    },
  ),
  post(`a megabyte at ${path}`, ['METHOD_NOT_ALLOWED', 'NOT_FOUND'], path, times(1_000_000, 'a')),
  get(`an unknown method at ${path}`, ['METHOD_NOT_ALLOWED', 'NOT_FOUND'], path, { method: 'PROPFIND' }),
]);

const places = [
  '/.well-known/agent-skills/../../package.json',
  '/.well-known/agent-skills/__proto__/SKILL.md',
  '/.well-known/agent-skills/%2e%2e/SKILL.md',
  '/.well-known/mcp/server.json/x',
  `/.well-known/${times(10_000, 'a')}`,
  '/docs/../server/main.js',
  '/docs/__proto__',
  `/docs/${times(5_000, '%20')}`,
  '/contracts/__proto__.json',
  `/contracts/${times(10_000, 'a')}.json`,
].map((path) => get(`a place that is none: ${path.slice(0, 60)}`, MISSING, path, ASKS_NOTHING));

const pages = [
  `/tools/${times(10_000, 'a')}`,
  '/tools/__proto__',
  '/tools/%2e%2e',
  '/tools/%00',
  `/offers/${times(5_000, '%20')}`,
  `/p/${times(5_000, 'a/')}`,
  '/s/constructor',
  `/submissions/${times(10_000, 'a')}`,
  '/submit/__proto__',
].map((path) => get(`a page that is none: ${path.slice(0, 40)}`, [...MISSING, 'VALIDATION_FAILED'], path, ASKS_ONCE));

const questions = ['q', 'category', 'cursor', 'page', 'sort'].map((name) =>
  get(
    `10 KB of ${name} at the directory's page`,
    [...SHOWN, 'VALIDATION_FAILED'],
    `/directory?${name}=${times(10_000, 'a')}`,
    ASKS_ONCE,
  ),
);

const links: HostileRequest[] = [
  get('a prefetch of a link that does not exist', 'NOT_FOUND', NIL_LINK, {
    headers: { 'Sec-Purpose': times(1_000, 'prefetch;') },
    statementsMax: 1,
  }),
  get('a HEAD of a link that does not exist', 'HEAD 404', NIL_LINK, {
    method: 'HEAD',
    statementsMax: 1,
  }),
  ...[
    times(14_000, 'a'),
    times(2_800, 'bot; '),
    times(1_700, 'http://x '),
    times(4_600, '(+h'),
    `${times(3_400, 'a/1 ')}bot`,
  ].map((agent, index) =>
    get(`a crawler of 14 KB, form ${index + 1}, at a link`, 'NOT_FOUND', NIL_LINK, {
      headers: { 'User-Agent': agent },
      statementsMax: 1,
    }),
  ),
  post('a megabyte at a link', 'METHOD_NOT_ALLOWED', NIL_LINK, times(1_000_000, 'a')),
  get('a link with 1,500 parameters', 'NOT_FOUND', `${NIL_LINK}?${times(1_500, 'url=x&')}`, { statementsMax: 1 }),
  get('a link in capitals', 'NOT_FOUND', NIL_LINK.replace('lnk', 'LNK'), { statementsMax: 1 }),
  get('a link and a folder', 'NOT_FOUND', `${NIL_LINK}/https://evil.example`),
];

export const hostilePages: HostileRequest[] = [...files, ...documents, ...places, ...pages, ...questions, ...links];
