import { afterEach, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.js';
import { askGraphql } from './ask.js';
import { freshDatabase, query } from './database.js';
import { givePlan, makeKey, receiptsOf, revokeKey } from './enterprise.js';
import { declineOf, storeEvents } from './enterprise.world.js';
import { type AgentHost, connectAgent, type Way } from './mcp.enterprise.js';
import type { Called } from './mcp.process.js';
import { type Company, giveRole, makeCompany, makePerson } from './people.js';
import { openStoreProxy } from './store.proxy.js';

/** Every tool, the public ones first. */
export const TOOLS = [
  'search_tools',
  'find_perks',
  'build_brief',
  'get_build_packet',
  'prepare_submission',
  'get_enterprise_context',
  'get_enterprise_report',
  'get_enterprise_actions',
  'enterprise_session_brief',
];
const PAID = ['get_enterprise_report', 'get_enterprise_actions', 'enterprise_session_brief'];
const DAY_MS = 86_400_000;

/** A company with figures, and what an agent of it has. */
export interface AgentWorld {
  readonly app: TestApp;
  /** The same database behind a second gateway. */
  readonly replica: TestApp;
  readonly company: Company;
  /** The agent key of a product beside which the same company has `other`. */
  readonly token: string;
  /** Everything that the application logged. */
  logged(): string;
}

export async function openAgentWorld(): Promise<AgentWorld> {
  let logged = '';
  const write = (line: string): void => {
    logged += line;
  };
  const app = await startApp({ env: { LOG_LEVEL: 'debug' }, logTo: { write } });
  const company = await companyWithPlan(app, 'own');
  await askGraphql(
    app,
    'mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }',
    { input: { organizationId: company.organizationId, productId: 'other', name: 'Another API', type: 'api' } },
    { cookie: company.owner.cookie },
  );
  // More than one answer has room for.
  const long = 'a very long name of a campaign '.repeat(12);
  const ofCampaigns = Array.from({ length: 50 }, (_one, at) => ({ developer: `dev_${at}`, campaign: `${at} ${long}` }));
  await storeEvents(app, company, [...declineOf(), ...ofCampaigns]);
  const { token } = await makeKey(app, company);
  const replica = await startApp({ databaseUrl: app.databaseUrl });
  return { app, replica, company, token, logged: () => logged };
}

export async function closeAgentWorld(world: AgentWorld | undefined): Promise<void> {
  await world?.replica.close();
  await world?.app.close();
}

async function companyWithPlan(of: TestApp, productId?: string): Promise<Company> {
  const made = await makeCompany(of, productId);
  await givePlan(of, made, 'paid');
  return made;
}

/** `ok`, or the code of the refusal with the pointers and codes of its errors. */
export function verdictOf({ isError, structuredContent, content }: Called): unknown {
  expect(content[0]?.text).toBe(JSON.stringify(structuredContent));
  if (!isError) return 'ok';
  const { code, errors = [] } = structuredContent as { code: string; errors?: { pointer: string; code: string }[] };
  return [code, ...errors.map((one) => `${one.pointer} ${one.code}`)];
}

const wrong = (...errors: string[]): string[] => ['VALIDATION_FAILED', ...errors];
const NOT_FOUND = ['NOT_FOUND'];
const input = { productId: 'own' };

const CALLS: [tool: string, input: Record<string, unknown>, verdict: unknown][] = [
  ['get_enterprise_context', {}, 'ok'],
  ['get_enterprise_context', input, 'ok'],
  ['get_enterprise_context', { productId: null }, 'ok'],
  ['get_enterprise_context', { productId: 'other' }, NOT_FOUND],
  ['get_enterprise_context', { productId: 'nowhere' }, NOT_FOUND],
  ['get_enterprise_context', { productId: 7 }, wrong('/productId wrong_type')],
  ['get_enterprise_context', { format: 'csv' }, wrong('/format unknown_field')],
  ['get_enterprise_report', { ...input, periodDays: 7 }, 'ok'],
  ['get_enterprise_report', { ...input, periodDays: 365 }, 'ok'],
  ['get_enterprise_report', { ...input, periodDays: 6 }, wrong('/periodDays min')],
  ['get_enterprise_report', { ...input, periodDays: 366 }, wrong('/periodDays max')],
  ['get_enterprise_report', { ...input, periodDays: 30.5 }, wrong('/periodDays wrong_type')],
  ['get_enterprise_report', { ...input, periodDays: '30' }, wrong('/periodDays wrong_type')],
  ['get_enterprise_report', { ...input, periodDays: null }, wrong('/periodDays required')],
  ['get_enterprise_report', input, wrong('/periodDays required')],
  ['get_enterprise_report', { periodDays: 30 }, wrong('/productId required')],
  ['get_enterprise_report', { productId: null, periodDays: 30 }, wrong('/productId required')],
  ['get_enterprise_report', {}, wrong('/productId required', '/periodDays required')],
  ['get_enterprise_report', { productId: 'other', periodDays: 30 }, NOT_FOUND],
  ['get_enterprise_report', { productId: 'nowhere', periodDays: 30 }, NOT_FOUND],
  ['get_enterprise_report', { ...input, periodDays: 30, cursor: 'tampered' }, wrong('/cursor pattern')],
  ['get_enterprise_report', { ...input, periodDays: 30, cursor: null }, 'ok'],
  [
    'get_enterprise_report',
    { ...input, periodDays: 30, organizationId: 'org_1' },
    wrong('/organizationId unknown_field'),
  ],
  ['get_enterprise_actions', input, 'ok'],
  ['get_enterprise_actions', { ...input, limit: 1 }, 'ok'],
  ['get_enterprise_actions', { ...input, limit: 20 }, 'ok'],
  ['get_enterprise_actions', { ...input, limit: null }, 'ok'],
  ['get_enterprise_actions', { ...input, limit: 0 }, wrong('/limit min')],
  ['get_enterprise_actions', { ...input, limit: 21 }, wrong('/limit max')],
  ['get_enterprise_actions', {}, wrong('/productId required')],
  ['get_enterprise_actions', { productId: 'other' }, NOT_FOUND],
  ['get_enterprise_actions', { ...input, run: true }, wrong('/run unknown_field')],
  ['enterprise_session_brief', { metrics: { newDevelopers: 40, newActivated: 12 } }, 'ok'],
  ['enterprise_session_brief', { sample: true }, 'ok'],
  ['enterprise_session_brief', { live: true, ...input }, 'ok'],
  ['enterprise_session_brief', { sample: true, live: null, metrics: null }, 'ok'],
  ['enterprise_session_brief', {}, wrong(' exactly_one')],
  ['enterprise_session_brief', { sample: false }, wrong(' exactly_one')],
  ['enterprise_session_brief', { sample: true, live: true, ...input }, wrong(' exactly_one')],
  ['enterprise_session_brief', { sample: true, metrics: { events: 1 } }, wrong(' exactly_one')],
  ['enterprise_session_brief', { sample: true, live: true, metrics: { events: 1 }, ...input }, wrong(' exactly_one')],
  ['enterprise_session_brief', { live: true }, wrong('/productId required')],
  ['enterprise_session_brief', { live: true, productId: 'other' }, NOT_FOUND],
  ['enterprise_session_brief', { metrics: { events: -1 } }, wrong('/metrics/events min')],
  ['enterprise_session_brief', { metrics: { revenue: 1 } }, wrong('/metrics/revenue unknown_field')],
  ['enterprise_session_brief', { sample: 'yes' }, wrong('/sample wrong_type')],
];

/** Tests the promises of the enterprise tools to an agent, whichever way it comes. */
export function testEnterpriseTools(way: Way, opened: () => AgentWorld): void {
  let hosts: AgentHost[] = [];
  afterEach(async () => {
    await Promise.all(hosts.map((host) => host.close()));
    hosts = [];
  });
  async function connect(key = opened().token, of = opened().app): Promise<AgentHost> {
    const host = await connectAgent(way, of, key);
    hosts.push(host);
    return host;
  }

  it('lists the enterprise tools after the public ones, all of which only read', async () => {
    const host = await connect();
    expect(await host.names()).toEqual(TOOLS);
  });

  it('answers and refuses each input as the contract says, with a receipt of each call', async () => {
    const { app, company } = opened();
    const host = await connect();
    const before = (await receiptsOf(app, company.organizationId)).length;
    const verdicts: unknown[] = [];
    for (const [tool, given] of CALLS) verdicts.push([tool, given, verdictOf(await host.call(tool, given))]);
    expect(verdicts).toEqual(CALLS);
    const foreign = await host.call('get_enterprise_context', { productId: 'other' });
    expect(foreign.structuredContent.next).toMatchObject([{ tool: 'get_enterprise_context', needsPerson: false }]);
    const receipts = (await receiptsOf(app, company.organizationId)).slice(before);
    expect(receipts.map(({ tool, outcome }) => [tool, outcome])).toEqual(
      [...CALLS, CALLS[3] ?? []].map(([tool, , verdict]) => [
        tool,
        verdict === 'ok' ? 'answered' : (verdict as string[])[0],
      ]),
    );
  });

  it('refuses a cursor of another period and of another product', async () => {
    const { app, company } = opened();
    const host = await connect();
    const first = await host.call('get_enterprise_report', { ...input, periodDays: 30 });
    const { nextCursor: cursor } = first.structuredContent;
    expect(cursor).toEqual(expect.any(String));
    const rest = await host.call('get_enterprise_report', { ...input, periodDays: 30, cursor });
    expect(verdictOf(rest)).toBe('ok');
    expect(verdictOf(await host.call('get_enterprise_report', { ...input, periodDays: 31, cursor }))).toEqual(
      wrong('/cursor other_query'),
    );
    const another = await connect((await makeKey(app, { ...company, productId: 'other' })).token);
    expect(
      verdictOf(await another.call('get_enterprise_report', { productId: 'other', periodDays: 30, cursor })),
    ).toEqual(wrong('/cursor pattern'));
  });

  it('refuses a key in the middle of the conversation once it is revoked, on another gateway too', async () => {
    const { app, replica, company } = opened();
    const { token: own, key } = await makeKey(app, company);
    const talks = [await connect(own), await connect(own, replica)];
    for (const host of talks)
      expect(verdictOf(await host.call('get_enterprise_report', { ...input, periodDays: 30 }))).toBe('ok');
    await revokeKey(app, key.keyId, company.owner);
    for (const host of talks)
      for (const tool of ['get_enterprise_context', ...PAID]) {
        const refused = await host.call(tool, { ...input, ...(tool.endsWith('report') ? { periodDays: 30 } : {}) });
        expect(verdictOf(refused)).toEqual(['UNAUTHENTICATED', ' revoked']);
        expect(refused.structuredContent.next).toEqual([
          { do: expect.stringContaining('DAI_ENTERPRISE_TOKEN'), needsPerson: true },
        ]);
      }
  });

  it('refuses a key on another gateway once its creator left the organization, and once they closed their account', async () => {
    const { app, replica } = opened();
    const company = await companyWithPlan(app);
    const [leaver, closer] = [await makePerson(app), await makePerson(app)];
    for (const admin of [leaver, closer]) await giveRole(app, company.organizationId, admin, 'admin');
    const [ofLeaver, ofCloser, ofOwner] = [
      await connect((await makeKey(app, company, {}, leaver)).token, replica),
      await connect((await makeKey(app, company, {}, closer)).token, replica),
      await connect((await makeKey(app, company)).token, replica),
    ];
    for (const host of [ofLeaver, ofCloser, ofOwner])
      expect(verdictOf(await host.call('enterprise_session_brief', { sample: true }))).toBe('ok');
    const left = await askGraphql(
      app,
      'mutation ($input: RemoveMemberInput!) { removeMember(input: $input) }',
      { input: { organizationId: company.organizationId, userId: leaver.id } },
      { cookie: leaver.cookie },
    );
    const closed = await askGraphql(
      app,
      'mutation ($input: CloseAccountInput!) { closeAccount(input: $input) }',
      { input: { currentPassword: closer.password } },
      { cookie: closer.cookie },
    );
    expect([...left.errors, ...closed.errors]).toEqual([]);
    for (const host of [ofLeaver, ofCloser])
      expect(verdictOf(await host.call('enterprise_session_brief', { sample: true }))).toEqual([
        'UNAUTHENTICATED',
        ' revoked',
      ]);
    expect(verdictOf(await ofOwner.call('enterprise_session_brief', { sample: true }))).toBe('ok');
  });

  it('refuses a key once its creator is no admin any more, its product is gone, and its time is over', async () => {
    const { app } = opened();
    const other = await companyWithPlan(app, 'ending');
    const admin = await makePerson(app);
    await giveRole(app, other.organizationId, admin, 'admin');
    const [byAdmin, byOwner, brief] = [
      await connect((await makeKey(app, other, {}, admin)).token),
      await connect((await makeKey(app, other)).token),
      await connect((await makeKey(app, other, { expiresInDays: 1 })).token),
    ];
    for (const host of [byAdmin, byOwner, brief])
      expect(verdictOf(await host.call('get_enterprise_context'))).toBe('ok');
    await giveRole(app, other.organizationId, admin, 'member');
    expect(verdictOf(await byAdmin.call('get_enterprise_context'))).toEqual(['UNAUTHENTICATED', ' revoked']);
    app.clock.move(DAY_MS + 60_000);
    try {
      expect(verdictOf(await brief.call('get_enterprise_context'))).toEqual(['UNAUTHENTICATED', ' expired']);
    } finally {
      app.clock.move(-DAY_MS - 60_000);
    }
    await removeProduct(app, other);
    expect(verdictOf(await byOwner.call('get_enterprise_context'))).toEqual(['UNAUTHENTICATED', ' revoked']);
  });

  it('asks for the paid plan from the call after a downgrade on, and still answers the context', async () => {
    const { app } = opened();
    const other = await companyWithPlan(app, 'downgraded');
    const host = await connect((await makeKey(app, other)).token);
    const report = { productId: 'downgraded', periodDays: 30 };
    expect(verdictOf(await host.call('get_enterprise_report', report))).toBe('ok');
    await givePlan(app, other, 'free');
    for (const [tool, given] of [
      ['get_enterprise_report', report],
      ['get_enterprise_actions', { productId: 'downgraded' }],
      ['enterprise_session_brief', { sample: true }],
      ['enterprise_session_brief', { metrics: { events: 1 } }],
      ['enterprise_session_brief', { live: true, productId: 'downgraded' }],
    ] as const) {
      const refused = await host.call(tool, given);
      expect(verdictOf(refused)).toEqual(['PLAN_REQUIRED']);
      expect(Object.keys(refused.structuredContent)).not.toEqual(expect.arrayContaining(['summary']));
      expect(refused.structuredContent.next).toContainEqual(
        expect.objectContaining({ tool: 'get_enterprise_context', needsPerson: false }),
      );
    }
    const { structuredContent } = await host.call('get_enterprise_context');
    expect(structuredContent.plan).toEqual({ id: 'free', opens: ['get_enterprise_context'], lacks: PAID });
    await givePlan(app, other, 'paid');
    expect(verdictOf(await host.call('get_enterprise_report', report))).toBe('ok');
  });

  it('says when to call again once the budget is spent, without a number of the report', async () => {
    const { app, company } = opened();
    const tight = await startApp({ databaseUrl: app.databaseUrl, env: { RATE_LIMIT_SCALE: '0.03' } });
    try {
      const { token: own } = await makeKey(app, company);
      const host = await connect(own, tight);
      let refused = await host.call('get_enterprise_context');
      for (let calls = 1; calls < 12 && !refused.isError; calls += 1)
        refused = await host.call('get_enterprise_context');
      expect(verdictOf(refused)).toEqual(['RATE_LIMITED']);
      expect(refused.structuredContent).toMatchObject({ status: 429, retryable: true });
      expect(refused.structuredContent).not.toHaveProperty('organization');
      for (const [tool, given] of [
        ['get_enterprise_report', { ...input, periodDays: 30 }],
        ['get_enterprise_actions', input],
        ['enterprise_session_brief', { live: true, ...input }],
        ['enterprise_session_brief', { sample: true }],
      ] as const) {
        const spent = await host.call(tool, given);
        expect(verdictOf(spent)).toEqual(['RATE_LIMITED']);
        expect(Object.keys(spent.structuredContent)).toEqual(Object.keys(refused.structuredContent));
      }
    } finally {
      await Promise.all(hosts.map((host) => host.close()));
      hosts = [];
      await tight.close();
    }
  });

  it('refuses without a figure of the report and without a sample, whatever the reason is', async () => {
    const { app, company } = opened();
    const host = await connect();
    const cursor = (await host.call('get_enterprise_report', { ...input, periodDays: 30 })).structuredContent
      .nextCursor;
    const refusals: [
      reason: string,
      host: AgentHost,
      calls: readonly (readonly [string, Record<string, unknown>])[],
    ][] = [];
    const callsOf = (productId: string, periodDays = 30) =>
      [
        ['get_enterprise_context', { productId }],
        ['get_enterprise_report', { productId, periodDays }],
        ['get_enterprise_actions', { productId }],
        ['enterprise_session_brief', { live: true, productId }],
      ] as const;
    refusals.push(['another product', host, callsOf('other')]);
    refusals.push([
      'a wrong input',
      host,
      [
        ['get_enterprise_context', { format: 'csv' }],
        ['get_enterprise_report', { ...input, periodDays: 366 }],
        ['get_enterprise_report', { ...input, periodDays: 31, cursor }],
        ['get_enterprise_report', { ...input, periodDays: 30, cursor: 'tampered' }],
        ['get_enterprise_actions', { ...input, limit: 21 }],
        ['enterprise_session_brief', { ...input, live: true, sample: true }],
        ['enterprise_session_brief', { metrics: { families: 7 } }],
      ],
    ]);
    const { token: ended, key } = await makeKey(app, company);
    const late = await connect(ended);
    await revokeKey(app, key.keyId, company.owner);
    refusals.push(['an ended key', late, callsOf('own')]);
    const { app: lost, host: alone, company: unreachable, lose, close } = await openLostWorld(connect);
    try {
      await givePlan(lost, unreachable, 'free');
      refusals.push(['the free plan', alone, callsOf('lost').slice(1)]);
      const found: unknown[] = [];
      for (const [reason, by, calls] of refusals)
        for (const [tool, given] of calls) found.push(figuresIn(reason, tool, await by.call(tool, given)));
      await givePlan(lost, unreachable, 'paid');
      expect(verdictOf(await alone.call('enterprise_session_brief', { live: true, productId: 'lost' }))).toBe('ok');
      await lose();
      for (const [tool, given] of [...callsOf('lost'), ['enterprise_session_brief', { sample: true }] as const])
        found.push(figuresIn('no database', tool, await callAnyhow(alone, tool, given)));
      const none = (reason: string, code: string, tools: readonly string[]) =>
        tools.map((tool) => [reason, tool, code, []]);
      const all = ['get_enterprise_context', ...PAID];
      expect(found).toEqual([
        ...none('another product', 'NOT_FOUND', all),
        ['a wrong input', 'get_enterprise_context', 'VALIDATION_FAILED', ['1']],
        ['a wrong input', 'get_enterprise_report', 'VALIDATION_FAILED', ['1', '365']],
        ['a wrong input', 'get_enterprise_report', 'VALIDATION_FAILED', ['1']],
        ['a wrong input', 'get_enterprise_report', 'VALIDATION_FAILED', ['1']],
        ['a wrong input', 'get_enterprise_actions', 'VALIDATION_FAILED', ['1', '20']],
        ['a wrong input', 'enterprise_session_brief', 'VALIDATION_FAILED', ['1']],
        ['a wrong input', 'enterprise_session_brief', 'VALIDATION_FAILED', ['1', '6']],
        ...none('an ended key', 'UNAUTHENTICATED', all),
        ...none('the free plan', 'PLAN_REQUIRED', PAID),
        ...none('no database', 'UNAVAILABLE', [...all, 'enterprise_session_brief']),
      ]);
    } finally {
      await Promise.all(hosts.map((one) => one.close()));
      hosts = [];
      await close();
    }
  });

  it('shows the key nowhere', async () => {
    const { token, logged } = opened();
    const host = await connect();
    const secret = token.slice('dae_'.length);
    const answers = [
      await host.call('get_enterprise_context'),
      await host.call('get_enterprise_report', { ...input, periodDays: 30 }),
      await host.call('get_enterprise_report', { ...input, periodDays: 6 }),
      await host.call('get_enterprise_actions', input),
      await host.call('enterprise_session_brief', { live: true, ...input }),
    ];
    expect(JSON.stringify(answers)).not.toContain(secret);
    expect(host.words()).not.toContain(secret);
    expect(logged().length).toBeGreaterThan(0);
    expect(logged()).not.toContain(secret);
  });
}

/** A gateway whose way to its database can be cut, and a host that talks to it. */
async function openLostWorld(connect: (token: string, of: TestApp) => Promise<AgentHost>) {
  const database = await freshDatabase('template_demo');
  const address = new URL(database.url);
  const proxy = await openStoreProxy(Number(address.port));
  address.host = `127.0.0.1:${proxy.port}`;
  const app = await startApp({ databaseUrl: address.toString() });
  const company = await companyWithPlan(app, 'lost');
  await storeEvents(app, company, declineOf());
  const host = await connect((await makeKey(app, company)).token, app);
  const close = async (): Promise<void> => {
    await app.close();
    await database.drop();
  };
  return { company, app, host, lose: () => proxy.close(), close };
}

/** A call that the transport itself may refuse: what it says then is read like a tool's refusal. */
async function callAnyhow(host: AgentHost, tool: string, given: Record<string, unknown>): Promise<Called> {
  try {
    return await host.call(tool, given);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    return { isError: true, content: [], structuredContent: JSON.parse(message.slice(message.indexOf('{'))) };
  }
}

/** Members that a refusal has, with those of a plan that is needed; a figure stands in none of them. */
const PROBLEM = [
  'type',
  'title',
  'status',
  'code',
  'detail',
  'requestId',
  'retryable',
  'errors',
  'next',
  'plan',
  'opens',
];

/** The code of a refusal, and every number in what it says: its status and ids of requests and documents aside. */
function figuresIn(reason: string, tool: string, { isError, structuredContent }: Called): unknown[] {
  expect(isError, `${reason}, ${tool}`).toBe(true);
  expect(Object.keys(structuredContent).filter((name) => !PROBLEM.includes(name))).toEqual([]);
  const { type: _type, status: _status, requestId: _id, code, ...rest } = structuredContent;
  const text = JSON.stringify(rest);
  expect(text).not.toMatch(/"(sample|modelled|supplied)"|invented/);
  return [reason, tool, code, text.match(/\d+/g) ?? []];
}

/** No operation removes a product: a row that is gone, with what hangs on it. */
const removeProduct = async (app: TestApp, { organizationId, productId }: Company): Promise<void> => {
  for (const statement of [
    'delete from product_name where organization_id = $1 and product_uuid in (select id from product where organization_id = $1 and product_id = $2)',
    'delete from product where organization_id = $1 and product_id = $2',
  ])
    await query(app.databaseUrl, statement, [organizationId.slice(4), productId]);
};
