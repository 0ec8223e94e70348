import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn } from '../setup/ask.js';
import { offerRecord, putOffers } from '../setup/offers.js';
import { makePerson, type Person } from '../setup/people.js';
import { addTools, askBrief, changeTools, makeFacts, makePlan, type Plan, savePlan, TRIAL } from '../setup/plans.js';
import { countRows } from '../setup/rows.js';
import { createToken } from '../setup/tokens.js';

interface Packet {
  packetId: string;
  planId: string;
  digest: string;
  goal: string;
  tools: { slug: string; name: string; capability: string; install: { kind: string | null; command: string | null } }[];
  perks: unknown[];
  environment: { name: string; tool: string | null }[];
  tracking: { endpoint: string; dryRunEndpoint: string; firstEvent: Record<string, unknown>; rules: string[] };
  steps: { order: number }[];
  checks: { title: string; command: string | null; expect: string }[];
  needsAuthorization: { action: string; detail: string; tools: string[] }[];
  notices: string[];
  expiresAt: string;
  code: string;
  detail: string;
  saveUrl?: string;
  errors?: { pointer: string; code: string }[];
}

const HOUR_MS = 3_600_000;
let app: TestApp;
let builder: { cookie: string };
let stranger: Person;
let plan: Plan;
beforeAll(async () => {
  app = await startApp();
  await addTools(
    app,
    makeFacts('pack-pay', {
      environment: ['PACK_PAY_KEY', 'PACK_PAY_URL'],
      pricing: { model: 'usage', freeTier: null, url: null },
    }),
    makeFacts('pack-mail', {
      capabilities: ['email-sending'],
      pricing: { model: 'open_source', freeTier: null, url: null },
      install: { kind: 'npm', command: 'npm install $(touch /tmp/x)' },
    }),
  );
  builder = { cookie: await signIn(app, app.credentials.users.builder) };
  stranger = await makePerson(app);
  const saved = await savePlan(
    app,
    { intent: 'payments and transactional email', constraints: { category: [TRIAL] } },
    builder,
  );
  plan = saved.data?.savePlan ?? ({} as Plan);
});
afterAll(() => app.close());

const packet = (planId: string, options: Parameters<typeof ask>[1] = { token: app.credentials.workflowToken }) =>
  ask<Packet>(`${app.url}/api/workflow/build-packet?${new URLSearchParams({ planId })}`, options);

describe('GET /api/workflow/build-packet · 200', () => {
  it('answers what an agent needs to carry the plan out, privately', async () => {
    const { status, headers, body } = await packet(plan.id);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('workflow-token-expiration')).not.toBeNull();
    expect(body).toMatchObject({ planId: plan.id, goal: 'payments and transactional email' });
    expect(body.tools).toEqual([
      {
        slug: 'pack-pay',
        name: 'pack-pay',
        capability: 'payments',
        install: { kind: 'npm', command: 'npm install pack-pay' },
        docs: { url: 'https://pack-pay.example/docs', llmsTxt: null, openapi: null },
        interfaces: ['sdk'],
        licence: null,
      },
      expect.objectContaining({ slug: 'pack-mail', capability: 'email-sending' }),
    ]);
    expect(body.environment).toEqual([
      { name: 'PACK_PAY_KEY', tool: 'pack-pay' },
      { name: 'PACK_PAY_URL', tool: 'pack-pay' },
      { name: 'SERVICE_ADOPTION_KEY', tool: null },
    ]);
    expect(body.steps).toEqual(plan.brief.steps);
  });

  it('has a digest that anyone can recompute, an id out of it, and stays the same within the hour', async () => {
    const { body, text } = await packet(plan.id);
    const { packetId, digest, expiresAt, ...content } = body;
    expect(digest).toBe(
      `sha256:${createHash('sha256')
        .update(canonicalize(content) ?? '')
        .digest('hex')}`,
    );
    expect(packetId).toBe(`pkt.${digest.slice(7, 39)}`);
    const hour = Math.floor(app.clock.now().getTime() / HOUR_MS) * HOUR_MS;
    expect(expiresAt).toBe(new Date(hour + 24 * HOUR_MS).toISOString());
    expect((await packet(plan.id)).text).toBe(text);
  });

  it('shows a first event that the dry-run accepts for a registered product', async () => {
    const { tracking } = (await packet(plan.id)).body;
    expect([tracking.endpoint, tracking.dryRunEndpoint]).toEqual([
      `${app.url}/api/usage/track`,
      `${app.url}/api/usage/track/dry-run`,
    ]);
    const product = { id: app.credentials.productId, name: 'Demo API', type: 'api' };
    const reply = await ask<{ accepted: boolean }>(tracking.dryRunEndpoint, {
      token: app.credentials.trackingKey,
      body: { ...tracking.firstEvent, product },
    });
    expect([reply.status, reply.body.accepted]).toEqual([202, true]);
  });

  it('holds no secret, and no command that a catalog entry could have slipped in', async () => {
    const { text, body } = await packet(plan.id);
    expect(text).not.toMatch(/\b(dai|dtk|dae)_[A-Za-z0-9]/);
    const commands = body.checks.map(({ command }) => command ?? '');
    expect(commands).toContain('npm ls pack-pay');
    expect(commands.join('\n')).not.toContain('touch');
    for (const command of commands) expect(command).not.toMatch(/echo "?\$SERVICE|printenv SERVICE/);
  });

  it('names every action of rule 6 with the tools that it concerns', async () => {
    const { needsAuthorization } = (await packet(plan.id)).body;
    expect(Object.fromEntries(needsAuthorization.map(({ action, tools }) => [action, tools]))).toEqual({
      provider_account_creation: ['pack-pay'],
      paid_usage: ['pack-pay'],
      legal_acceptance: ['pack-pay'],
      external_messages: ['pack-mail'],
      public_publication: [],
    });
  });

  it('is the packet of what was saved, whatever the catalog says later', async () => {
    const before = await packet(plan.id);
    await changeTools(app, ['pack-pay'], "update tool set name = 'Renamed' where slug = 'pack-pay'");
    expect((await packet(plan.id)).text).toBe(before.text);
  });

  it('carries the offers of the plan with their rules, and leaves out what has ended since', async () => {
    await addTools(app, makeFacts('perk-pay', { categories: ['perks-trial'] }));
    const [id] = await putOffers(
      app,
      offerRecord({
        title: 'Credits',
        tools: ['perk-pay'],
        eligibility: { rules: [], other: ['New customers only.'] },
        endsAt: '2999-12-31',
      }),
    );
    const input = { intent: 'payments', constraints: { category: ['perks-trial'] } };
    const saved = (await savePlan(app, input, builder)).data?.savePlan;
    const first = (await packet(saved?.id ?? '')).body;
    expect(first.perks).toEqual([
      {
        id,
        title: 'Credits',
        claim: 'provider_link',
        rules: ['New customers only.', 'Ends 2999-12-31.', expect.stringContaining('opening the link is no claim')],
      },
    ]);
    await changeTools(app, ['perk-pay'], "update offer set ends_at = '2026-01-01' where title = 'Credits'");
    const second = (await packet(saved?.id ?? '')).body;
    expect(second.perks).toEqual([]);
    expect(second.notices).toContain('The offer "Credits" was in the plan and is not live any more.');
    expect(second.digest).not.toBe(first.digest);
  });

  it('stores nothing', async () => {
    const before = await countRows(app);
    await packet(plan.id);
    await packet(plan.id);
    expect(await countRows(app)).toEqual(before);
  });

  it('answers by the receipt that the plan was saved from, also after the receipt has expired', async () => {
    const saved = await makePlan(app, 'payments and sms', builder);
    expect((await packet(saved.receiptId ?? '')).body.planId).toBe(saved.id);
    app.clock.move(31 * 24 * HOUR_MS);
    expect((await packet(saved.receiptId ?? '')).body.planId).toBe(saved.id);
    app.clock.move(-31 * 24 * HOUR_MS);
  });

  it('answers by a receipt of any length in the body of a POST, as GET does by an id', async () => {
    const saved = await makePlan(
      app,
      `支払いとメール payments and sms ${'漢字仮名交じり文'.repeat(480)}`.slice(0, 4_000),
      builder,
    );
    const receiptId = saved.receiptId ?? '';
    const post = (body: unknown, token = app.credentials.workflowToken) =>
      ask<Packet>(`${app.url}/api/workflow/build-packet`, { body, token });
    const [byReceipt, byId] = [await post({ planId: receiptId }), await packet(saved.id)];
    expect([byReceipt.status, byReceipt.body]).toEqual([200, byId.body]);
    expect(byReceipt.headers.get('cache-control')).toBe('private, no-store');
    expect((await post({ planId: receiptId }, app.credentials.otherTenant.workflowToken)).status).toBe(409);
    expect((await post({ planId: receiptId }, app.credentials.projectToken)).body.code).toBe('PROJECT_SCOPED_TOKEN');
    expect((await post({ planId: receiptId }, app.credentials.revokedWorkflowToken)).status).toBe(401);
    expect((await post({ plan: receiptId })).body.errors).toMatchObject([{ pointer: '/plan', code: 'unknown_field' }]);
    expect((await post({})).body.errors).toMatchObject([{ pointer: '/planId', code: 'required' }]);
  });

  it('answers a signed-in person through GraphQL, and by this path a token alone', async () => {
    const document = 'query ($planId: ID!) { buildPacket(planId: $planId) { packetId } }';
    const byPerson = await askGraphql<{ buildPacket: { packetId: string } }>(
      app,
      document,
      { planId: plan.id },
      builder,
    );
    expect(byPerson.data?.buildPacket.packetId).toBe((await packet(plan.id)).body.packetId);
    const byPath = await packet(plan.id, { cookie: builder.cookie });
    expect([byPath.status, byPath.body.code]).toEqual([403, 'WRONG_CREDENTIAL']);
  });
});

describe('GET /api/workflow/build-packet · 409', () => {
  it('says where a brief that was read is saved, until this person has saved it', async () => {
    const { data } = await askBrief(app, 'payments and search for my packet');
    const receiptId = data?.buildBrief.receiptId ?? '';
    const refused = await packet(receiptId);
    expect([refused.status, refused.body.code]).toEqual([409, 'PLAN_NOT_SAVED']);
    expect(refused.body.saveUrl).toBe(data?.buildBrief.saveUrl);
    await savePlan(app, { receiptId }, stranger);
    expect((await packet(receiptId)).status).toBe(409);
    await savePlan(app, { receiptId }, builder);
    expect((await packet(receiptId)).status).toBe(200);
  });
});

describe('GET /api/workflow/build-packet · 404', () => {
  it('discloses neither another person’s plan nor a forged or expired receipt', async () => {
    const theirs = await makePlan(app, 'payments and storage', stranger);
    const { data } = await askBrief(app, 'payments and storage for no one');
    const [, packed = '', signature = ''] = (data?.buildBrief.receiptId ?? '').split('.');
    const ofSearch = await askGraphql<{ buildSearch: { receipt: { id: string } } }>(
      app,
      '{ buildSearch(intent: "payments") { receipt { id } } }',
    );
    const ids = [
      theirs.id,
      'pln_00000000-0000-7000-8000-000000000000',
      'pln_nonsense',
      'nonsense',
      "' or 1=1 --",
      '💳',
      `rcp.${packed.slice(0, -2)}AA.${signature}`,
      'rcp.x.y',
      ofSearch.data?.buildSearch.receipt.id ?? '',
    ];
    for (const id of ids) {
      const reply = await packet(id);
      expect([id, reply.status, reply.body.code]).toEqual([id, 404, 'NOT_FOUND']);
    }
    app.clock.move(31 * 24 * HOUR_MS);
    expect((await packet(data?.buildBrief.receiptId ?? '')).status).toBe(404);
    app.clock.move(-31 * 24 * HOUR_MS);
  });
});

describe('GET /api/workflow/build-packet · 400, 401, 403', () => {
  it.each(['', '?planId=', '?planId=a&planId=b', '?planId=pln_x&surprise=1', `?planId=${'%20'.repeat(100)}`])(
    'refuses %s with a pointer',
    async (parameters) => {
      const reply = await ask<Packet>(`${app.url}/api/workflow/build-packet${parameters}`, {
        token: app.credentials.workflowToken,
      });
      expect([reply.status, reply.body.code]).toEqual([400, 'VALIDATION_FAILED']);
      expect(reply.body.errors?.[0]?.pointer).toMatch(/^\/(planId|surprise)$/);
    },
  );

  it('wants an unscoped workflow token with tools:read', async () => {
    const { workflowToken, expiredWorkflowToken, revokedWorkflowToken, trackingKey, enterpriseKey } = app.credentials;
    const lesser = await createToken(app, workflowToken, { scopes: ['project:read', 'project:publish'] });
    const scoped = await createToken(app, workflowToken, { projectId: '0197c0de-0000-7000-8000-000000000000' });
    const expected: [string | undefined, number, string][] = [
      [undefined, 401, 'UNAUTHENTICATED'],
      [expiredWorkflowToken, 401, 'UNAUTHENTICATED'],
      [revokedWorkflowToken, 401, 'UNAUTHENTICATED'],
      [trackingKey, 403, 'WRONG_CREDENTIAL'],
      [enterpriseKey, 403, 'WRONG_CREDENTIAL'],
      [lesser, 403, 'INSUFFICIENT_SCOPE'],
      [scoped, 403, 'PROJECT_SCOPED_TOKEN'],
    ];
    for (const [token, status, code] of expected) {
      const reply = await packet(plan.id, token === undefined ? {} : { token });
      expect([reply.status, reply.body.code]).toEqual([status, code]);
    }
  });
});
