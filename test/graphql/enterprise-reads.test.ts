import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldEvents } from '../../server/adoption/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { endCommand, runCommand } from '../setup/command.js';
import { query } from '../setup/database.js';
import { askContext, type Context, givePlan, makeKey, receiptsOf, refusalIn } from '../setup/enterprise.js';
import { type Company, giveRole, makeCompany, makePerson, type Person } from '../setup/people.js';

const DAY_MS = 86_400_000;
let app: TestApp;
let replica: TestApp;
let company: Company;
let other: Company;
let member: Person;
let token: string;
beforeAll(async () => {
  app = await startApp();
  replica = await startApp({ databaseUrl: app.databaseUrl });
  company = await makeCompany(app);
  other = await makeCompany(app);
  member = await makePerson(app);
  await giveRole(app, company.organizationId, member, 'member');
  token = (await makeKey(app, company, { name: 'Reader', expiresInDays: 30 })).token;
});
afterAll(async () => {
  await replica.close();
  await app.close();
});

const contextOf = async (...given: Parameters<typeof askContext>): Promise<Context> => {
  const { data, errors } = await askContext(...given);
  if (!data?.enterpriseContext) throw new Error(JSON.stringify(errors));
  return data.enterpriseContext;
};
const PAID = ['get_enterprise_report', 'get_enterprise_actions', 'enterprise_session_brief'];
const today = () => app.clock.now().toISOString().slice(0, 10);

/** Another product of the company. */
async function secondProduct(): Promise<string> {
  const productId = `second-${company.productId}`;
  await askGraphql(
    app,
    'mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }',
    { input: { organizationId: company.organizationId, productId, name: 'Second', type: 'api' } },
    { cookie: company.owner.cookie },
  );
  return productId;
}

describe('the context of an agent key', () => {
  it('answers on the free plan too, and says what the plan lacks', async () => {
    const context = await contextOf(app, { token });
    expect(context).toMatchObject({
      organization: { id: company.organizationId, name: 'A Company' },
      product: { productId: company.productId, name: 'An API', type: 'api' },
      plan: { id: 'free', opens: ['get_enterprise_context'], lacks: PAID },
      key: { name: 'Reader' },
      sources: [],
      windows: { periodDays: { min: 7, max: 365 } },
      limits: { actions: { min: 1, max: 20 }, answerBytes: 24_576 },
    });
    expect(context.notices.join(' ')).toContain('operator of this service');
    expect(context.notices).toContain('No event of this product has arrived: its numbers are unknown, not zero.');
    await givePlan(app, company, 'paid');
    expect((await contextOf(app, { token })).plan).toEqual({
      id: 'paid',
      opens: ['get_enterprise_context', ...PAID],
      lacks: [],
    });
    await givePlan(app, company, 'free');
  });

  it('tells the sources of the product alone, with how many events came and when the last one did', async () => {
    const own = await makeCompany(app);
    const send = (of: Company, idempotencyKey: string) =>
      ask(`${app.url}/api/usage/track`, {
        token: of.trackingKey,
        body: {
          event_name: 'FIRST_API_CALL',
          developer_id: 'd1',
          product: { id: of.productId, name: 'An API', type: 'api' },
          idempotencyKey,
        },
      });
    for (const key of ['s1', 's2']) await send(own, key);
    await send(other, 's1');
    await query(
      app.databaseUrl,
      `update tracking_event set recorded_at = (recorded_at at time zone 'utc' - interval '1 minute') at time zone 'utc'`,
    );
    while ((await foldEvents(app.app.platform.em())).more);
    const { sources, notices } = await contextOf(app, { token: (await makeKey(app, own)).token });
    expect(sources).toEqual([{ source: 'api', label: 'first-party', events: 2, lastSeen: expect.any(String) }]);
    expect(Date.parse(sources[0]?.lastSeen ?? '')).toBeGreaterThan(Date.now() - DAY_MS);
    expect(notices.join(' ')).not.toContain('No event');
  });

  it('says that the key ends soon, ten days before it does', async () => {
    const { token: ending, key } = await makeKey(app, company, { expiresInDays: 30 });
    const noticesAt = (msBefore: number) =>
      app.clock.at(new Date(Date.parse(key.expiresAt) - msBefore), async () =>
        (await contextOf(app, { token: ending })).notices.some((one) => one.startsWith('This key ends')),
      );
    expect(await noticesAt(10 * DAY_MS + 1)).toBe(false);
    expect(await noticesAt(10 * DAY_MS)).toBe(true);
  });
});

describe('an agent key that asks for another product', () => {
  it('learns nothing: another’s, one of its own organization and one that does not exist are the same 404', async () => {
    const second = await secondProduct();
    const replies = [];
    for (const productId of [second, other.productId, 'no-such-product', company.organizationId.slice(4)])
      replies.push(await askContext(app, { token }, { productId }));
    replies.push(await askContext(app, { token }, { organizationId: other.organizationId }));
    replies.push(
      await askContext(app, { token }, { organizationId: other.organizationId, productId: company.productId }),
    );
    expect(replies.map(refusalIn)).toEqual(replies.map(() => '404 NOT_FOUND'));
    const message = replies.map(({ errors }) =>
      JSON.stringify({ ...errors[0], extensions: { ...errors[0]?.extensions, requestId: '' } }),
    );
    expect(new Set(message).size).toBe(1);
  });

  it('may call its own by an alias, as events do', async () => {
    await askGraphql(
      app,
      'mutation ($input: UpdateProductInput!) { updateProduct(input: $input) { id } }',
      { input: { organizationId: company.organizationId, productId: company.productId, aliases: ['old-name'] } },
      { cookie: company.owner.cookie },
    );
    expect((await contextOf(app, { token }, { productId: 'old-name' })).product.productId).toBe(company.productId);
    expect((await receiptsOf(app, company.organizationId)).at(-1)?.product_id).toBe(company.productId);
  });
});

describe('a signed-in member', () => {
  it('reads the products of their organization, by name; a stranger finds none', async () => {
    const context = await contextOf(app, { cookie: member.cookie }, { productId: company.productId });
    expect(context).toMatchObject({ key: null, product: { productId: company.productId } });
    const { cookie } = await makePerson(app);
    for (const caller of [{ cookie }, { cookie: other.owner.cookie }])
      for (const given of [
        { productId: company.productId },
        { organizationId: company.organizationId, productId: company.productId },
      ])
        expect(refusalIn(await askContext(app, caller, given))).toBe('404 NOT_FOUND');
    const unnamed = await askContext(app, { cookie: member.cookie }, { organizationId: company.organizationId });
    expect(unnamed.errors[0]?.extensions).toMatchObject({
      status: 400,
      errors: [{ pointer: '/productId', code: 'required' }],
    });
  });

  it('of two organizations with equal product ids says which one is meant', async () => {
    const [one, two] = [await makeCompany(app, 'equal'), await makeCompany(app, 'equal')];
    await giveRole(app, two.organizationId, one.owner, 'member');
    const { cookie } = one.owner;
    const reply = await askContext(app, { cookie }, { productId: 'equal' });
    expect(reply.errors[0]?.extensions.errors).toMatchObject([{ pointer: '/organizationId', code: 'required' }]);
    for (const { organizationId } of [one, two])
      expect((await contextOf(app, { cookie }, { productId: 'equal', organizationId })).organization.id).toBe(
        organizationId,
      );
  });

  it('loses the reads with the membership', async () => {
    const person = await makePerson(app);
    await giveRole(app, company.organizationId, person, 'member');
    await contextOf(app, { cookie: person.cookie }, { productId: company.productId });
    await query(app.databaseUrl, 'delete from member where user_id = $1', [person.id.slice(4)]);
    expect(refusalIn(await askContext(app, { cookie: person.cookie }, { productId: company.productId }))).toBe(
      '404 NOT_FOUND',
    );
  });
});

describe('the receipt of a read', () => {
  const newOf = async (act: () => Promise<unknown>) => {
    const before = (await receiptsOf(app, company.organizationId)).length;
    await act();
    return (await receiptsOf(app, company.organizationId)).slice(before);
  };

  it('is named in the answer, and says who read what, when and in which request', async () => {
    let context: Context | undefined;
    const [receipt, ...rest] = await newOf(async () => {
      context = await contextOf(app, { token, headers: { 'x-request-id': 'read-1' } });
    });
    expect(rest).toEqual([]);
    expect(`ear_${receipt?.id}`).toBe(context?.auditReceiptId);
    expect(receipt).toMatchObject({
      tool: 'get_enterprise_context',
      user_id: null,
      product_id: company.productId,
      period_from: null,
      period_to: null,
      outcome: 'answered',
      request_id: 'read-1',
    });
    expect(receipt?.credential_id).toBeTruthy();
    const [personal] = await newOf(() => askContext(app, { cookie: member.cookie }, { productId: company.productId }));
    expect(personal).toMatchObject({ credential_id: null, user_id: member.id.slice(4) });
  });

  it('is left by each refusal of a valid key, and by wrong input without what was wrong', async () => {
    const wrong = (text: string) => askGraphql(app, text, {}, { token });
    const outcomes = async (act: () => Promise<unknown>) =>
      (await newOf(act)).map(({ outcome, product_id }) => [outcome, product_id]);
    expect(await outcomes(() => askContext(app, { token }, { productId: 'nothing' }))).toEqual([
      ['NOT_FOUND', 'nothing'],
    ]);
    expect(await outcomes(() => askContext(app, { token }, { productId: 'not a form' }))).toEqual([
      ['VALIDATION_FAILED', null],
    ]);
    expect(
      await outcomes(() =>
        askGraphql(app, 'query ($p: String) { enterpriseContext(productId: $p) { asOf } }', { p: 5 }, { token }),
      ),
    ).toEqual([['VALIDATION_FAILED', null]]);
    const before = (await receiptsOf(app, company.organizationId)).length;
    await wrong('{ a: enterpriseContext { asOf } b: enterpriseContext(productId: "x") { asOf } }');
    // The refusal of one ends the answer; the other may still be at its receipt.
    await expect
      .poll(async () =>
        (await receiptsOf(app, company.organizationId))
          .slice(before)
          .map((one) => one.outcome)
          .toSorted(),
      )
      .toEqual(['NOT_FOUND', 'answered']);
  });

  it('is left by no one else: not by an ended key, another kind of credential, a stranger or a spent limit', async () => {
    const { token: ended, key } = await makeKey(app, company, { expiresInDays: 1 });
    const stranger = await makePerson(app);
    const left = await newOf(async () => {
      await app.clock.at(key.expiresAt, () => askContext(app, { token: ended }));
      await askContext(app, { token: company.trackingKey });
      await askContext(app, { token: app.credentials.workflowToken });
      await askContext(app, {});
      await askContext(
        app,
        { cookie: stranger.cookie },
        { organizationId: company.organizationId, productId: company.productId },
      );
    });
    expect(left).toEqual([]);
  });

  it('is left by no call beyond the limit', async () => {
    const tight = await startApp({ databaseUrl: app.databaseUrl, env: { RATE_LIMIT_SCALE: '0.01' } });
    const { token: busy } = await makeKey(app, company);
    const left = await newOf(async () => {
      for (let call = 0; call < 3; call += 1) expect(refusalIn(await askContext(tight, { token: busy }))).toBeNull();
      expect(refusalIn(await askContext(tight, { token: busy }))).toBe('429 RATE_LIMITED');
    });
    expect(left).toHaveLength(3);
    await tight.close();
  });

  it('can be neither changed nor removed by the role that serves', async () => {
    const em = app.app.platform.em();
    for (const statement of [
      `update enterprise_audit_receipt set outcome = 'x'`,
      'delete from enterprise_audit_receipt',
      'truncate enterprise_audit_receipt',
    ])
      await expect(em.execute(statement)).rejects.toThrow(/permission denied/);
  });

  it('is needed for the answer: where none can be written, nothing is read', async () => {
    const own = await makeCompany(app);
    const { token: reading } = await makeKey(app, own);
    await query(app.databaseUrl, 'revoke insert on enterprise_audit_receipt from dai_gateway');
    try {
      const { data, errors } = await askContext(app, { token: reading });
      expect(data).toBeNull();
      expect(errors[0]?.extensions.status).toBe(500);
    } finally {
      await query(app.databaseUrl, 'grant insert on enterprise_audit_receipt to dai_gateway');
    }
  });
});

describe('the list of receipts', () => {
  interface Listed {
    items: Record<string, unknown>[];
    nextCursor: string | null;
  }
  const list = (given: string, { cookie }: Pick<Person, 'cookie'>, { organizationId } = company) =>
    askGraphql<{ enterpriseAuditReceipts: Listed }>(
      app,
      `query ($o: ID!) { enterpriseAuditReceipts(organizationId: $o ${given}) {
        items { id tool keyId keyName userId userName productId window { from to days } outcome requestId at } nextCursor } }`,
      { o: organizationId },
      { cookie },
    );
  const items = async (given: string) => (await list(given, company.owner)).data?.enterpriseAuditReceipts.items ?? [];

  it('is for owners and admins, has names, pages and filters, and nothing of another organization', async () => {
    const own = await makeCompany(app);
    const { token: foreign } = await makeKey(app, own);
    await askContext(app, { token: foreign });
    const { token: named, key } = await makeKey(app, company, { name: 'Named' });
    await askContext(app, { token: named });
    await askContext(app, { token: named }, { productId: 'nothing' });
    await askContext(app, { cookie: company.owner.cookie }, { productId: company.productId });
    const all = await items('');
    expect(all).toHaveLength((await receiptsOf(app, company.organizationId)).length);
    expect(all.slice(0, 3)).toMatchObject([
      { keyId: null, keyName: null, userId: company.owner.id, userName: 'A Person', outcome: 'answered', window: null },
      { keyId: key.keyId, keyName: 'Named', userId: null, productId: 'nothing', outcome: 'NOT_FOUND' },
      { keyId: key.keyId, productId: company.productId, tool: 'get_enterprise_context', outcome: 'answered' },
    ]);
    expect(await items(`, keyId: "${key.keyId}"`)).toEqual(all.slice(1, 3));
    expect(await items(', outcome: "NOT_FOUND", productId: "nothing"')).toContainEqual(all[1]);
    expect(await items(', tool: "get_enterprise_report"')).toEqual([]);
    const walked: unknown[] = [];
    for (let cursor: string | null | undefined = null; cursor !== undefined; ) {
      const page: Listed | undefined = (
        await list(cursor ? `, limit: 2, cursor: "${cursor}"` : ', limit: 2', company.owner)
      ).data?.enterpriseAuditReceipts;
      walked.push(...(page?.items ?? []));
      cursor = page?.nextCursor ?? undefined;
    }
    expect(walked).toEqual(all);
    expect(refusalIn(await list('', member))).toBe('403 NOT_A_MEMBER');
    expect(refusalIn(await list('', other.owner))).toBe('404 NOT_FOUND');
    for (const wrong of [', tool: "other"', ', outcome: "or 1=1"', ', keyId: "x"', ', limit: 101', ', cursor: "x"'])
      expect(refusalIn(await list(wrong, company.owner))).toBe('400 VALIDATION_FAILED');
  });
});

describe('dai plan set', () => {
  const planOf = async ({ organizationId, owner }: Company, at = app) =>
    (
      await askGraphql<{ organization: { plan: Record<string, unknown> } }>(
        at,
        'query ($o: ID!) { organization(organizationId: $o) { plan { id since until grantedBy } } }',
        { o: organizationId },
        { cookie: owner.cookie },
      )
    ).data?.organization.plan;
  const set = (...words: string[]) => endCommand(app, 'plan', 'set', ...words);

  it('changes the plan for the next call on every gateway, and is audited with its reason', async () => {
    const own = await makeCompany(app);
    const { token: reading } = await makeKey(app, own);
    expect(await planOf(own)).toMatchObject({ id: 'free', until: null, grantedBy: null });
    const printed = JSON.parse(
      await runCommand(app, 'plan', 'set', own.organizationId, 'paid', '--reason', ' contract 17 ', '--json'),
    ) as unknown;
    expect(printed).toEqual({ plan: 'paid', until: null, changed: true });
    for (const at of [app, replica]) {
      expect(await planOf(own, at)).toMatchObject({ id: 'paid', until: null, grantedBy: 'operator' });
      expect((await contextOf(at, { token: reading })).plan.id).toBe('paid');
    }
    expect(await runCommand(app, 'plan', 'set', own.organizationId, 'paid', '--reason', 'again')).toContain(
      'It had it before',
    );
    await runCommand(app, 'plan', 'set', own.organizationId, 'free', '--reason', 'ended');
    for (const at of [replica, app]) expect((await contextOf(at, { token: reading })).plan.id).toBe('free');
    const entries = await query<{ actor: string; reason: string; changes: unknown }>(
      app.databaseUrl,
      `select e.actor, v.reason, v.changes from audit_entry e join audit_value v on v.organization_id = e.organization_id and v.entry_id = e.id
       where e.chain = $1 and e.action = 'plan.set' order by e.sequence`,
      [own.organizationId],
    );
    expect(entries).toMatchObject([
      { actor: 'operator', reason: 'contract 17', changes: { plan: ['free', 'paid'] } },
      { actor: 'operator', reason: 'ended', changes: { plan: ['paid', 'free'] } },
    ]);
  });

  it('counts the last day in full, and is free again with the next one', async () => {
    const own = await makeCompany(app);
    const until = today();
    await runCommand(app, 'plan', 'set', own.organizationId, 'paid', '--until', until, '--reason', 'trial');
    const midnight = new Date(Date.parse(until) + DAY_MS);
    expect(await planOf(own)).toMatchObject({ id: 'paid', until });
    await app.clock.at(new Date(midnight.getTime() - 1), async () =>
      expect(await planOf(own)).toMatchObject({ id: 'paid' }),
    );
    await app.clock.at(midnight, async () =>
      expect(await planOf(own)).toEqual({ id: 'free', since: midnight.toISOString(), until: null, grantedBy: null }),
    );
  });

  it.each([
    [['org_x', 'paid', '--reason', 'r'], 1, 'org_'],
    [['org_00000000-0000-4000-8000-000000000000', 'paid', '--reason', 'r'], 1, 'no such organization'],
    [['OWN', 'gold', '--reason', 'r'], 2, 'free, paid'],
    [['OWN', 'paid'], 2, '--reason'],
    [['OWN', 'paid', '--reason', ' '], 1, '--reason'],
    [['OWN', 'paid', '--until', '2026-02-30', '--reason', 'r'], 1, 'YYYY-MM-DD'],
    [['OWN', 'paid', '--until', '2020-01-31', '--reason', 'r'], 1, 'has passed'],
    [['OWN', 'free', '--until', '2027-01-01', '--reason', 'r'], 1, 'no end'],
    [['OWN', '--reason', 'r'], 2, 'plan'],
  ])('refuses %j', async (words, code, message) => {
    const ended = await set(...words.map((word) => (word === 'OWN' ? company.organizationId : word)));
    expect(ended).toMatchObject({ code });
    expect(ended.errors).toContain(message);
  });
});

describe('the demo', () => {
  it('has an agent key of a paid product and one of a free one', async () => {
    const { enterpriseKey, freePlanEnterpriseKey, freePlanProductId, productId, users } = app.credentials;
    expect(await contextOf(app, { token: enterpriseKey })).toMatchObject({
      plan: { id: 'paid' },
      product: { productId },
    });
    expect(await contextOf(app, { token: freePlanEnterpriseKey })).toMatchObject({
      plan: { id: 'free' },
      product: { productId: freePlanProductId },
    });
    expect(users.freePlanOwner.email).toBe('free-plan-owner@demo.example');
  });
});
