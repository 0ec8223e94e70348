import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batch } from '../../rest-shims/api/usage/track/batch.js';
import { track } from '../../rest-shims/api/usage/track.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { makeEvent } from '../setup/make.js';
import { callOnce } from '../setup/mcp.ask.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

interface Tracked {
  tracked?: boolean;
  duplicate?: boolean;
  eventId?: string;
  code?: string;
  warnings?: { pointer: string; code: string }[];
  errors?: { pointer: string; code: string }[];
  results?: { status: string; error?: { code: string; status: number } }[];
}
const send = (body: unknown, path = '') =>
  ask<Tracked>(`${app.url}/api/usage/track${path}`, { token: app.credentials.trackingKey, body });
const stored = (eventId = '') =>
  ask<{ metadata: Record<string, unknown> | null; account_domain: string | null; occurredAt: string | null }>(
    `${app.url}/api/usage/events/${eventId}`,
    { token: app.credentials.trackingKey },
  );

describe('a member that is null', () => {
  const nulls = { account_domain: null, occurredAt: null, context: { attribution: null }, projectId: null };

  it('is absent in an event, which is a retry of the same event without it, at REST and GraphQL', async () => {
    const event = makeEvent(app, {
      metadata: { plan: null, usageReceipt: { receiptType: 'api_call', costCents: null } },
    });
    const first = await send({ ...event, ...nulls });
    expect([first.status, first.body.tracked, first.body.duplicate]).toEqual([200, true, false]);
    expect((await send({ ...event, context: {} })).body.eventId).toBe(first.body.eventId);
    const twin = await askGraphql<{ reply: Tracked }>(
      app,
      track.document,
      { event: { ...event, ...nulls } },
      { token: app.credentials.trackingKey },
    );
    expect([twin.data?.reply.duplicate, twin.data?.reply.eventId]).toEqual([true, first.body.eventId]);
    expect((await stored(first.body.eventId)).body.metadata).toEqual(event.metadata);
  });

  it('is missing where it is required', async () => {
    const { status, body } = await send({ ...makeEvent(app), developer_id: null });
    expect([status, body.errors]).toMatchObject([400, [{ pointer: '/developer_id', code: 'required' }]]);
  });

  it('is a default that stands, in a body, in variables and in the input of a tool, nested too', async () => {
    const intent = 'a SaaS with sign-in and transactional email';
    const rest = await ask(`${app.url}/api/build/search`, { body: { intent, limit: null, pricing: null } });
    expect(rest.status).toBe(200);
    const query = 'query($limit:Int,$q:String){reply:directoryContext(q:$q,limit:$limit){tools{slug}}}';
    const graphql = await askGraphql<{ reply: { tools: unknown[] } }>(app, query, { limit: null, q: null });
    expect([graphql.errors, graphql.data?.reply.tools.length]).toEqual([[], 10]);
    const flat = await callOnce(app.url, 'search_tools', { query: 'email', limit: null, category: null });
    expect(flat.isError).toBe(false);
    const nested = await callOnce(app.url, 'build_brief', { intent, constraints: { pricing: null } });
    expect(nested.isError).toBe(false);
  });
});

describe('a time with an offset of hours alone, or with a blank for the T', () => {
  it.each([
    ['2026-11-20T09:30:00+02', '2026-11-20T07:30:00.000Z'],
    ['2026-11-20 09:30:00+00', '2026-11-20T09:30:00.000Z'],
  ])('is taken for an event: %s', async (occurredAt, utc) => {
    const { status, body } = await send(makeEvent(app, { occurredAt }));
    expect(status).toBe(200);
    expect((await stored(body.eventId)).body.occurredAt).toBe(utc);
  });

  it.each(['2026-11-20T09:30:00+02', '2026-11-20 09:30:00+00'])('is taken by every path: %s', async (time) => {
    const at = encodeURIComponent(time);
    expect((await ask(`${app.url}/api/directory/changes?since=${at}`)).status).toBe(200);
    expect((await ask(`${app.url}/v0.1/servers?updated_since=${at}`)).status).toBe(200);
    const token = app.credentials.workflowToken;
    expect((await ask(`${app.url}/api/me/usage?since=${at}&until=${at}`, { token })).status).toBe(200);
    const snapshot = {
      type: 'codex_snapshot',
      checkedAt: time,
      planType: null,
      creditsBalance: null,
      primary: { usedPercent: null, windowDurationMins: null, resetsAt: null },
    };
    expect((await ask(`${app.url}/api/me/usage/spending`, { token, body: snapshot })).status).toBe(200);
  });
});

describe('a leap second', () => {
  it('is the second after it, for an event and in a filter; any other second 60 is none', async () => {
    const event = makeEvent(app, { occurredAt: '2016-12-31T23:59:60Z' });
    const { status, body } = await send(event);
    expect(status).toBe(200);
    expect((await stored(body.eventId)).body.occurredAt).toBe('2017-01-01T00:00:00.000Z');
    expect((await send(event)).body).toMatchObject({ duplicate: true, eventId: body.eventId });
    const token = app.credentials.workflowToken;
    for (const [since, expected] of [
      ['2016-12-31T23:59:60Z', 200],
      ['2016-12-31T22:59:60Z', 400],
      ['2016-12-30T23:59:60Z', 400],
    ] as const)
      expect((await ask(`${app.url}/api/me/usage?since=${since}`, { token })).status, since).toBe(expected);
    const refused = await send(makeEvent(app, { occurredAt: '2016-12-30T23:59:60Z' }));
    expect([refused.status, refused.body.errors]).toMatchObject([
      400,
      [{ pointer: '/occurredAt', code: 'not_a_time' }],
    ]);
  });
});

describe('a cost with more decimals than six', () => {
  it('is stored rounded with a warning, and its retry is one', async () => {
    const metadata = { usageReceipt: { receiptType: 'api_call', costCents: 0.30000000000000004 } };
    const event = makeEvent(app, { metadata });
    const { status, body } = await send(event);
    expect([status, body.warnings]).toMatchObject([
      200,
      [{ pointer: '/metadata/usageReceipt/costCents', code: 'rounded' }],
    ]);
    expect((await stored(body.eventId)).body.metadata).toEqual({
      usageReceipt: { receiptType: 'api_call', costCents: 0.3 },
    });
    expect((await send(event)).body.duplicate).toBe(true);
  });

  it('is said in the result of its item of a batch, at REST and GraphQL, and in no other', async () => {
    const usageReceipt = { receiptType: 'api_call', costCents: 0.30000000000000004 };
    const events = [makeEvent(app, { metadata: { usageReceipt } }), makeEvent(app)];
    const rounded = [{ pointer: '/events/0/metadata/usageReceipt/costCents', code: 'rounded' }];
    const { status, body } = await send({ events }, '/batch');
    expect([status, body.results?.[0]]).toMatchObject([200, { status: 'tracked', warnings: rounded }]);
    expect(body.results?.[1]).not.toHaveProperty('warnings');
    const twin = await askGraphql<{ trackBatch: Tracked }>(
      app,
      'mutation ($events: [JSON]!) { trackBatch(events: $events) { results { status warnings { pointer code } } } }',
      { events },
      { token: app.credentials.trackingKey },
    );
    expect(twin.data?.trackBatch.results).toEqual([
      { status: 'duplicate', warnings: rounded },
      { status: 'duplicate', warnings: null },
    ]);
  });

  it('is rounded in a report of one use, too', async () => {
    const report = {
      toolSlug: 'stripe',
      receiptType: 'api_call',
      idempotencyKey: 'sum-1',
      spendCents: 0.30000000000000004,
    };
    for (const outcome of ['vendor_unlinked', 'existing_receipt']) {
      const { status, body } = await ask(`${app.url}/api/me/usage`, {
        token: app.credentials.workflowToken,
        body: report,
      });
      expect([status, body]).toMatchObject([200, { outcome, warnings: [{ pointer: '/spendCents', code: 'rounded' }] }]);
    }
  });
});

describe('an event over 32 KiB', () => {
  const large = () => makeEvent(app, { developer_id: 'x'.repeat(33_000) });

  it('is 413 alone, and the verdict of its item in a batch', async () => {
    const alone = await send(large());
    expect([alone.status, alone.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const { status, body } = await send({ events: [large(), makeEvent(app)] }, '/batch');
    expect([status, body.results]).toMatchObject([
      207,
      [{ status: 'invalid', error: { code: 'PAYLOAD_TOO_LARGE', status: 413 } }, { status: 'tracked' }],
    ]);
  });

  it('is measured by its canonical bytes, however its body is written', async () => {
    const event = makeEvent(app, { metadata: { a: 'é'.repeat(7_000) } });
    const escaped = JSON.stringify(event).replaceAll('é', '\\u00e9');
    const spaced = `${' '.repeat(33_000)}${JSON.stringify(event)}`;
    expect([escaped.length, spaced.length].every((length) => length > 33_000)).toBe(true);
    for (const [at, text] of [escaped, spaced].entries()) {
      const stored = await send(text);
      expect([stored.status, stored.body.duplicate]).toEqual([200, at > 0]);
      expect((await send(text, '/dry-run')).status).toBe(202);
    }
    for (const path of ['', '/dry-run']) {
      const wide = await send(`${' '.repeat(256 * 1024)}${JSON.stringify(event)}`, path);
      expect([wide.status, wide.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
      const beyond = await send(large(), path);
      expect([beyond.status, beyond.body]).toMatchObject([
        413,
        { code: 'PAYLOAD_TOO_LARGE', errors: [{ pointer: '', code: 'too_large' }] },
      ]);
    }
  });

  it('is the same over GraphQL, also where no one text is long', async () => {
    const { errors } = await askGraphql(
      app,
      track.document,
      { event: large() },
      { token: app.credentials.trackingKey },
    );
    expect(errors[0]?.extensions).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', status: 413 });
    const metadata = { numbers: Array.from({ length: 7_000 }, (_one, at) => 10_000 + at) };
    const many = await askGraphql<{ reply: Tracked }>(
      app,
      batch.document,
      { events: [makeEvent(app, { metadata }), makeEvent(app)] },
      { token: app.credentials.trackingKey },
    );
    expect(many.data?.reply.results?.[0]?.error).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', status: 413 });
  });
});
