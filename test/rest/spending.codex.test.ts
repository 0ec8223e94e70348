import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { query } from '../setup/database.js';
import { expectRefusal } from '../setup/refusal.js';
import { countRows } from '../setup/rows.js';
import { type Account, allowance, askSpending, makeAccount, type Snapshot } from '../setup/spending.js';

let app: TestApp;
/** The same database behind a second process. */
let replica: TestApp;
let account: Account;
beforeAll(async () => {
  app = await startApp({ env: { CODEX_CREDIT_PRICE: '0.04@2026-10-01@https://prices.example/codex' } });
  replica = await startApp({ databaseUrl: app.databaseUrl });
  account = await makeAccount(app);
});
afterAll(async () => {
  await replica.close();
  await app.close();
});

const save = (token: string, given: Record<string, unknown> = {}, at = app) =>
  askSpending(at, token, { body: allowance(app, given) });
const saved = async (token: string): Promise<Snapshot | null> => (await askSpending(app, token)).body.codexSnapshot;
const remove = (token: string) => askSpending(app, token, { method: 'DELETE', body: { type: 'codex_snapshot' } });
const minutesAgo = (minutes: number): string => new Date(app.clock.now().getTime() - minutes * 60_000).toISOString();

describe('POST /api/me/usage/spending · codex_snapshot', () => {
  it('saves what the agent read, and labels windows by their duration whichever slot they stand in', async () => {
    const { token } = await makeAccount(app);
    const checkedAt = minutesAgo(1);
    const reply = await save(token, {
      checkedAt,
      planType: 'prolite',
      creditsBalance: 12.5,
      primary: { usedPercent: 8, windowDurationMins: 10_080, resetsAt: 1_731_500_000 },
      secondary: { usedPercent: 25.5, windowDurationMins: 300, resetsAt: 1_730_947_200 },
    });
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    const codexSnapshot = {
      checkedAt,
      planType: 'prolite',
      creditsBalance: 12.5,
      primary: { usedPercent: 8, windowDurationMins: 10_080, resetsAt: 1_731_500_000, label: '7 days' },
      secondary: { usedPercent: 25.5, windowDurationMins: 300, resetsAt: 1_730_947_200, label: '5 hours' },
      source: 'agent_reported',
    };
    expect(reply.body).toEqual({ codexSnapshot, updated: true });
    expect(await saved(token)).toEqual(codexSnapshot);
  });

  it('keeps what is missing as null, also a window of three nulls', async () => {
    const { token } = await makeAccount(app);
    const nothing = { planType: null, creditsBalance: null, primary: null, secondary: null };
    expect((await save(token)).body.codexSnapshot).toMatchObject(nothing);
    expect((await save(token, nothing)).body.codexSnapshot).toMatchObject(nothing);
    const window = { usedPercent: null, windowDurationMins: null, resetsAt: null };
    const { body } = await save(token, { primary: window, secondary: {} });
    expect(body.codexSnapshot).toMatchObject({
      primary: { ...window, label: null },
      secondary: { ...window, label: null },
    });
  });

  it('takes plans that no one has heard of yet', async () => {
    for (const planType of ['self_serve_business_usage_based', 'ünbekannt plus', 'x'.repeat(64)])
      expect((await save(account.token, { planType })).body.codexSnapshot?.planType).toBe(planType);
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    ['no time', { checkedAt: undefined }, '/checkedAt', 'required'],
    ['a time without an offset', { checkedAt: '2026-10-06T12:00:00' }, '/checkedAt', 'time'],
    ['a time as a number', { checkedAt: 1_791_288_000 }, '/checkedAt', 'wrong_type'],
    ['a balance as text', { creditsBalance: '12.5' }, '/creditsBalance', 'wrong_type'],
    ['a window as a list', { primary: [] }, '/primary', 'wrong_type'],
    ['more than all of it', { primary: { usedPercent: 100.1 } }, '/primary/usedPercent', 'max'],
    ['less than nothing', { secondary: { usedPercent: -1 } }, '/secondary/usedPercent', 'min'],
    ['a percentage as text', { primary: { usedPercent: '25' } }, '/primary/usedPercent', 'wrong_type'],
    ['a window of no minute', { primary: { windowDurationMins: 0 } }, '/primary/windowDurationMins', 'min'],
    ['half a minute', { primary: { windowDurationMins: 0.5 } }, '/primary/windowDurationMins', 'wrong_type'],
    ['milliseconds', { primary: { resetsAt: 1_730_947_200_000 } }, '/primary/resetsAt', 'looks_like_milliseconds'],
    [
      'milliseconds just above',
      { secondary: { resetsAt: 1e11 + 1 } },
      '/secondary/resetsAt',
      'looks_like_milliseconds',
    ],
    ['a time as text', { primary: { resetsAt: '2026-10-06T12:00:00Z' } }, '/primary/resetsAt', 'wrong_type'],
    ['a long plan', { planType: 'x'.repeat(65) }, '/planType', 'text'],
    ['an empty plan', { planType: '' }, '/planType', 'text'],
    ['a plan with NUL', { planType: 'pro\u0000' }, '/planType', 'text'],
    ['the names of session logs', { primary: { used_percent: 25 } }, '/primary/used_percent', 'unknown_field'],
    ['the whole of credits', { credits: { balance: '12.5' } }, '/credits', 'unknown_field'],
    ['a member of the other type', { provider: 'coding_agent' }, '/provider', 'unknown_field'],
  ])('is 400 with %s, and what is saved stays', async (what, given, pointer, code) => {
    await save(account.token, { planType: 'kept' });
    const before = await countRows(app);
    const reply = await save(account.token, given);
    expectRefusal(reply, what);
    expect(reply.body.errors?.map((one) => `${one.pointer} ${one.code}`)).toEqual([`${pointer} ${code}`]);
    if (pointer === '/creditsBalance') expect(reply.body.errors?.[0]?.hint).toContain('Number(balance)');
    expect(await countRows(app)).toEqual(before);
    expect((await saved(account.token))?.planType).toBe('kept');
  });

  it('takes 1e11 as seconds', async () => {
    expect((await save(account.token, { primary: { resetsAt: 1e11 } })).status).toBe(200);
  });

  it('refuses a credential where a plan is', async () => {
    const before = await countRows(app);
    const { status, body, text } = await save(account.token, { planType: `sk-ant-api03-${'a1B2'.repeat(12)}` });
    expect([status, body.code, body.errors?.[0]?.pointer]).toEqual([400, 'PRIVATE_CONTENT', '/planType']);
    expect(text).not.toContain('a1B2');
    expect(await countRows(app)).toEqual(before);
  });

  it('refuses a time more than 5 minutes ahead, which would freeze later ones', async () => {
    const { token } = await makeAccount(app);
    expect((await save(token, { checkedAt: minutesAgo(-4.9) })).status).toBe(200);
    const { status, body } = await save(token, { checkedAt: minutesAgo(-5.1) });
    expect([status, body.errors?.[0]?.pointer, body.errors?.[0]?.code]).toEqual([400, '/checkedAt', 'too_far_ahead']);
  });

  it('lets a newer one win and says so: an older one leaves the saved one as it is', async () => {
    const { token } = await makeAccount(app);
    const [older, newer] = [minutesAgo(10), minutesAgo(5)];
    await save(token, { checkedAt: newer, planType: 'newer' });
    const late = await save(token, { checkedAt: older, planType: 'older' });
    expect([late.status, late.body.updated, late.body.codexSnapshot?.planType]).toEqual([200, false, 'newer']);
    const again = await save(token, { checkedAt: newer, planType: 'again' });
    expect([again.body.updated, again.body.codexSnapshot?.planType]).toEqual([true, 'again']);
    expect(await saved(token)).toMatchObject({ checkedAt: newer, planType: 'again' });
  });

  it('lets the newest of many win that race at two gateways', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { token } = await makeAccount(app);
      const ages = [7, 1, 5, 3, 8, 2, 6, 4];
      const replies = await Promise.all(
        ages.map((age, index) =>
          save(token, { checkedAt: minutesAgo(age), planType: `${age}` }, index % 2 ? app : replica),
        ),
      );
      expect(replies.map(({ status }) => status)).toEqual(ages.map(() => 200));
      expect((await saved(token))?.planType).toBe('1');
    }
  });

  it('stores the reported numbers alone', async () => {
    const { token, person } = await makeAccount(app);
    await save(token, { primary: { usedPercent: 1 } });
    const rows = await query<{ snapshot: object }>(
      app.databaseUrl,
      'select snapshot from provider_snapshot where user_id = $1',
      [person.id.slice(4)],
    );
    expect(rows.map(({ snapshot }) => Object.keys(snapshot).sort())).toEqual([
      ['creditsBalance', 'planType', 'primary', 'secondary'],
    ]);
  });
});

describe('DELETE /api/me/usage/spending · codex_snapshot', () => {
  it('removes the saved one, once, and no one else’s', async () => {
    const [mine, theirs] = [await makeAccount(app), await makeAccount(app)];
    await save(mine.token);
    await save(theirs.token);
    for (const removed of [true, false]) expect((await remove(mine.token)).body).toEqual({ removed });
    expect(await saved(mine.token)).toBeNull();
    expect(await saved(theirs.token)).not.toBeNull();
  });
});

describe('reference values', () => {
  const price = { pricePerCredit: '0.04', priceAsOf: '2026-10-01', source: 'https://prices.example/codex' };

  it('come from a configured price and the saved balance, and enter no sum', async () => {
    const { token } = await makeAccount(app);
    await save(token, { creditsBalance: 12.5 });
    const { body } = await askSpending(app, token);
    expect(body.codexCreditReferenceValue).toEqual({ cents: 50, ...price, label: 'reference_estimate_noncash' });
    expect(body.usdEstimate).toMatchObject({ totalCents: null, knownSubtotalCents: null, entries: [] });
  });

  it('are null without a price, and without a balance', async () => {
    const { token } = await makeAccount(app);
    await save(token, { creditsBalance: 12.5 });
    expect((await askSpending(replica, token)).body.codexCreditReferenceValue).toBeNull();
    await save(token, { creditsBalance: null });
    expect((await askSpending(app, token)).body.codexCreditReferenceValue).toBeNull();
  });

  it('of a search provider’s credits come from its saved snapshot', async () => {
    const priced = await startApp({
      databaseUrl: app.databaseUrl,
      env: { SEARCH_CREDIT_PRICE: '0.008@2026-10-01@https://prices.example/search' },
    });
    const { token, person } = await makeAccount(app);
    await query(
      app.databaseUrl,
      `insert into provider_snapshot (user_id, provider, snapshot, checked_at, updated_at) values ($1, 'search_api', $2, now(), now())`,
      [person.id.slice(4), JSON.stringify({ key: { remaining: 1 }, account: { planRemaining: 14_500 } })],
    );
    expect((await askSpending(priced, token)).body.creditReferenceValue).toMatchObject({
      cents: 11_600,
      pricePerCredit: '0.008',
    });
    expect((await askSpending(app, token)).body.creditReferenceValue).toBeNull();
    await priced.close();
  });
});
