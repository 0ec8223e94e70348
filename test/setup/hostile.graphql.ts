import { aliasesOf, hostileDocuments, onlyComments } from './hostile.documents.js';
import { bearer, get, type HostileRequest, type HostileVerdict, post } from './hostile.request.js';

/** Documents and requests at `/graphql` that ask for more than a stranger may. */

const at = (name: string, verdicts: HostileVerdict | readonly HostileVerdict[], body: unknown): HostileRequest =>
  post(`${name} at /graphql`, verdicts, '/graphql', typeof body === 'string' ? body : JSON.stringify(body), {
    answerBytesMax: 64 * 1024,
  });

const manyMembers = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_one, index) => [`v${index}`, 1]));

/** The kilobytes of a form in every alias: what one call costs, thirty times. */
const NOTE = 'a word of a note '.repeat(100);
const PREVIEW = `previewIntake(kind: tracked_links, note: "${NOTE}", fields: {links: [{kind: "docs", url: "https://vendor.example", title: "Docs"}]}) { complete checks { reason } }`;
const INTENT = 'a queue and a database for events in Europe '.repeat(80);

/** Each word may be read as another name, for each sign stands for any letter. */
const SIGNS = 'S!r1pe tw7l#o n3on m@dal 5upa6ase a!b!c d!e!f m7n7o p8q8r s9t9u v3w3x y2z2a';
const disguised = {
  contact: { name: 'a', email: 'a@vendor.example' },
  organization: { name: SIGNS, domain: 'vendor.example' },
  fields: {
    event: {
      name: SIGNS,
      website: 'https://vendor.example',
      startsAt: '2027-05-03T00:00:00Z',
      endsAt: '2027-05-05T00:00:00Z',
      timezone: 'UTC',
      location: null,
    },
    sponsors: Array.from({ length: 50 }, (_one, index) => ({
      name: `${index}${SIGNS}`,
      domain: `s${index}7r1pe.example`,
      toolSlugs: [],
    })),
    rulesUrl: 'https://vendor.example/rules',
    submissionsDueAt: '2027-05-04T00:00:00Z',
  },
};

/** Operations that hold the process, as often as a document may name them or as its cost allows, within 64 KiB. */
const costlyCalls: HostileRequest[] = [
  at('30 previews of intake in 55 KB', 'VALIDATION_FAILED', { query: aliasesOf(PREVIEW, 30) }),
  at('2 previews of intake', 'VALIDATION_FAILED', { query: aliasesOf(PREVIEW, 2) }),
  post('a preview of intake at /graphql', 'ok', '/graphql', JSON.stringify({ query: aliasesOf(PREVIEW, 1) }), {
    answerBytesMax: 64 * 1024,
    statementsMax: 40,
  }),
  post(
    'a preview of 50 sponsors whose names are full of signs',
    'ok',
    '/graphql',
    JSON.stringify({
      query:
        'query ($contact: JSON, $organization: JSON, $fields: JSON) { previewIntake(kind: hackathon_passport, contact: $contact, organization: $organization, fields: $fields) { complete } }',
      variables: disguised,
    }),
    { statementsMax: 100 },
  ),
  ...[
    { name: 'buildSearch', most: 2 },
    { name: 'buildBrief', most: 1 },
  ].flatMap(({ name, most }) => {
    const selection = `${name}(intent: $i) { ${name === 'buildSearch' ? 'receipt { id }' : 'goal'} }`;
    const query = (aliases: number) => `query ($i: String!) ${aliasesOf(selection, aliases)}`;
    return [
      at(`30 calls of ${name}`, 'VALIDATION_FAILED', { query: query(30), variables: { i: INTENT } }),
      at(`as many calls of ${name} as are served`, 'ok', { query: query(most), variables: { i: INTENT } }),
    ];
  }),
  ...[30, 2].map((times) =>
    at(`${times} explanations of a result`, times > 2 ? 'VALIDATION_FAILED' : 'ok', {
      query: `query ($q: String!) ${aliasesOf('explainResult(q: $q, tool: "stripe") { detail }', times)}`,
      variables: { q: INTENT.slice(0, 1_000) },
    }),
  ),
  at('30 submissions', 'VALIDATION_FAILED', {
    query: `mutation ($i: SubmitIntakeInput!) ${aliasesOf('submitIntake(input: $i) { receipt }', 30)}`,
    variables: {
      i: {
        kind: 'tracked_links',
        contact: { name: 'a', email: 'a@vendor.example' },
        organization: { name: 'a', domain: 'vendor.example' },
        note: NOTE,
        fields: {},
      },
    },
  }),
  post(
    '30 batches of 50 events at /graphql',
    'VALIDATION_FAILED',
    '/graphql',
    JSON.stringify({
      query: `mutation ($e: [JSON!]!) ${aliasesOf('trackBatch(events: $e) { summary { received } }', 30)}`,
      variables: { e: Array.from({ length: 50 }, (_one, index) => ({ a: index, note: 'x'.repeat(500) })) },
    }),
    { headers: (to) => bearer(to.trackingKey), statementsMax: 3 },
  ),
  ...[
    { name: 'companyHome', args: '' },
    { name: 'companyNews', args: '' },
    { name: 'companyAdoption', args: ', from: "2026-01-01", to: "2026-03-31"' },
  ].map(({ name, args }) =>
    post(
      `30 calls of ${name} at /graphql`,
      'VALIDATION_FAILED',
      '/graphql',
      (to) =>
        JSON.stringify({
          query: aliasesOf(`${name}(organizationId: "${to.organizationId}"${args}) { __typename }`, 30),
        }),
      { headers: (to) => ({ Cookie: to.sessionCookie }), statementsMax: 3 }, // the session, its person, and whether they must enroll first
    ),
  ),
];

export const hostileQueries: HostileRequest[] = [
  ...costlyCalls,
  ...hostileDocuments().map(({ what, query, variables }) =>
    at(what, ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'PAYLOAD_TOO_LARGE'], { query, variables }),
  ),
  at(
    'a batch of 1,000 queries',
    'VALIDATION_FAILED',
    Array.from({ length: 1_000 }, () => ({ query: '{ __typename }' })),
  ),
  at('a document that is a number', 'VALIDATION_FAILED', { query: 1 }),
  at('a persisted query that does not exist', ['VALIDATION_FAILED', 'MALFORMED_JSON'], {
    extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } },
  }),
  at('an operation of 100 KB', 'VALIDATION_FAILED', {
    query: '{ viewer { kind } }',
    operationName: 'a'.repeat(100_000),
  }),
  at('60,000 comments', 'ok', { query: onlyComments(60_000) }),
  at('130,000 comments', 'VALIDATION_FAILED', { query: onlyComments(130_000) }),
  at('a field of 100 KB', 'VALIDATION_FAILED', { query: `{ ${'a'.repeat(100_000)} }` }),
  at(
    'variables 5,000 levels deep',
    'VALIDATION_FAILED',
    `{"query":"{ viewer { kind } }","variables":{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}}`,
  ),
  at('100,000 variables', 'VALIDATION_FAILED', { query: '{ viewer { kind } }', variables: manyMembers(100_000) }),
  at('a variable of 100,000 members', 'VALIDATION_FAILED', {
    query: '{ viewer { kind } }',
    variables: { v: manyMembers(100_000) },
  }),
  at(
    'a variable of 600,000 items',
    'VALIDATION_FAILED',
    `{"query":"{ viewer { kind } }","variables":{"v":[${'1,'.repeat(600_000)}1]}}`,
  ),
  at(
    'variables of 250,000 empty lists',
    'VALIDATION_FAILED',
    `{"query":"{ viewer { kind } }","variables":{"v":[${'[],'.repeat(250_000)}[]]}}`,
  ),
  at('a string of escapes', 'VALIDATION_FAILED', { query: `{ tool(slug: "${'\\\\u0000'.repeat(5_000)}") { id } }` }),
  at('a block string without an end', 'VALIDATION_FAILED', { query: `{ tool(slug: """${'a'.repeat(100_000)}` }),
  at('a subscription', 'VALIDATION_FAILED', { query: 'subscription { viewer { kind } }' }),
  at('another user’s organization', 'UNAUTHENTICATED', {
    query: '{ products(organizationId: "org_00000000-0000-7000-8000-000000000000", limit: 100) { items { id } } }',
  }),
  at('a limit of all numbers', ['VALIDATION_FAILED', 'UNAUTHENTICATED'], {
    query:
      '{ products(organizationId: "org_00000000-0000-7000-8000-000000000000", limit: 2147483647) { items { id } } }',
  }),
  get(
    'a mutation by GET',
    ['METHOD_NOT_ALLOWED', 'CROSS_ORIGIN', 'VALIDATION_FAILED'],
    '/graphql?query=mutation%7B__typename%7D',
  ),
  get('variables that are no JSON', 'VALIDATION_FAILED', '/graphql?query=%7B__typename%7D&variables=%7B'),
  get('two queries in one address', 'VALIDATION_FAILED', '/graphql?query=%7B__typename%7D&query=%7B__typename%7D'),
];
