import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Each of these once ended the process: the refusal was thrown where no one could catch it. */
describe('a body that /graphql cannot read', () => {
  it.each([
    ['half an object', '{"query":', undefined],
    ['a list', '[]', undefined],
    ['nothing', '', undefined],
    ['another type', 'x', { 'content-type': 'text/plain' }],
    ['too much', JSON.stringify({ query: 'x'.repeat(2_100_000) }), undefined],
  ])('%s is refused, and the next request is answered', async (_what, body, headers) => {
    const reply = await ask(`${app.url}/graphql`, { method: 'POST', body, ...(headers ? { headers } : {}) });
    expect([400, 413, 415]).toContain(reply.status);
    expect((await ask(`${app.url}/healthz`)).status).toBe(200);
  });
});

/** Each of these once was a 500. */
describe('what is the caller’s mistake', () => {
  const post = (body: string | Uint8Array, headers: Record<string, string>) =>
    ask<{ code: string }>(`${app.url}/api/usage/track`, {
      method: 'POST',
      token: app.credentials.trackingKey,
      body,
      headers,
    });

  it.each(['gzip', 'deflate', 'br'])('a body that is not the %s it says it is', async (encoding) => {
    const reply = await post('{"a":1}', { 'content-encoding': encoding });
    expect([reply.status, reply.body.code]).toEqual([400, 'MALFORMED_JSON']);
  });

  it('a gzip that ends early', async () => {
    expect((await post(gzipSync('{"a":1}').subarray(0, 12), { 'content-encoding': 'gzip' })).status).toBe(400);
  });

  it('a query by GET, a subscription, a persisted query that does not fit its hash', async () => {
    const get = await ask(`${app.url}/graphql?query={viewer{kind}}`);
    expect(get.body).toEqual({ data: { viewer: { kind: 'anonymous' } } });
    const bodies = [
      { query: 'subscription { x }' },
      { query: '{ nothing }', extensions: { persistedQuery: { version: 1, sha256Hash: 'abc' } } },
    ];
    for (const body of bodies) {
      const reply = await ask<{ errors: { extensions: { status: number } }[] }>(`${app.url}/graphql`, { body });
      expect([reply.status, reply.body.errors[0]?.extensions.status]).toEqual([400, 400]);
    }
  });

  it('lists in lists without end among the events of a batch', async () => {
    const deep = `${'['.repeat(300_000)}${']'.repeat(300_000)}`;
    const query = 'mutation ($e: [JSON]!) { trackBatch(events: $e) { summary { received } } }';
    const reply = await ask<{ errors: { extensions: { code: string } }[] }>(`${app.url}/graphql`, {
      token: app.credentials.trackingKey,
      body: `{"query":${JSON.stringify(query)},"variables":{"e":${deep}}}`,
    });
    expect([reply.status, reply.body.errors[0]?.extensions.code]).toEqual([400, 'VALIDATION_FAILED']);
  });
});

/** Each wrong item once cost an exception and a line of the answer: a long list held the process for seconds and ended in a 500. */
describe('a long list of wrong items', () => {
  it('is looked through to one more than its bound of fifty', async () => {
    const reply = await askGraphql(app, 'query ($facts: EligibilityFactsInput) { offers(facts: $facts) { total } }', {
      facts: { partners: Array(95_000).fill(1) },
    });
    const problem = reply.errors?.[0]?.extensions;
    expect(problem?.detail).toBe('51 fields need correction');
    expect(problem?.errors).toHaveLength(51);
  });

  it('is not parsed when it holds more lists than a body may', async () => {
    const variables = { facts: { partners: Array(60_000).fill([]) } };
    const reply = await askGraphql(app, '{ viewer { kind } }', variables);
    expect([reply.status, reply.data]).toEqual([400, null]);
    expect(reply.errors[0]?.extensions.errors).toMatchObject([{ pointer: '', code: 'too_large' }]);
  });
});
