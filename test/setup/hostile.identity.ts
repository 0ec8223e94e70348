import { bearer, get, type HostileRequest, type HostileTarget, post } from './hostile.request.js';

/** Requests without a valid credential, with the wrong one, or with a right one at what belongs to others. */

const event = ({ productId }: Pick<HostileTarget, 'productId'>): string =>
  JSON.stringify({
    idempotencyKey: 'corpus',
    event_name: 'FIRST_API_CALL',
    developer_id: 'dev_corpus',
    product: { id: productId, name: 'Demo API', type: 'api' },
  });
const OWN_KEY = '/api/usage/events?idempotencyKey=a';
const NIL = '00000000-0000-7000-8000-000000000000';
/** Finding a credential by its digest. */
const LOOK_UP = { statementsMax: 1 };

/** Texts that are no credential: each is refused before the database is asked. */
const malformed: readonly (readonly [string, string | readonly string[]])[] = [
  ['no token', 'Bearer'],
  ['a bare token', 'dtk_abc'],
  ['a token of another form', 'Bearer 12345'],
  ['a wrong checksum', `Bearer dtk_${'a'.repeat(36)}`],
  ['a token of 10 KB', `Bearer dtk_${'a'.repeat(10_000)}`],
  ['a token of another length', 'Bearer dai_abc'],
  ['a placeholder', `Bearer $${'{DAI_TOKEN}'}`],
  ['SQL', "Bearer ' or 1=1 --"],
  ['bytes that are not ASCII', 'Bearer dtk_\xff\xfe'],
  ['10,000 blanks', `Bearer${' '.repeat(10_000)}x`],
  ['a JSON Web Token without a signature', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.'],
  ['two tokens', ['Bearer a', 'Bearer b']],
];

/** Credentials of another scheme are not for us: they count as no credential. */
const otherSchemes: readonly (readonly [string, string])[] = [
  ['a password', 'Basic YTpi'],
  ['a digest', 'Digest username="a"'],
  ['a password that looks like a token', `Basic dtk_${'a'.repeat(36)}`],
];

export const wrongTokens: HostileRequest[] = [
  ...otherSchemes.flatMap(([name, Authorization]) => [
    get(`${name} at a private read`, 'UNAUTHENTICATED', OWN_KEY, { headers: { Authorization } }),
    post(`${name} at a write`, 'UNAUTHENTICATED', '/api/usage/track', event, { headers: { Authorization } }),
  ]),
  ...malformed.flatMap(([name, Authorization]) => [
    get(`${name} at a private read`, 'UNAUTHENTICATED', OWN_KEY, { headers: { Authorization } }),
    post(`${name} at a write`, 'UNAUTHENTICATED', '/api/usage/track', event, { headers: { Authorization } }),
    get(`${name} at a public read`, 'UNAUTHENTICATED', '/api/directory/context', { headers: { Authorization } }),
  ]),
  ...(['revokedWorkflowToken', 'expiredWorkflowToken'] as const).map((kind) =>
    get(`a dead token (${kind})`, 'UNAUTHENTICATED', '/api/me/usage', {
      headers: (to) => bearer(to[kind]),
      ...LOOK_UP,
    }),
  ),
  post('an unsigned session', 'UNAUTHENTICATED', '/api/workflow/mcp-config', '{}', {
    headers: {
      Cookie: 'dai.session_token=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA%3D',
    },
  }),
  post('a session of strange bytes', 'UNAUTHENTICATED', '/api/workflow/mcp-config', '{}', {
    headers: { Cookie: 'dai.session_token=%E0%A4%A\xff;;;==' },
  }),
  post('a session named for the prototype', 'UNAUTHENTICATED', '/api/workflow/mcp-config', '{}', {
    headers: { Cookie: '__proto__=a; dai.session_token=; dai.session_token=constructor' },
  }),
];

/** Valid credentials of the wrong kind or tenant; what they ask for must look as if it were not there. */
export const foreignReach: HostileRequest[] = [
  post('a workflow token at tracking', 'WRONG_CREDENTIAL', '/api/usage/track', event, {
    headers: (to) => bearer(to.workflowToken),
    ...LOOK_UP,
  }),
  get('a tracking key at spending', 'WRONG_CREDENTIAL', '/api/me/usage/spending', {
    headers: (to) => bearer(to.trackingKey),
    statementsMax: 3,
  }),
  get('an enterprise key at spending', 'WRONG_CREDENTIAL', '/api/me/usage/spending', {
    headers: (to) => bearer(to.enterpriseKey),
    ...LOOK_UP,
    statementsMax: 2, // the key, and the rights of its creator
  }),
  post('a tracking key in a browser', 'WRONG_CREDENTIAL', '/api/usage/track', event, {
    headers: (to) => ({ ...bearer(to.trackingKey), Origin: 'https://evil.example' }),
    statementsMax: 3,
  }),
  get('an event that does not exist', 'NOT_FOUND', `/api/usage/events/evt_${NIL}`, {
    headers: (to) => bearer(to.otherTenant.trackingKey),
    statementsMax: 5,
  }),
  get('a project that does not exist', 'NOT_FOUND', `/api/workflow/projects/prj_${NIL}`, {
    headers: (to) => bearer(to.otherTenant.workflowToken),
    statementsMax: 4,
  }),
  get(
    'a token that does not exist',
    ['NOT_FOUND', 'SESSION_REQUIRED', 'VALIDATION_FAILED'],
    `/api/workflow/tokens/tok_${NIL}`,
    {
      method: 'DELETE',
      headers: (to) => bearer(to.otherTenant.workflowToken),
      statementsMax: 6,
    },
  ),
  get('an id of another kind', 'VALIDATION_FAILED', `/api/workflow/projects/evt_${NIL}`, {
    headers: (to) => bearer(to.workflowToken),
    statementsMax: 2,
  }),
  get('an id of 5 KB', 'VALIDATION_FAILED', `/api/workflow/projects/prj_${'0'.repeat(5_000)}`, {
    headers: (to) => bearer(to.workflowToken),
    statementsMax: 2,
  }),
];
