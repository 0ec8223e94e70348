import { get, type HostileRequest, head, jsonHeaders, post, raw } from './hostile.request.js';

const valid = JSON.stringify({ event_name: 'FIRST_API_CALL' });
const TRACK = '/api/usage/track';
const DIRECTORY = '/api/directory/context';
/** A page of the directory with everything in it; larger answers need a larger `limit`. */
const PAGE_BYTES_MAX = 64 * 1024;
const DOCUMENT_BYTES_MAX = 720 * 1024;
const times = (count: number, text: string): string => text.repeat(count);
const list = (count: number, make: (index: number) => string): string[] =>
  Array.from({ length: count }, (_one, index) => make(index));

/** Addresses that are too long, not well-formed, or of another user's software. */
export const hostilePaths: HostileRequest[] = [
  get('a path of 20 KB', 'URI_TOO_LONG', `/${times(20_000, 'a')}`),
  get('a query of 20 KB', 'URI_TOO_LONG', `${DIRECTORY}?q=${times(20_000, 'a')}`),
  get('a path of 15 KB', 'NOT_FOUND', `/${times(15_000, 'a')}`),
  get('a path of 7,000 segments', 'NOT_FOUND', times(7_000, '/a')),
  get('a path of slashes', 'NOT_FOUND', times(10_000, '/')),
  get('a path of dots', 'NOT_FOUND', `/${times(4_000, '../')}etc/passwd`),
  get('dots behind escapes', 'NOT_FOUND', '/admin/assets/%2e%2e/%2e%2e/%2e%2e/package.json'),
  get('dots behind double escapes', 'NOT_FOUND', '/admin/assets/%252e%252e/package.json'),
  get('a backslash', 'NOT_FOUND', '/admin/assets/..\\..\\package.json'),
  get('half an escape', 'NOT_FOUND', '/api/usage/events/%'),
  get('an escape of no digits', 'NOT_FOUND', '/go/%zz'),
  get('NUL as an escape', 'NOT_FOUND', '/go/%00'),
  get('bytes that are not UTF-8 in a path', ['NOT_FOUND', 'VALIDATION_FAILED'], '/api/projects/%c3%28'),
  get('a surrogate in a path', ['NOT_FOUND', 'VALIDATION_FAILED'], '/api/projects/%ED%A0%80'),
  get('a prototype as a problem', 'NOT_FOUND', '/problems/__proto__'),
  get('a constructor as a problem', 'NOT_FOUND', '/problems/constructor'),
  ...[
    '/.env',
    '/.git/config',
    '/wp-login.php',
    '/server-status',
    '/actuator/heapdump',
    '/.well-known/x',
    '/metrics',
  ].map((path) => get(`what scanners ask for: ${path}`, 'NOT_FOUND', path)),
  get('1,500 parameters', 'VALIDATION_FAILED', `${DIRECTORY}?${list(1_500, (one) => `p${one}=1`).join('&')}`, {
    answerBytesMax: 48 * 1024,
  }),
  get('one parameter 1,200 times', 'VALIDATION_FAILED', `${DIRECTORY}?${times(1_200, 'category=x&')}`),
  get('a parameter that is a list', 'VALIDATION_FAILED', `${DIRECTORY}?q[]=a&q[__proto__]=b`),
  get('a parameter named for the prototype', 'VALIDATION_FAILED', `${DIRECTORY}?__proto__=1&constructor=2`),
];

/** Headers that are many, long, repeated or meant for something else. */
export const hostileHeaders: HostileRequest[] = [
  get('a header of 20 KB', 'HEADERS_TOO_LARGE', DIRECTORY, {
    headers: { 'X-Long': times(20_000, 'a') },
  }),
  get('3,000 headers', 'HEADERS_TOO_LARGE', '/healthz', {
    headers: { 'X-Many': list(3_000, () => 'abc') },
  }),
  get('1,000 cookies', 'UNAUTHENTICATED', '/api/usage/events?idempotencyKey=a', {
    headers: { Cookie: list(1_000, (one) => `c${one}=a`).join('; ') },
  }),
  get('a session cookie 200 times', 'ok', '/api/workflow/mcp-config', {
    headers: { Cookie: list(200, (one) => `dai.session_token=a${one}.b`).join('; ') },
  }),
  get('an If-None-Match of 3,000 tags', 'ok', '/openapi.json', {
    headers: { 'If-None-Match': list(3_000, () => '"a"').join(',') },
    answerBytesMax: DOCUMENT_BYTES_MAX,
  }),
  get('an If-None-Match of commas', 'ok', '/llms.txt', {
    headers: { 'If-None-Match': times(14_000, ',') },
    answerBytesMax: PAGE_BYTES_MAX,
  }),
  get('an If-None-Match that never closes', 'ok', DIRECTORY, {
    headers: { 'If-None-Match': times(4_000, 'W/"') },
    answerBytesMax: PAGE_BYTES_MAX,
  }),
  get('conditions that contradict each other', 'ok', DIRECTORY, {
    headers: { 'If-Match': '"a"', 'If-None-Match': '"b"', 'If-Modified-Since': 'never', 'If-Range': '"c"' },
    answerBytesMax: PAGE_BYTES_MAX,
  }),
  get('3,000 ranges', 'ok', '/openapi.json', {
    headers: { Range: `bytes=${list(3_000, () => '0-1').join(',')}` },
    answerBytesMax: DOCUMENT_BYTES_MAX,
  }),
  get('a range beyond all numbers', 'ok', '/llms.txt', {
    headers: { Range: `bytes=${times(50, '9')}-` },
    answerBytesMax: PAGE_BYTES_MAX,
  }),
  get('an Accept of 900 types', 'ok', '/problems/NOT_FOUND', {
    headers: { Accept: list(900, (one) => `a/b${one};q=0.1`).join(',') },
  }),
  get('an Accept-Encoding of everything', 'ok', DIRECTORY, {
    headers: { 'Accept-Encoding': list(1_500, () => 'gzip;q=1').join(',') },
    answerBytesMax: PAGE_BYTES_MAX,
  }),
  get('a browser of 12 KB at a link', 'NOT_FOUND', '/go/lnk_00000000-0000-7000-8000-000000000000', {
    headers: { 'User-Agent': times(800, 'Mozilla/5.0 (') },
    statementsMax: 1,
  }),
  get('a request id that breaks lines', 'ok', '/healthz', { headers: { 'X-Request-Id': 'a%0d%0aSet-Cookie: a=b' } }),
  get('a request id of 10 KB', 'ok', '/healthz', { headers: { 'X-Request-Id': times(10_000, 'a') } }),
  get('1,000 proxies', 'ok', '/healthz', { headers: { 'X-Forwarded-For': list(1_000, () => '10.0.0.1').join(', ') } }),
  get('an address that is none', 'ok', DIRECTORY, {
    headers: { 'X-Forwarded-For': '__proto__', 'X-Real-Ip': "' or 1=1", Forwarded: 'for="' },
    answerBytesMax: PAGE_BYTES_MAX,
  }),
  get('methods in headers', 'UNAUTHENTICATED', '/api/me/usage/spending', {
    headers: { 'X-HTTP-Method-Override': 'DELETE', 'X-HTTP-Method': 'DELETE', 'X-Method-Override': 'DELETE' },
  }),
  get('a method in the query', 'VALIDATION_FAILED', `${DIRECTORY}?_method=DELETE`),
  get('a path in headers', 'ok', '/healthz', {
    headers: { 'X-Original-URL': '/metrics', 'X-Rewrite-URL': '/metrics' },
  }),
  get('another Host at the MCP endpoint', 'CROSS_ORIGIN', '/mcp', {
    method: 'POST',
    headers: { Host: 'evil.example' },
  }),
  get('a Host that is a URL', ['CROSS_ORIGIN', 'VALIDATION_FAILED'], '/mcp', {
    method: 'POST',
    headers: { Host: 'localhost@evil.example:80/#' },
  }),
  get('another Host at the workspace', ['ok', 'page', 'redirected'], '/admin', {
    headers: { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' },
    answerBytesMax: PAGE_BYTES_MAX,
  }),
  get('a Host of 10 KB', ['ok', 'page', 'redirected'], '/admin', {
    headers: { Host: times(10_000, 'a') },
    answerBytesMax: PAGE_BYTES_MAX,
  }),
  post('a foreign Origin at GraphQL', ['ok', 'CROSS_ORIGIN'], '/graphql', '{"query":"{ __typename }"}', {
    headers: { Origin: 'https://evil.example' },
  }),
  post(
    'a form that a page of others sends',
    ['VALIDATION_FAILED', 'UNSUPPORTED_MEDIA_TYPE', 'CROSS_ORIGIN'],
    '/graphql',
    'query=%7B__typename%7D',
    {
      headers: { Origin: 'https://evil.example', 'Content-Type': 'application/x-www-form-urlencoded' },
    },
  ),
];

/** Requests that are hardly HTTP, or lie about themselves. */
export const hostileFraming: HostileRequest[] = [
  ...[['/healthz', 'ok'] as const, ['/api/none', 'NOT_FOUND'] as const].map(([path, verdict]) =>
    raw(
      `64 KiB of requests for ${path} in one piece`,
      verdict,
      `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(1_700),
      {
        answerBytesMax: 64 * 1024, // of 33 answers: the connection is closed behind them
      },
    ),
  ),
  raw(
    'two Hosts',
    ['ok', 'VALIDATION_FAILED'],
    'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
  ),
  raw('bytes of TLS', ['VALIDATION_FAILED', 'dropped'], Buffer.from('160301020001000001fc0303', 'hex'), {
    hangUp: true,
  }),
  raw('HTTP/2 without asking', 'VALIDATION_FAILED', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  raw('HTTP/0.9', ['ok', 'VALIDATION_FAILED'], 'GET /healthz\r\n\r\n'),
  raw('a version that is none', 'VALIDATION_FAILED', 'GET /healthz HTTP/9.9\r\nHost: a\r\n\r\n'),
  raw('an unknown method', 'VALIDATION_FAILED', 'STEAL /healthz HTTP/1.1\r\nHost: a\r\n\r\n'),
  get('TRACE', 'METHOD_NOT_ALLOWED', TRACK, { method: 'TRACE' }),
  get('PURGE', ['NOT_FOUND', 'METHOD_NOT_ALLOWED'], DIRECTORY, { method: 'PURGE' }),
  raw('CONNECT', 'dropped', 'CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example:443\r\n\r\n'),
  raw(
    'an address of another user',
    'ok',
    'GET http://elsewhere.example/healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  ),
  get('an upgrade to h2c', 'ok', '/healthz', {
    headers: { Connection: 'Upgrade, HTTP2-Settings, close', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABk' },
  }),
  get('an upgrade to a socket', 'ok', '/healthz', {
    headers: { Connection: 'Upgrade, close', Upgrade: 'websocket', 'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==' },
  }),
  get('an expectation that we do not know', 'ok', '/healthz', { headers: { Expect: 'the-moon' } }),
  raw(
    'a body that is announced and never sent',
    ['UNAUTHENTICATED', 'VALIDATION_FAILED'],
    ({ host }) =>
      head('POST', TRACK, { ...jsonHeaders({ host } as never), Expect: '100-continue', 'Content-Length': '1000' }),
    { hangUp: true },
  ),
  raw(
    'a length that is too short',
    ['UNAUTHENTICATED', 'VALIDATION_FAILED'],
    (to) => `${head('POST', TRACK, { ...jsonHeaders(to), 'Content-Length': '5' })}${valid}`,
  ),
  raw(
    'a length that is too long',
    ['UNAUTHENTICATED', 'VALIDATION_FAILED'],
    (to) => `${head('POST', TRACK, { ...jsonHeaders(to), 'Content-Length': '5000' })}${valid}`,
    { hangUp: true },
  ),
  raw(
    'a length of a terabyte',
    ['UNAUTHENTICATED', 'VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE'],
    (to) => `${head('POST', TRACK, { ...jsonHeaders(to), 'Content-Length': '1099511627776' })}${valid}`,
    { hangUp: true },
  ),
  raw('a length beyond all numbers', 'VALIDATION_FAILED', (to) =>
    head('POST', TRACK, { ...jsonHeaders(to), 'Content-Length': times(40, '9') }),
  ),
  raw('a negative length', 'VALIDATION_FAILED', (to) =>
    head('POST', TRACK, { ...jsonHeaders(to), 'Content-Length': '-1' }),
  ),
  raw('two lengths', 'VALIDATION_FAILED', (to) =>
    head('POST', TRACK, { ...jsonHeaders(to), 'Content-Length': ['2', '3'] }),
  ),
  raw(
    'a length and chunks',
    'VALIDATION_FAILED',
    (to) =>
      `${head('POST', TRACK, { ...jsonHeaders(to), 'Content-Length': '2', 'Transfer-Encoding': 'chunked' })}0\r\n\r\n`,
  ),
  raw(
    'chunks twice',
    ['VALIDATION_FAILED', 'UNAUTHENTICATED'],
    (to) => `${head('POST', TRACK, { ...jsonHeaders(to), 'Transfer-Encoding': ['chunked', 'chunked'] })}0\r\n\r\n`,
  ),
  raw('a chunk of no size', ['VALIDATION_FAILED', 'UNAUTHENTICATED'], (to) => `${chunked(to)}ZZ\r\n{}\r\n0\r\n\r\n`),
  raw(
    'a chunk beyond all numbers',
    ['VALIDATION_FAILED', 'UNAUTHENTICATED'],
    (to) => `${chunked(to)}${times(20, 'f')}\r\n{}`,
  ),
  raw(
    'a chunk with 30 KB of extensions',
    ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'PAYLOAD_TOO_LARGE', 'HEADERS_TOO_LARGE'],
    (to) => `${chunked(to)}2;${times(30_000, 'a')}\r\n{}\r\n0\r\n\r\n`,
  ),
  raw(
    'chunks that never end',
    ['UNAUTHENTICATED', 'VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE'],
    (to) => `${chunked(to)}${times(40, `2000\r\n${times(0x2000, ' ')}\r\n`)}`,
    { hangUp: true },
  ),
  raw('20,000 chunks of one byte', 'UNAUTHENTICATED', (to) => `${chunked(to)}${times(20_000, '1\r\n \r\n')}0\r\n\r\n`),
  raw('a body that a stranger announces and holds back', 'UNAUTHENTICATED', (to) =>
    head('POST', '/api/usage/track/batch', { ...jsonHeaders(to), 'Content-Length': '2000000' }),
  ),
  raw('a body that a stranger announces too large', ['UNAUTHENTICATED', 'PAYLOAD_TOO_LARGE'], (to) =>
    head('POST', TRACK, { ...jsonHeaders(to), 'Content-Length': '1099511627776' }),
  ),
  raw('chunks that a stranger never ends', 'UNAUTHENTICATED', (to) => `${chunked(to)}1\r\n{\r\n`),
  raw(
    '100 requests at once',
    'ok',
    (to) =>
      times(99, head('GET', '/healthz', { Host: to.host })) +
      head('GET', '/healthz', { Host: to.host, Connection: 'close' }),
    { answerBytesMax: 100 * 1_024 },
  ),
  raw('a request inside a body', 'UNAUTHENTICATED', (to) => {
    const inner = head('GET', '/metrics', { Host: to.host });
    return `${head('POST', TRACK, { ...jsonHeaders(to), 'Content-Length': String(inner.length) })}${inner}`;
  }),
];

const chunked = (to: Parameters<typeof jsonHeaders>[0]): string =>
  head('POST', TRACK, { ...jsonHeaders(to), 'Transfer-Encoding': 'chunked' });
