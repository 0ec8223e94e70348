import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql, type GraphqlReply } from '../setup/ask.js';
import { runCommand } from '../setup/command.js';
import { query } from '../setup/database.js';
import { askContext, givePlan, makeKey, receiptsOf, refusalIn, revokeKey } from '../setup/enterprise.js';
import { type Company, giveRole, makeCompany, makePerson } from '../setup/people.js';

const DAY_MS = 86_400_000;
let app: TestApp;
/** The same database behind a second process, as another replica has it. */
let replica: TestApp;
beforeAll(async () => {
  app = await startApp();
  replica = await startApp({ databaseUrl: app.databaseUrl });
});
afterAll(async () => {
  await replica.close();
  await app.close();
});

type Caller = { token?: string; cookie?: string };
type Ask = (at: TestApp, caller: Caller, productId: string) => Promise<GraphqlReply<Record<string, unknown>>>;
const asking =
  (text: string): Ask =>
  (at, caller, productId) =>
    askGraphql(at, `query ($productId: String!) { ${text} }`, { productId }, caller);

/** Every read that the paid plan opens, by the tool that its receipts name. */
const PAID: readonly (readonly [tool: string, ask: Ask])[] = [
  ['get_enterprise_report', asking('enterpriseReport(productId: $productId, periodDays: 30) { auditReceiptId }')],
  ['get_enterprise_actions', asking('enterpriseActions(productId: $productId, limit: 5) { auditReceiptId }')],
  [
    'enterprise_session_brief',
    asking('enterpriseSessionBrief(productId: $productId, sample: true) { auditReceiptId }'),
  ],
  ['enterprise_session_brief', asking('enterpriseSessionBrief(productId: $productId, live: true) { auditReceiptId }')],
];

async function paidCompany(): Promise<Company & { token: string; keyId: string }> {
  const company = await makeCompany(app);
  await givePlan(app, company, 'paid');
  const { token, key } = await makeKey(app, company, { expiresInDays: 90 });
  return { ...company, token, keyId: key.keyId };
}

describe.each(PAID)('%s', (tool, ask) => {
  it('answers on the paid plan, and with the next call after a downgrade no more, on every gateway', async () => {
    const company = await paidCompany();
    const callers: Caller[] = [{ token: company.token }, { cookie: company.owner.cookie }];
    for (const caller of callers)
      for (const at of [app, replica]) expect(refusalIn(await ask(at, caller, company.productId))).toBeNull();
    await runCommand(app, 'plan', 'set', company.organizationId, 'free', '--reason', 'ended');
    for (const caller of callers)
      for (const at of [replica, app]) {
        const reply = await ask(at, caller, company.productId);
        expect(refusalIn(reply)).toBe('403 PLAN_REQUIRED');
        expect(reply.data).toBeNull();
        expect(reply.errors[0]?.message).toContain('operator of this service');
        expect(reply.errors[0]?.message).toContain(
          'get_enterprise_report, get_enterprise_actions, enterprise_session_brief',
        );
        expect(reply.errors[0]?.message).not.toMatch(/\d/);
      }
    expect(refusalIn(await askContext(app, { token: company.token }))).toBeNull();
  });

  it('answers to the end of the plan’s last day', async () => {
    const company = await paidCompany();
    const until = app.clock.now().toISOString().slice(0, 10);
    await givePlan(app, company, 'paid', until);
    const answerAt = (ms: number) =>
      app.clock.at(new Date(Date.parse(until) + DAY_MS + ms), () =>
        ask(app, { token: company.token }, company.productId),
      );
    expect(refusalIn(await answerAt(-1))).toBeNull();
    expect(refusalIn(await answerAt(0))).toBe('403 PLAN_REQUIRED');
  });

  it('ends with the key: revoked, its product gone, its creator demoted', async () => {
    const revoked = await paidCompany();
    await revokeKey(app, revoked.keyId, revoked.owner);
    const removed = await paidCompany();
    for (const table of ['product_name', 'product'])
      await query(app.databaseUrl, `delete from ${table} where organization_id = $1`, [
        removed.organizationId.slice(4),
      ]);
    const demoted = await paidCompany();
    await query(app.databaseUrl, `update member set role = 'member' where organization_id = $1`, [
      demoted.organizationId.slice(4),
    ]);
    for (const { token, productId } of [revoked, removed, demoted])
      for (const at of [app, replica]) expect(refusalIn(await ask(at, { token }, productId))).toBe('401 revoked');
  });

  it('knows no product but the key’s own, whatever the plans are', async () => {
    const [company, other] = [await paidCompany(), await paidCompany()];
    const second = `second-${company.productId}`;
    await askGraphql(
      app,
      'mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }',
      { input: { organizationId: company.organizationId, productId: second, name: 'Second', type: 'api' } },
      { cookie: company.owner.cookie },
    );
    for (const productId of [other.productId, second, 'nothing'])
      expect(refusalIn(await ask(app, { token: company.token }, productId))).toBe('404 NOT_FOUND');
    expect(refusalIn(await ask(app, { cookie: other.owner.cookie }, company.productId))).toBe('404 NOT_FOUND');
    expect(refusalIn(await ask(app, { cookie: company.owner.cookie }, second))).toBeNull();
    for (const caller of [
      { token: company.trackingKey },
      { token: app.credentials.workflowToken },
      { token: app.credentials.projectToken },
    ])
      expect(refusalIn(await ask(app, caller, company.productId))).toBe('403 WRONG_CREDENTIAL');
    expect(refusalIn(await ask(app, {}, company.productId))).toBe('401 missing');
  });

  it('leaves a receipt of each answer and each refusal, with the tool’s name', async () => {
    const company = await paidCompany();
    const member = await makePerson(app);
    await giveRole(app, company.organizationId, member, 'member');
    await ask(app, { token: company.token }, company.productId);
    await ask(app, { token: company.token }, 'nothing');
    await ask(app, { cookie: member.cookie }, company.productId);
    await givePlan(app, company, 'free');
    await ask(app, { token: company.token }, company.productId);
    const receipts = await receiptsOf(app, company.organizationId);
    expect(receipts.map((one) => [one.tool, one.outcome, one.user_id && `usr_${one.user_id}`])).toEqual([
      [tool, 'answered', null],
      [tool, 'NOT_FOUND', null],
      [tool, 'answered', member.id],
      [tool, 'PLAN_REQUIRED', null],
    ]);
  });
});

describe('a report that is read before the context', () => {
  it('says so, until this key was answered the context within a day; a member is not told', async () => {
    const company = await paidCompany();
    const noticed = async (caller: Caller) => {
      const { data } = await askGraphql<{ enterpriseReport: { notices: string[] } }>(
        app,
        'query ($p: String!) { enterpriseReport(productId: $p, periodDays: 7) { notices } }',
        { p: company.productId },
        caller,
      );
      return data?.enterpriseReport.notices.some((one) => one.startsWith('Read get_enterprise_context first'));
    };
    const { token: second } = await makeKey(app, company, { expiresInDays: 90 });
    expect(await noticed({ token: company.token })).toBe(true);
    await askContext(app, { token: second });
    expect(await noticed({ token: company.token })).toBe(true);
    await askContext(app, { token: company.token });
    expect(await noticed({ token: company.token })).toBe(false);
    expect(await noticed({ cookie: company.owner.cookie })).toBe(false);
    await app.clock.at(new Date(app.clock.now().getTime() + DAY_MS + 1000), async () =>
      expect(await noticed({ token: company.token })).toBe(true),
    );
  });
});
