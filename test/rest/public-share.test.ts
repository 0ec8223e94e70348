import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operations } from '../../server/platform/operation.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { submissionOf } from '../setup/intake.js';

let app: TestApp;
let link: string;
beforeAll(async () => {
  app = await startApp({ env: { TRUST_PROXY: '1' } });
  const tool = await ask<{ tools: { actions: { url: string }[] }[] }>(
    `${app.url}/api/directory/context?q=stripe&limit=1`,
  );
  link = tool.body.tools[0]?.actions[0]?.url ?? '';
});
afterAll(() => app.close());

/** Longer than a busy machine takes. */
const SOON = { timeout: 20_000, interval: 20 };
const addressOf = (number: number): string => `203.0.${Math.floor(number / 250)}.${number % 250}`;
const post = <T>(path: string, body: unknown, number: number) =>
  ask<T>(`${app.url}${path}`, { body, headers: { 'x-forwarded-for': addressOf(number), origin: app.url } });
const SUBMIT = 'mutation ($input: SubmitIntakeInput!) { submitIntake(input: $input) { receipt } }';
interface Submitted {
  data?: { submitIntake: { receipt: string } | null };
  errors?: { message: string; extensions: Record<string, unknown> }[];
}
const submit = (number: number) =>
  post<Submitted>('/graphql', { query: SUBMIT, variables: { input: submissionOf('usage_tracking') } }, number);

/** Keeps every statement about these tables waiting until `work` has ended. */
async function whileLocked(tables: string, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`lock table ${tables} in access exclusive mode`);
    await work();
  } finally {
    await client.end();
  }
}

const share = (name: 'submissions' | 'public-records' | 'accounts') => {
  const { taken, waiting } = app.app.platform.limits.shareOf(name);
  return { taken, waiting };
};

/** The requests that must be served as before: readiness, a public read and a caller with a credential. */
async function expectOthersServed(): Promise<void> {
  const { trackingKey } = app.credentials;
  const [ready, page, key] = await Promise.all([
    ask(`${app.url}/readyz`),
    ask(`${app.url}/api/directory/context?q=stripe`),
    ask(`${app.url}/api/usage/events?idempotencyKey=none`, { token: trackingKey }),
  ]);
  expect([ready.status, page.status, key.status]).toEqual([200, 200, 404]);
}

it('two hundred submissions from as many addresses use three connections, and those beyond the queue are told when to come again', async () => {
  const replies: ReturnType<typeof submit>[] = [];
  await whileLocked('intake_submission', async () => {
    let answered = 0;
    for (let number = 0; number < 200; number += 1) {
      const reply = submit(number);
      void reply.then(() => {
        answered += 1;
      });
      replies.push(reply);
    }
    await expect.poll(() => share('submissions'), SOON).toEqual({ taken: 3, waiting: 64 });
    await expectOthersServed();
    await expect.poll(() => answered, { ...SOON, message: 'beyond the queue' }).toBeGreaterThanOrEqual(200 - 67);
  });
  const answers = await Promise.all(replies);
  const refused = answers.filter(({ body }) => !body.data?.submitIntake?.receipt);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(3);
  expect(refused.length).toBeGreaterThanOrEqual(200 - 67);
  for (const { headers, body } of refused) {
    expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'UNAVAILABLE', status: 503 });
    expect(body.errors?.[0]?.message).not.toContain('database');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(share('submissions')).toEqual({ taken: 0, waiting: 0 });
  expect((await submit(0)).body.data?.submitIntake?.receipt).toMatch(/^sub_/);
});

it('an address has thirty-two of them under way, and is told so', async () => {
  const replies: ReturnType<typeof submit>[] = [];
  await whileLocked('intake_submission', async () => {
    for (let one = 0; one < 33; one += 1) replies.push(submit(1));
    const first = await Promise.race(replies);
    expect(first.body.errors?.[0]?.extensions).toMatchObject({ code: 'UNAVAILABLE', status: 503 });
    expect(first.body.errors?.[0]?.message).toContain('of your address');
    expect(share('submissions')).toEqual({ taken: 3, waiting: 29 });
  });
  await Promise.all(replies);
});

const PREVIEW =
  'query ($kind: IntakeKind!, $contact: JSON, $organization: JSON, $fields: JSON) { previewIntake(kind: $kind, contact: $contact, organization: $organization, fields: $fields) { complete } }';

const siblings: readonly [
  string,
  'submissions' | 'public-records' | 'accounts',
  number,
  string,
  (number: number) => Promise<unknown>,
][] = [
  [
    'previews',
    'submissions',
    3,
    'tool',
    (number) => post('/graphql', { query: PREVIEW, variables: submissionOf('tracked_links') }, number),
  ],
  [
    'receipts',
    'submissions',
    3,
    'intake_submission',
    (number) =>
      post(
        '/graphql',
        {
          query:
            '{ intakeSubmission(receipt: "sub_019a0000-0000-7000-8000-000000000000.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa") { state } }',
        },
        number,
      ),
  ],
  [
    'published skills',
    'public-records',
    4,
    'agent_skill',
    (number) => post('/graphql', { query: '{ publishedSkills { nextCursor } }' }, number),
  ],
  [
    'listed projects',
    'public-records',
    4,
    'project',
    (number) => post('/graphql', { query: '{ listedProjects { nextCursor } }' }, number),
  ],
  [
    'tracked links',
    'public-records',
    4,
    'intent_event',
    (number) => fetch(link, { redirect: 'manual', headers: { 'x-forwarded-for': addressOf(number) } }),
  ],
  [
    'sign-ins',
    'accounts',
    4,
    'auth."user"',
    (number) =>
      post('/api/auth/sign-in/email', { email: `a${number}@b.example`, password: 'not the password' }, number),
  ],
  [
    'sign-ups',
    'accounts',
    4,
    'auth."user"',
    (number) =>
      post(
        '/api/auth/sign-up/email',
        { email: `new${number}@b.example`, password: 'a long password of a test', name: 'New' },
        number,
      ),
  ],
  [
    'forgotten passwords',
    'accounts',
    4,
    'auth."user"',
    (number) =>
      post('/api/auth/request-password-reset', { email: `a${number}@b.example`, redirectTo: '/admin' }, number),
  ],
];

it.each(siblings)('%s use their share of the connections alone', async (_what, name, max, table, call) => {
  const replies: Promise<unknown>[] = [];
  await whileLocked(table, async () => {
    for (let number = 0; number < 24; number += 1) replies.push(call(number));
    await expect.poll(() => share(name), SOON).toEqual({ taken: max, waiting: 24 - max });
    expect((await ask(`${app.url}/readyz`)).status).toBe(200);
  });
  await Promise.all(replies);
  expect(share(name)).toEqual({ taken: 0, waiting: 0 });
});

/** Answered from memory: the catalog, figures read once beside its version, the published snapshot and what is compiled in. */
const FROM_MEMORY = [
  'adoption',
  'adoptionMethodology',
  'agentRank',
  'buildBrief',
  'buildSearch',
  'capabilities',
  'compareTools',
  'directoryContext',
  'eventCatalog',
  'explainResult',
  'mcpConfig',
  'mcpServerVersions',
  'mcpServers',
  'offer',
  'offers',
  'publicUse',
  'tool',
  'usageReceiptContract',
  'viewer',
];

it('every other operation without a credential has a share', () => {
  const open = [...operations.values()]
    .map(({ declaration }) => declaration)
    .filter(({ who }) => who.includes('anonymous'));
  const without = open.filter(({ share: own }) => own === undefined).map(({ name }) => name);
  expect(without.toSorted()).toEqual(FROM_MEMORY);
});
