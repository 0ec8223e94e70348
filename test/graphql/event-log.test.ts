import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';
import { storeOldAnswers } from '../setup/old-answers.js';

interface Logged {
  readonly id: string;
  readonly outcome: string;
  readonly receivedAt: string;
  readonly productId: string;
  readonly event: { readonly eventId: string; readonly event_name: string; readonly developer_id: string } | null;
  readonly answer: {
    readonly keyHint: string;
    readonly eventName: string | null;
    readonly idempotencyKey: string | null;
    readonly errors: readonly { readonly pointer: string; readonly code: string }[];
  } | null;
}
interface Page {
  readonly items: Logged[];
  readonly nextCursor: string | null;
  readonly searchedUntil: string | null;
  readonly dropped: { readonly refused: number; readonly others: number };
}

let app: TestApp;
let owner: string;
beforeAll(async () => {
  app = await startApp();
  owner = await signIn(app, app.credentials.users.owner);
});
afterAll(() => app.close());

const send = (given: Record<string, unknown>) =>
  ask<{ eventId?: string }>(`${app.url}/api/usage/track`, {
    token: app.credentials.trackingKey,
    body: makeEvent(app, given),
  });
const SHOWN = `items { id outcome receivedAt productId event { eventId event_name developer_id }
  answer { keyHint eventName idempotencyKey errors { pointer code } } } nextCursor searchedUntil dropped { refused others }`;

async function log(given: Record<string, unknown> = {}, cookie = owner): Promise<Page> {
  const { data, errors } = await logReply(given, cookie);
  expect(errors).toEqual([]);
  return data?.eventLog as Page;
}

async function logReply(given: Record<string, unknown>, cookie = owner) {
  await app.app.parts.verdicts.flush();
  return askGraphql<{ eventLog: Page }>(
    app,
    `query ($organizationId: ID!, $productId: String, $outcome: EventOutcome, $eventName: String, $family: EventFamily, $developerId: String,
       $accountDomain: String, $source: String, $code: String, $trackingKeyId: ID, $q: String, $since: String, $until: String, $sort: String,
       $limit: Int, $cursor: String) {
       eventLog(organizationId: $organizationId, productId: $productId, outcome: $outcome, eventName: $eventName, family: $family,
         developerId: $developerId, accountDomain: $accountDomain, source: $source, code: $code, trackingKeyId: $trackingKeyId, q: $q,
         since: $since, until: $until, sort: $sort, limit: $limit, cursor: $cursor) { ${SHOWN} } }`,
    { organizationId: app.credentials.organizationId, ...given },
    { cookie },
  );
}

describe('the list of what was sent', () => {
  it('has stored and refused events in one order, and of refused ones no key', async () => {
    await send({ developer_id: 'first', event_name: 'API_KEY_CREATED' });
    await send({ developer_id: 'anonymous', idempotencyKey: 'kept-secret' });
    await send({ developer_id: 'second', account_domain: 'big.example' });
    const { items } = await log();
    expect(items.map(({ outcome }) => outcome)).toEqual(['stored', 'refused', 'stored']);
    expect(items.map(({ event }) => event?.developer_id)).toEqual(['second', undefined, 'first']);
    const [, refused] = items;
    expect(refused).toMatchObject({
      productId: app.credentials.productId,
      event: null,
      answer: { eventName: 'FIRST_API_CALL', idempotencyKey: null, errors: [{ pointer: '/developer_id' }] },
    });
    expect(JSON.stringify(refused)).not.toContain('kept-secret');
    const times = items.map(({ receivedAt }) => Date.parse(receivedAt));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it('pages through both, each once, in either direction', async () => {
    const everything = (await log()).items.map(({ id }) => id);
    for (const sort of ['-receivedAt', 'receivedAt']) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Page = await log({ sort, limit: 1, cursor });
        expect(page.items).toHaveLength(1);
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      } while (cursor);
      expect(seen).toEqual(sort === 'receivedAt' ? everything.toReversed() : everything);
    }
  });

  it('gives a cursor that holds a digest of the filters as they were sent', async () => {
    const { nextCursor } = await log({ limit: 1 });
    const requested = JSON.stringify(['eventLog', '-receivedAt', [['organizationId', app.credentials.organizationId]]]);
    const [question] = JSON.parse(Buffer.from(nextCursor ?? '', 'base64url').toString());
    expect(question).toBe(createHash('sha256').update(requested).digest('base64url').slice(0, 16));
    expect(app.credentials.organizationId).toMatch(/^org_/);
  });

  it('refuses a cursor of other filters', async () => {
    const { nextCursor } = await log({ limit: 1 });
    const { errors } = await logReply({ limit: 1, cursor: nextCursor, outcome: 'stored' });
    expect(errors[0]?.extensions).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ pointer: '/cursor', code: 'other_query' }],
    });
  });

  it.each([
    [{ outcome: 'stored' }, 2],
    [{ outcome: 'refused' }, 1],
    [{ eventName: 'API_KEY_CREATED' }, 1],
    [{ eventName: 'FIRST_API_CALL' }, 2],
    [{ eventName: 'FIRST_API_CALL', outcome: 'refused' }, 1],
    [{ eventName: 'API_KEY_CREATED', outcome: 'refused' }, 0],
    [{ family: 'activation' }, 1],
    [{ developerId: 'second' }, 1],
    [{ accountDomain: 'Big.Example' }, 1],
    [{ source: 'relay' }, 0],
    [{ code: 'placeholder' }, 1],
    [{ code: 'no_such_code' }, 0],
    [{ q: 'BIG.ex' }, 1],
    [{ q: '/developer_id' }, 1],
    [{ until: '2020-01-01' }, 0],
    [{ since: '2020-01-01' }, 3],
    [{ outcome: 'duplicate' }, 0],
  ])('finds by %j', async (filter, count) => {
    expect((await log(filter)).items).toHaveLength(count);
  });

  it('finds an event by its whole id or idempotency key', async () => {
    const { body } = await send({ idempotencyKey: 'needle-1', developer_id: 'third' });
    for (const q of [body.eventId, 'needle-1'])
      expect((await log({ q })).items).toMatchObject([{ outcome: 'stored', event: { developer_id: 'third' } }]);
  });

  it('lists a repeated event as a duplicate, and a changed one as refused', async () => {
    await send({ idempotencyKey: 'twice', developer_id: 'fourth' });
    await send({ idempotencyKey: 'twice', developer_id: 'fourth' });
    await send({ idempotencyKey: 'twice', developer_id: 'fifth' });
    expect((await log({ outcome: 'duplicate' })).items).toMatchObject([{ answer: { idempotencyKey: 'twice' } }]);
    expect((await log({ code: 'changed' })).items).toMatchObject([
      { outcome: 'refused', answer: { errors: [{ pointer: '/developer_id', code: 'changed' }] } },
    ]);
  });

  it('finds the answers to one key', async () => {
    const [{ id } = { id: '' }] = await query<{ id: string }>(
      app.databaseUrl,
      "select credential_id as id from tracking_verdict where status = 'invalid'",
    );
    expect((await log({ trackingKeyId: `key_${id}`, outcome: 'refused' })).items.length).toBeGreaterThan(0);
    expect((await log({ trackingKeyId: `key_${crypto.randomUUID()}` })).items).toEqual([]);
  });

  it('is not there for a stranger, and knows no product of another organization', async () => {
    const stranger = await signIn(app, app.credentials.users.builder);
    expect((await logReply({}, stranger)).errors[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await logReply({ productId: 'nobodys' })).errors[0]?.extensions.code).toBe('NOT_FOUND');
  });

  it.each([
    { sort: 'name' },
    { since: 'yesterday' },
    { until: '2020-01-01', since: '2021-01-01' },
    { source: 'mail' },
    { limit: 0 },
  ])('refuses %j', async (wrong) => {
    expect((await logReply(wrong)).errors[0]?.extensions.code).toBe('VALIDATION_FAILED');
  });
});

describe('the name of a refused event', () => {
  it.each([
    [{ event_name: 'ZONE_USAGE_REPORTED', developer_id: 'n/a' }, 'ZONE_USAGE_REPORTED'],
    [{ event_name: 'zone_usage_reported', event_family: 'retention', developer_id: 'n/a' }, null],
    [{ event_name: 'ADA_LOVELACE_CAME', event_family: 'retention', developer_id: 'n/a' }, null],
    [{ event_name: 'ADA_LOVELACE_CAME' }, null],
    [{ event_name: 7 }, null],
    [{ developer_id: 'ghp_0123456789abcdefghijABCDEFGHIJ012345' }, null],
  ])('of %j is stored as %j', async (given, eventName) => {
    const since = new Date().toISOString();
    await send(given);
    expect((await log({ since })).items).toMatchObject([{ outcome: 'refused', answer: { eventName } }]);
  });
});

describe('what became of a refusal', () => {
  interface Status {
    readonly lastAt: string | null;
    readonly storedSince: number | null;
    readonly resolved: boolean | null;
  }
  async function status(given: Record<string, unknown>, cookie = owner) {
    await app.app.parts.verdicts.flush();
    const { data, errors } = await askGraphql<{ refusalStatus: Status }>(
      app,
      `query ($organizationId: ID!, $productId: String, $code: String!, $pointer: String) {
         refusalStatus(organizationId: $organizationId, productId: $productId, code: $code, pointer: $pointer) {
           lastAt storedSince resolved } }`,
      { organizationId: app.credentials.organizationId, ...given },
      { cookie },
    );
    return { status: data?.refusalStatus, code: errors[0]?.extensions.code };
  }
  const KIND = { code: 'has_port', pointer: '/account_domain' };
  const earlier = (minutes: number) =>
    query(
      app.databaseUrl,
      `update tracking_verdict set at = now() - make_interval(secs => $1), id = (
         lpad(to_hex((extract(epoch from now()) * 1000)::bigint - ($1 * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
       where problems @> '[{"code": "has_port"}]'`,
      [minutes * 60],
    );

  it('is unknown where none of its kind is listed', async () => {
    expect(await status(KIND)).toMatchObject({ status: { lastAt: null, storedSince: null, resolved: null } });
  });

  it('goes on until a quarter of an hour without it has passed in which events were stored', async () => {
    await send({ account_domain: 'big.example:8080' });
    const first = await status(KIND);
    expect(first.status).toMatchObject({ storedSince: 0, resolved: false });
    expect(Date.parse(first.status?.lastAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    await send({ developer_id: 'mended_1' });
    expect((await status(KIND)).status).toMatchObject({ storedSince: 1, resolved: false });
    await earlier(14.9);
    expect((await status(KIND)).status).toMatchObject({ resolved: false });
    await earlier(15.1);
    const { status: mended } = await status(KIND);
    expect(mended?.resolved).toBe(true);
    expect(mended?.storedSince).toBeGreaterThan(1);
    expect((await status({ code: 'has_port' })).status).toEqual(mended);
    expect((await status({ ...KIND, productId: app.credentials.productId })).status).toEqual(mended);
  });

  it('is of its code, its place and its product alone', async () => {
    for (const other of [
      { ...KIND, pointer: '/developer_id' },
      { ...KIND, code: 'has_path' },
      { ...KIND, productId: app.credentials.ignored.productId },
    ])
      expect((await status(other)).status, JSON.stringify(other)).toMatchObject({ lastAt: null });
  });

  it('is unknown where refused answers that are not listed came after it', async () => {
    await query(
      app.databaseUrl,
      `update tracking_verdict set dropped = 1, dropped_refused = 1 where id = (
         select id from tracking_verdict where status = 'tracked' order by id desc limit 1)`,
    );
    expect((await status(KIND)).status).toMatchObject({ resolved: null });
  });

  it('is told to no stranger, of no product of others, and not for what is no code', async () => {
    expect((await status(KIND, await signIn(app, app.credentials.users.builder))).code).toBe('NOT_FOUND');
    expect((await status({ ...KIND, productId: 'nobodys' })).code).toBe('NOT_FOUND');
    for (const wrong of [
      { code: '' },
      { code: 'c'.repeat(101) },
      { code: 'a', pointer: '\u0000' },
      { code: 'a', pointer: 'p'.repeat(201) },
    ])
      expect((await status(wrong)).code, JSON.stringify(wrong)).toBe('VALIDATION_FAILED');
  });
});

describe('the answers of the tracking endpoints', () => {
  interface Answers {
    readonly items: { readonly status: string; readonly requestId: string; readonly errors: { code: string }[] }[];
    readonly nextCursor: string | null;
    readonly searchedUntil: string | null;
  }

  async function answers(given: Record<string, unknown>): Promise<Answers> {
    await app.app.parts.verdicts.flush();
    const { data, errors } = await askGraphql<{ verdicts: Answers }>(
      app,
      `query ($organizationId: ID!, $productId: String, $trackingKeyId: ID, $status: VerdictStatus, $code: String, $q: String,
         $since: String, $until: String, $cursor: String) {
         verdicts(organizationId: $organizationId, productId: $productId, trackingKeyId: $trackingKeyId, status: $status, code: $code,
           q: $q, since: $since, until: $until, cursor: $cursor) {
           items { status requestId errors { code } } nextCursor searchedUntil } }`,
      { organizationId: app.credentials.organizationId, ...given },
      { cookie: owner },
    );
    expect(errors).toEqual([]);
    return data?.verdicts as Answers;
  }

  it('are found by status, code, product, key, words and time', async () => {
    const since = new Date().toISOString();
    await send({ developer_id: 'anonymous' });
    await send({ idempotencyKey: 'again' });
    await send({ idempotencyKey: 'again' });
    const { items } = await answers({ since });
    expect(items.map(({ status }) => status)).toEqual(['duplicate', 'tracked', 'invalid']);
    const refused = items.slice(2);
    for (const filter of [
      { status: 'invalid' },
      { code: 'placeholder' },
      { q: 'PLACEHOLDER' },
      { q: refused[0]?.requestId },
    ])
      expect((await answers({ since, ...filter })).items, JSON.stringify(filter)).toEqual(refused);
    expect((await answers({ since, productId: app.credentials.productId })).items).toEqual(items);
    for (const filter of [
      { code: 'no_such_code' },
      { productId: app.credentials.ignored.productId },
      { trackingKeyId: `key_${crypto.randomUUID()}` },
      { since: '2020-01-01', until: '2020-01-02' },
    ])
      expect((await answers({ since, ...filter })).items, JSON.stringify(filter)).toEqual([]);
  });

  it('are searched further by the cursor where a search stops before the end', async () => {
    await storeOldAnswers(app, 'needle-far-behind');
    const first = await answers({ q: 'needle-far-behind' });
    expect(first.items).toEqual([]);
    expect(Date.parse(first.searchedUntil ?? '')).toBeLessThan(Date.now() - 3_600_000);
    const second = await answers({ q: 'needle-far-behind', cursor: first.nextCursor });
    expect(second).toMatchObject({
      items: [{ requestId: 'needle-far-behind' }],
      nextCursor: null,
      searchedUntil: null,
    });
  });
});

describe('a burst', () => {
  it('drops what was stored first, refused events last, says how many under every filter, and counts all of them', async () => {
    await app.app.parts.verdicts.flush();
    const since = new Date().toISOString();
    await query(app.databaseUrl, 'delete from tracking_refusal_code');
    const batch = (developer_id: string) =>
      ask(`${app.url}/api/usage/track/batch`, {
        token: app.credentials.trackingKey,
        body: { events: Array.from({ length: 50 }, () => makeEvent(app, { developer_id })) },
      });
    // All within one interval: nothing is written between them.
    const verdicts = app.app.parts.verdicts;
    await verdicts.flush();
    await Promise.all(['dev_a', 'dev_b', 'dev_c', 'anonymous', 'anonymous', 'anonymous'].map(batch));
    const all = await log({ since, limit: 100 });
    const refused = await log({ since, limit: 100, outcome: 'refused' });
    const [counted] = await query<{ refused: string }>(
      app.databaseUrl,
      'select sum(refused) as refused from tracking_refusal_code',
    );
    expect(Number(counted?.refused)).toBe(150);
    const [stored] = await query<{ refused: string; newest: string }>(
      app.databaseUrl,
      `select count(*) as refused from tracking_verdict where status = 'invalid' and at >= $1`,
      [since],
    );
    expect(Number(stored?.refused)).toBeGreaterThanOrEqual(100);
    expect(Number(stored?.refused) + refused.dropped.refused).toBe(150);
    for (const filter of [{}, { outcome: 'stored' }, { code: 'no_such_code' }, { eventName: 'NONE' }])
      expect((await log({ since, ...filter, limit: 100 })).dropped.refused, JSON.stringify(filter)).toBe(
        refused.dropped.refused,
      );
    expect(all.items.length).toBe(100);
  });
});
