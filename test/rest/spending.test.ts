import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { query } from '../setup/database.js';
import { hostileStrings } from '../setup/hostile.js';
import { expectRefusal, MARK } from '../setup/refusal.js';
import { countRows } from '../setup/rows.js';
import { type Account, askSpending, charge, MONTH, makeAccount, monthAgo } from '../setup/spending.js';
import { createToken } from '../setup/tokens.js';

let app: TestApp;
/** The same database behind a second process. */
let replica: TestApp;
let account: Account;
beforeAll(async () => {
  app = await startApp();
  replica = await startApp({ databaseUrl: app.databaseUrl });
  account = await makeAccount(app);
});
afterAll(async () => {
  await replica.close();
  await app.close();
});

const record = (token: string, given: Record<string, unknown> = {}, at = app) =>
  askSpending(at, token, { body: charge(given) });
const remove = (token: string, body: unknown) => askSpending(app, token, { method: 'DELETE', body });
const read = async (token: string, month = MONTH) => (await askSpending(app, token, { month })).body;
const monthsFrom = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_none, index) => {
    const at = first + index;
    return `${2000 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
  });

describe('POST /api/me/usage/spending · monthly_spend', () => {
  it('stores an amount, then replaces it, and adds nothing to anything', async () => {
    const { token } = await makeAccount(app);
    const first = await record(token);
    expect([first.status, first.headers.get('cache-control'), first.body.replaced]).toEqual([
      200,
      'private, no-store',
      false,
    ]);
    expect(Object.keys(first.body)).toEqual(['entry', 'replaced']);
    const second = await record(token, { amountCents: 3_550, source: 'agent_reported' });
    expect(second.body).toMatchObject({ replaced: true, entry: { amountCents: 3_550, source: 'agent_reported' } });
    const { monthlyEntries, usdEstimate } = await read(token);
    expect(monthlyEntries).toEqual([{ ...second.body.entry, usdCents: 3_550 }]);
    expect(usdEstimate).toMatchObject({
      currency: 'USD',
      label: 'estimate',
      totalCents: 3_550,
      knownSubtotalCents: 3_550,
    });
    expect(usdEstimate.notice).toContain('for information only');
  });

  it('keeps providers, months and currencies apart', async () => {
    const { token } = await makeAccount(app);
    const others = [{}, { provider: 'search_api' }, { month: monthAgo(2) }, { currency: 'EUR', amountCents: 0 }];
    for (const given of others) expect((await record(token, given)).body.replaced).toBe(false);
    const { monthlyEntries } = await read(token);
    expect(monthlyEntries.map(({ provider, currency }) => `${provider} ${currency}`)).toEqual([
      'coding_agent EUR',
      'coding_agent USD',
      'search_api USD',
    ]);
  });

  it.each([0, -0, 1, 1e3, 100_000_000_000])('takes %d minor units as they are', async (amountCents) => {
    const { body, text } = await record(account.token, { amountCents });
    expect(body.entry.amountCents).toBe(amountCents + 0);
    expect(text).not.toContain('-0');
  });

  it('reads 1e3 and 1000.0 as the number that they are', async () => {
    for (const number of ['1e3', '1000.0', '1E+3']) {
      const body = JSON.stringify(charge({ amountCents: 0 })).replace('"amountCents":0', `"amountCents":${number}`);
      expect((await askSpending(app, account.token, { body })).body.entry.amountCents).toBe(1_000);
    }
  });

  it('takes the current month in UTC and refuses the next', async () => {
    const now = app.clock.now();
    const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
    expect((await record(account.token, { month: now.toISOString().slice(0, 7) })).status).toBe(200);
    const { status, body } = await record(account.token, { month: next.toISOString().slice(0, 7) });
    expect([status, body.errors?.[0]?.pointer, body.errors?.[0]?.code]).toEqual([400, '/month', 'too_far_ahead']);
  });

  it('stores one amount of two that come at once for the same month', async () => {
    const { token } = await makeAccount(app);
    const amounts = [1, 2, 3, 4, 5, 6];
    const replies = await Promise.all(
      amounts.map((amountCents) => record(token, { amountCents }, amountCents % 2 ? app : replica)),
    );
    expect(replies.map(({ status }) => status)).toEqual(amounts.map(() => 200));
    expect(replies.filter(({ body }) => !body.replaced)).toHaveLength(1);
    expect((await read(token)).monthlyEntries).toHaveLength(1);
  });

  it('is in the audit log without the amount', async () => {
    const { token, person } = await makeAccount(app);
    await record(token, { amountCents: 987_654_321 });
    await remove(token, charge({ amountCents: undefined, source: undefined }));
    await remove(token, charge({ amountCents: undefined, source: undefined }));
    const entries = await query<{ action: string; actor: string; changes: unknown }>(
      app.databaseUrl,
      `select e.action, e.actor, v.changes from audit_entry e join audit_value v on v.organization_id = e.organization_id and v.entry_id = e.id
       where e.resource_id = $1 and e.resource = 'monthly_spend' order by e.sequence`,
      [person.id],
    );
    expect(entries.map(({ action }) => action)).toEqual(['monthly_spend.record', 'monthly_spend.remove']);
    expect(entries.map(({ actor }) => actor.slice(0, 4))).toEqual(['tok_', 'tok_']);
    expect(entries[0]?.changes).toEqual({ entry: [null, `coding_agent ${MONTH} USD`] });
    expect(JSON.stringify(entries)).not.toContain('987654321');
  });
});

describe('POST /api/me/usage/spending · 400', () => {
  it.each<[string, Record<string, unknown>, string, string]>([
    ['no type', { type: undefined }, '/type', 'required'],
    ['a null type', { type: null }, '/type', 'required'],
    ['a type that no one knows', { type: 'weekly_spend' }, '/type', 'not_allowed'],
    ['a type of Object', { type: 'constructor' }, '/type', 'not_allowed'],
    ['a type that is no text', { type: ['monthly_spend'] }, '/type', 'not_allowed'],
    ['no amount', { amountCents: undefined }, '/amountCents', 'required'],
    ['a fraction', { amountCents: 12.34 }, '/amountCents', 'wrong_type'],
    ['an amount as text', { amountCents: '1234' }, '/amountCents', 'wrong_type'],
    ['an amount that is true', { amountCents: true }, '/amountCents', 'wrong_type'],
    ['a negative amount', { amountCents: -1 }, '/amountCents', 'min'],
    ['too large an amount', { amountCents: 100_000_000_001 }, '/amountCents', 'max'],
    ['an amount beyond exact numbers', { amountCents: 2 ** 53 }, '/amountCents', 'wrong_type'],
    ['a provider that no one knows', { provider: 'anthropic' }, '/provider', 'not_allowed'],
    ['no provider', { provider: null }, '/provider', 'required'],
    ['another currency', { currency: 'CHF' }, '/currency', 'not_allowed'],
    ['a currency in small letters', { currency: 'usd' }, '/currency', 'not_allowed'],
    ['another source', { source: 'provider_api' }, '/source', 'not_allowed'],
    ['a month without a zero', { month: '2026-1' }, '/month', 'month'],
    ['the month 13', { month: '2026-13' }, '/month', 'month'],
    ['the month 0', { month: '2026-00' }, '/month', 'month'],
    ['a day', { month: '2026-10-01' }, '/month', 'month'],
    ['the year 0', { month: '0000-01' }, '/month', 'month'],
    ['a month as a number', { month: 202610 }, '/month', 'wrong_type'],
    ['other digits', { month: '２０２６-10' }, '/month', 'month'],
    ['an end of line after the month', { month: '2026-10\n' }, '/month', 'month'],
    ['a member too many', { note: 'lunch' }, '/note', 'unknown_field'],
    ['a member of the other type', { checkedAt: '2026-10-01T00:00:00Z' }, '/checkedAt', 'unknown_field'],
    ['a prototype', JSON.parse('{"__proto__":{"amountCents":1}}'), '/__proto__', 'unknown_field'],
  ])('says where it is: %s', async (what, given, pointer, code) => {
    const before = await countRows(app);
    const reply = await record(account.token, given);
    expectRefusal(reply, what);
    expect(reply.body.errors?.map((one) => `${one.pointer} ${one.code}`)).toEqual([`${pointer} ${code}`]);
    if (pointer === '/amountCents' && code === 'wrong_type')
      expect(reply.body.errors?.[0]?.hint).toContain('12.34 is 1234');
    expect(await countRows(app)).toEqual(before);
  });

  it.each([
    ['nothing', '', 'MALFORMED_JSON'],
    ['half of an object', '{"type":', 'MALFORMED_JSON'],
    ['a list', '[]', 'VALIDATION_FAILED'],
    ['null', 'null', 'VALIDATION_FAILED'],
    ['text', '"monthly_spend"', 'VALIDATION_FAILED'],
  ])('refuses %s as a body, at POST and at DELETE', async (what, body, code) => {
    for (const method of ['POST', 'DELETE']) {
      const reply = await askSpending(app, account.token, { method, body });
      expectRefusal(reply, what);
      expect([reply.status, reply.body.code]).toEqual([400, code]);
    }
  });

  it('never repeats what was sent, nor breaks on it', async () => {
    for (const text of [MARK, ...hostileStrings])
      for (const member of ['provider', 'month', 'currency', 'source', 'type', 'amountCents'])
        expectRefusal(await record(account.token, { [member]: text }), member);
  });

  it('refuses a query, another content type and too large a body', async () => {
    const queried = await askSpending(app, account.token, { month: MONTH, body: charge() });
    expect([queried.status, queried.body.errors?.[0]?.pointer]).toEqual([400, '/month']);
    const typed = await askSpending(app, account.token, { body: 'a=b', headers: { 'content-type': 'text/plain' } });
    expect([typed.status, typed.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    for (const method of ['POST', 'DELETE']) {
      const large = await askSpending(app, account.token, { method, body: charge({ note: 'x'.repeat(270_000) }) });
      expect([large.status, large.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    }
  });
});

describe('POST /api/me/usage/spending · 409', () => {
  it('refuses the 25th month of a provider and currency, names the oldest, and drops none', async () => {
    const { token } = await makeAccount(app);
    const months = monthsFrom(12 * 10 + 5, 24);
    for (const month of months.toReversed()) expect((await record(token, { month })).status).toBe(200);
    const { status, body } = await record(token, { month: MONTH });
    expect([status, body.code, body.oldestMonth]).toEqual([409, 'ENTRY_LIMIT', months[0]]);
    expect(body.detail).toContain(months[0]);
    expect((await record(token, { month: '2000-01' })).status).toBe(409);
    expect((await record(token, { month: months[3], amountCents: 1 })).body.replaced).toBe(true);
    for (const other of [{ currency: 'EUR' }, { provider: 'search_api' }])
      expect((await record(token, { month: MONTH, amountCents: 0, ...other })).status).toBe(200);
    expect((await remove(token, charge({ month: months[0], amountCents: undefined, source: undefined }))).body).toEqual(
      {
        removed: true,
      },
    );
    expect((await record(token, { month: MONTH })).status).toBe(200);
  });

  it('lets one of several through for the last place, at two gateways', async () => {
    const { token } = await makeAccount(app);
    const months = monthsFrom(12 * 20, 28);
    for (const month of months.slice(0, 23)) await record(token, { month });
    const replies = await Promise.all(
      months.slice(23).map((month, index) => record(token, { month }, index % 2 ? app : replica)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });
});

describe('GET /api/me/usage/spending', () => {
  it('is the current month in UTC when none is named; with nothing there, nothing is known', async () => {
    const { token } = await makeAccount(app);
    await record(token, { month: monthAgo(2) });
    const { status, headers, body } = await askSpending(app, token);
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(body).toMatchObject({
      month: app.clock.now().toISOString().slice(0, 7),
      monthlyEntries: [],
      usdEstimate: { totalCents: null, knownSubtotalCents: null, entries: [] },
      codexSnapshot: null,
      codexCreditReferenceValue: null,
      creditReferenceValue: null,
    });
  });

  it('takes HEAD, and no other method than GET, POST and DELETE', async () => {
    const head = await askSpending(app, account.token, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    for (const method of ['PUT', 'PATCH']) {
      const reply = await askSpending(app, account.token, { method, body: charge() });
      expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, DELETE']);
    }
  });

  it.each([
    ['2026-13', 'month'],
    ['2026', 'month'],
    ['', 'month'],
    ['9999-12', 'too_far_ahead'],
    ['2026-10&month=2026-09', 'wrong_type'],
  ])('refuses ?month=%s', async (month, code) => {
    const { status, body } = await askSpending(app, account.token, { month });
    expect([status, body.errors?.[0]?.pointer, body.errors?.[0]?.code]).toEqual([400, '/month', code]);
  });

  it('refuses a query parameter that no one knows', async () => {
    const { status, body } = await askSpending(app, account.token, { month: '2026-10&projectId=prj_1' });
    expect([status, body.errors?.[0]?.pointer]).toEqual([400, '/projectId']);
  });
});

describe('DELETE /api/me/usage/spending', () => {
  const entry = { type: 'monthly_spend', provider: 'coding_agent', month: MONTH, currency: 'USD' };

  it('removes one entry and says whether there was one', async () => {
    const { token } = await makeAccount(app);
    await record(token);
    await record(token, { currency: 'MXN', amountCents: 0 });
    for (const removed of [true, false]) {
      const reply = await remove(token, entry);
      expect([reply.status, reply.body]).toEqual([200, { removed }]);
    }
    expect((await read(token)).monthlyEntries).toMatchObject([{ currency: 'MXN' }]);
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    ['no type', { type: undefined }, '/type', 'required'],
    ['another type', { type: 'all' }, '/type', 'not_allowed'],
    ['no provider', { provider: undefined }, '/provider', 'required'],
    ['an amount', { amountCents: 1 }, '/amountCents', 'unknown_field'],
    ['a month to come', { month: '9999-01' }, '/month', 'too_far_ahead'],
    [
      'an allowance with a provider',
      { type: 'codex_snapshot', month: undefined, currency: undefined },
      '/provider',
      'unknown_field',
    ],
  ])('refuses %s, and removes nothing', async (_what, given, pointer, code) => {
    await record(account.token);
    const before = await countRows(app);
    const { status, body } = await remove(account.token, { ...entry, ...given });
    expect([status, body.errors?.map((one) => `${one.pointer} ${one.code}`)]).toEqual([400, [`${pointer} ${code}`]]);
    expect(await countRows(app)).toEqual(before);
  });
});

describe('who may', () => {
  const calls: [string, (by: Parameters<typeof askSpending>[1]) => ReturnType<typeof askSpending>][] = [
    ['GET', (by) => askSpending(app, by)],
    ['POST', (by) => askSpending(app, by, { body: charge() })],
    ['POST of nonsense', (by) => askSpending(app, by, { body: { type: 'nonsense' } })],
    ['POST of no JSON', (by) => askSpending(app, by, { body: '{' })],
    ['DELETE', (by) => askSpending(app, by, { method: 'DELETE', body: { type: 'codex_snapshot' } })],
  ];

  it.each(calls)('%s is refused for everyone but an account-level token with its scope', async (name, call) => {
    const { credentials } = app;
    const reading = await createToken(app, account.token, { scopes: ['project:read', 'tools:read'] });
    const publishing = await createToken(app, account.token, { scopes: ['project:publish'] });
    const expected: [Parameters<typeof askSpending>[1], number, string][] = [
      [{}, 401, 'UNAUTHENTICATED'],
      [credentials.expiredWorkflowToken, 401, 'UNAUTHENTICATED'],
      [credentials.revokedWorkflowToken, 401, 'UNAUTHENTICATED'],
      ['dai_wrong', 401, 'UNAUTHENTICATED'],
      [credentials.projectToken, 403, 'PROJECT_SCOPED_TOKEN'],
      [credentials.trackingKey, 403, 'WRONG_CREDENTIAL'],
      [credentials.enterpriseKey, 403, 'WRONG_CREDENTIAL'],
      [{ cookie: account.person.cookie, headers: { origin: app.url } }, 403, 'WRONG_CREDENTIAL'],
      [name === 'GET' ? publishing : reading, 403, 'INSUFFICIENT_SCOPE'],
    ];
    const before = await countRows(app, ['public.credential_use']);
    for (const [by, status, code] of expected) {
      const reply = await call(by);
      expect([reply.status, reply.body.code], JSON.stringify(by)).toEqual([status, code]);
    }
    expect(await countRows(app, ['public.credential_use'])).toEqual(before);
  });

  it('sees and touches its own entries alone', async () => {
    const [mine, theirs] = [await makeAccount(app), await makeAccount(app)];
    await record(mine.token, { amountCents: 1 });
    await record(theirs.token, { amountCents: 2 });
    expect((await remove(theirs.token, charge({ amountCents: undefined, source: undefined }))).body.removed).toBe(true);
    expect((await read(mine.token)).monthlyEntries).toMatchObject([{ amountCents: 1 }]);
    expect((await read(theirs.token)).monthlyEntries).toEqual([]);
  });

  it('is every live token of the same person', async () => {
    const { token } = await makeAccount(app);
    await record(token, { amountCents: 7 });
    const reading = await createToken(app, token, { scopes: ['project:read'] });
    expect((await read(reading)).monthlyEntries).toMatchObject([{ amountCents: 7 }]);
  });
});
