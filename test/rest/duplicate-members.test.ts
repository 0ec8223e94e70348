import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batch } from '../../rest-shims/api/usage/track/batch.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, signIn } from '../setup/ask.js';
import { makeEvent } from '../setup/make.js';
import { countRows } from '../setup/rows.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Refused events show in the company's own view; everything else stays as it was. */
const VIEW = ['tracking_verdict', 'tracking_refusal', 'tracking_refusal_code', 'credential_use'].map(
  (name) => `public.${name}`,
);

interface Refusal {
  code: string;
  accepted?: boolean;
  errors?: { pointer: string; code: string; detail: string; hint?: string }[];
  results?: { status: string; error?: { code: string; errors: { pointer: string; code: string }[] } }[];
  summary?: Record<string, number>;
}
interface GraphqlRefusal {
  errors?: { extensions: Refusal & { status: number } }[];
  data?: { reply?: Refusal | null } | null;
}

/** The text of a value with one more member in front of its own. */
const withTwin = (value: Record<string, unknown>, twin: string) => `{${twin},${JSON.stringify(value).slice(1)}`;
const places = (errors: readonly { pointer: string; code: string }[] = []) =>
  errors.map(({ pointer, code }) => `${pointer} ${code}`);
const track = (body: string, path = '') =>
  ask<Refusal>(`${app.url}/api/usage/track${path}`, { token: app.credentials.trackingKey, body });

describe('a member twice in a tracking event', () => {
  it.each([
    ['at the root', '"event_name":"FIRST_API_CALL"', ['/event_name duplicate_member']],
    ['written with an escape', '"event\\u005fname":"API_KEY_CREATED"', ['/event_name duplicate_member']],
    ['deep in metadata', '"metadata":{"a":[{"b":1,"b":1}]}', ['/metadata/a/0/b duplicate_member']],
    ['that is unknown', '"x":1,"x":1', ['/x duplicate_member']],
  ])('is refused %s, and nothing is stored', async (_name, twin, expected) => {
    const before = await countRows(app, VIEW);
    const reply = await track(withTwin(makeEvent(app), twin));
    expect([reply.status, reply.body.code, places(reply.body.errors)]).toEqual([400, 'VALIDATION_FAILED', expected]);
    expect(await countRows(app, VIEW)).toEqual(before);
  });

  it('is refused in a retry of a stored event too', async () => {
    const event = makeEvent(app);
    expect((await track(JSON.stringify(event))).status).toBe(200);
    const reply = await track(withTwin(event, `"developer_id":"${event.developer_id}"`));
    expect([reply.status, places(reply.body.errors)]).toEqual([400, ['/developer_id duplicate_member']]);
  });

  it('is refused by the dry run with accepted: false', async () => {
    const { status, body } = await track(withTwin(makeEvent(app), '"developer_id":"a"'), '/dry-run');
    expect([status, body.accepted, places(body.errors)]).toEqual([400, false, ['/developer_id duplicate_member']]);
  });

  it('does not repeat a name that is a credential', async () => {
    const { trackingKey } = app.credentials;
    const reply = await track(withTwin(makeEvent(app), `"metadata":{"${trackingKey}":1,"${trackingKey}":2}`));
    expect([reply.status, places(reply.body.errors)]).toEqual([400, ['/metadata duplicate_member']]);
    expect(reply.text).not.toContain(trackingKey);
  });

  it('is 401 for a stranger, like any other body', async () => {
    expect((await ask(`${app.url}/api/usage/track`, { body: '{"a":1,"a":2}' })).status).toBe(401);
  });
});

describe('a member twice in a batch', () => {
  it('is the verdict of its item alone, over REST and GraphQL', async () => {
    const [first, second] = [makeEvent(app), makeEvent(app)];
    const items = `[${JSON.stringify(first)},${withTwin(second, '"product":{"id":"a","id":"b"}')}]`;
    const rest = await track(`{"events":${items}}`, '/batch');
    expect([rest.status, rest.body.results?.map(({ status }) => status)]).toEqual([207, ['tracked', 'invalid']]);
    expect(places(rest.body.results?.[1]?.error?.errors)).toEqual([
      '/events/1/product/id duplicate_member',
      '/events/1/product duplicate_member',
    ]);
    const graphql = await ask<GraphqlRefusal>(`${app.url}/graphql`, {
      token: app.credentials.trackingKey,
      body: `{"query":${JSON.stringify(batch.document)},"variables":{"events":${items}}}`,
    });
    const reply = graphql.body.data?.reply;
    expect(reply?.summary).toMatchObject({ invalid: 1, duplicate: 1 });
    expect(places(reply?.results?.[1]?.error?.errors)).toEqual(places(rest.body.results?.[1]?.error?.errors));
  });

  it('is a refusal of the batch where the list itself stands twice', async () => {
    const event = JSON.stringify(makeEvent(app));
    const before = await countRows(app, VIEW);
    const { status, body } = await track(`{"events":[${event}],"events":[${event}]}`, '/batch');
    expect([status, body.code, places(body.errors)]).toEqual([400, 'VALIDATION_FAILED', ['/events duplicate_member']]);
    expect(await countRows(app, VIEW)).toEqual(before);
  });
});

describe('a member twice at /graphql', () => {
  const graphql = (body: string) =>
    ask<GraphqlRefusal>(`${app.url}/graphql`, { token: app.credentials.trackingKey, body });
  const TRACK = 'mutation($event:TrackingEventInput!){reply:trackEvent(event:$event){tracked}}';

  it.each(['query', 'variables'])('is refused for %s', async (name) => {
    const text = JSON.stringify({ query: '{__typename}', variables: {} });
    const reply = await graphql(`{"${name}":null,${text.slice(1)}`);
    expect(reply.status).toBe(400);
    expect(reply.text).toContain(`"pointer":"/${name}","code":"duplicate_member"`);
  });

  it('is refused in variables with the pointer of the input, and nothing is stored', async () => {
    const before = await countRows(app, VIEW);
    const event = withTwin(makeEvent(app), '"developer_id":"a"');
    const { body } = await graphql(`{"query":${JSON.stringify(TRACK)},"variables":{"event":${event}}}`);
    const { code, status, errors } = body.errors?.[0]?.extensions ?? {};
    expect([status, code, places(errors)]).toEqual([400, 'VALIDATION_FAILED', ['/developer_id duplicate_member']]);
    expect(await countRows(app, VIEW)).toEqual(before);
  });

  it('is refused for a variable that stands twice, and in those of a query string', async () => {
    const query = 'query($q:String){reply:directoryContext(q:$q){total}}';
    const { body } = await ask<GraphqlRefusal>(`${app.url}/graphql`, {
      body: `{"query":${JSON.stringify(query)},"variables":{"q":"a","q":"b"}}`,
    });
    expect(places(body.errors?.[0]?.extensions.errors)).toEqual(['/q duplicate_member']);
    const address = new URLSearchParams({ query, variables: '{"q":"a","q":"b"}' });
    const get = await ask<GraphqlRefusal>(`${app.url}/graphql?${address}`);
    expect(places(get.body.errors?.[0]?.extensions.errors)).toEqual(['/q duplicate_member']);
  });
});

describe('a member twice elsewhere', () => {
  it('is refused by a workflow path', async () => {
    const { status, body } = await ask<Refusal>(`${app.url}/api/me/usage`, {
      token: app.credentials.workflowToken,
      body: '{"toolSlug":"a","receiptType":"api_call","idempotencyKey":"k","toolSlug":"b"}',
    });
    expect([status, body.code, places(body.errors)]).toEqual([
      400,
      'VALIDATION_FAILED',
      ['/toolSlug duplicate_member'],
    ]);
  });

  it('is refused by sign-in', async () => {
    const { email, password } = app.credentials.users.owner;
    await signIn(app, { email, password });
    const { status, body } = await ask<Refusal>(`${app.url}/api/auth/sign-in/email`, {
      body: `{"email":"a@b.example","email":${JSON.stringify(email)},"password":${JSON.stringify(password)}}`,
      headers: { origin: app.url },
    });
    expect([status, body.code, places(body.errors)]).toEqual([400, 'VALIDATION_FAILED', ['/email duplicate_member']]);
  });

  const call = (params: string) =>
    ask<{ result?: { isError: boolean; structuredContent: Refusal }; error?: { code: number; data: Refusal } }>(
      `${app.url}/mcp`,
      {
        body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`,
        headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
      },
    );

  it('is the error result of an MCP tool for its input, nested too', async () => {
    const flat = await call('{"name":"search_tools","arguments":{"query":"a","query":"b"}}');
    expect(flat.body.result?.isError).toBe(true);
    expect(flat.body.result?.structuredContent.code).toBe('VALIDATION_FAILED');
    expect(places(flat.body.result?.structuredContent.errors)).toEqual(['/query duplicate_member']);
    const nested = await call(
      '{"name":"build_brief","arguments":{"intent":"send email","constraints":{"pricing":["free"],"pricing":["paid"]}}}',
    );
    expect(places(nested.body.result?.structuredContent.errors)).toEqual(['/constraints/pricing duplicate_member']);
  });

  it('is a protocol error of MCP for the rest of a message', async () => {
    const { status, body } = await call('{"name":"search_tools","name":"find_perks","arguments":{"query":"a"}}');
    expect([status, body.error?.code, places(body.error?.data.errors)]).toEqual([
      400,
      -32600,
      ['/params/name duplicate_member'],
    ]);
  });
});
