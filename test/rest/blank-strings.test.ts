import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { makeEvent } from '../setup/make.js';
import { callOnce, type ToolProblem } from '../setup/mcp.ask.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe('a required string of nothing but blanks', () => {
  const trackingKey = () => app.credentials.trackingKey;
  const workflowToken = () => app.credentials.workflowToken;

  it.each([['idempotencyKey'], ['event_id'], ['developer_id'], ['product/name']])(
    'is missing in an event: %s',
    async (at) => {
      const { idempotencyKey: _key, ...event } = makeEvent(app);
      const body =
        at === 'product/name'
          ? { ...event, idempotencyKey: 'a', product: { id: app.credentials.productId, type: 'api', name: ' \t ' } }
          : { idempotencyKey: at === 'event_id' ? undefined : 'a', ...event, [at]: ' \t ' };
      const reply = await ask(`${app.url}/api/usage/track`, { token: trackingKey(), body });
      expect([reply.status, (reply.body.errors as { pointer: string }[])[0]?.pointer]).toEqual([400, `/${at}`]);
    },
  );

  it.each([
    ['/product/name', { product: { name: ' ' } }],
    ['/user/id', { user: { id: ' \t ' } }],
    ['/provider', { provider: '\u3000' }],
    ['/idempotencyKey', { idempotencyKey: ' ' }],
  ])('is missing in a receipt that an event carries: %s', async (at, given) => {
    const usageReceipt = { receiptType: 'api_call', ...given };
    const body = makeEvent(app, { metadata: { usageReceipt } });
    for (const path of ['/api/usage/track', '/api/usage/track/dry-run']) {
      const reply = await ask(`${app.url}${path}`, { token: trackingKey(), body });
      expect([reply.status, reply.body.errors]).toEqual([
        400,
        expect.arrayContaining([expect.objectContaining({ pointer: `/metadata/usageReceipt${at}`, code: 'required' })]),
      ]);
    }
  });

  it('is missing in what a tool of MCP takes', async () => {
    const token = workflowToken();
    for (const [tool, given, pointer] of [
      ['build_brief', { intent: ' \t  ' }, '/intent'],
      ['get_build_packet', { planId: '  ' }, '/planId'],
    ] as const) {
      const { isError, answer } = await callOnce<ToolProblem>(app.url, tool, given, { token });
      expect([isError, answer.code, answer.errors?.[0]?.pointer]).toEqual([true, 'VALIDATION_FAILED', pointer]);
    }
    expect((await callOnce(app.url, 'search_tools', { query: ' ' })).isError, 'a question may be blank').toBe(false);
  });

  it('is missing in a path', async () => {
    const paths = ['/v0.1/servers/%20/versions', '/v0.1/servers/%20/versions/latest', '/api/projects/%20'];
    for (const path of paths) {
      const reply = await ask(`${app.url}${path}`);
      expect([path, reply.status, reply.body.code]).toEqual([path, 400, 'VALIDATION_FAILED']);
    }
  });

  it('is missing in a GraphQL input, a header and a query parameter', async () => {
    const token = workflowToken();
    const receipt = { toolSlug: 'stripe', receiptType: 'api_call', idempotencyKey: '   ', success: true };
    const usage = await ask(`${app.url}/api/me/usage`, { token, body: receipt });
    expect([usage.status, usage.body.errors]).toEqual([
      400,
      [expect.objectContaining({ pointer: '/idempotencyKey', code: 'required' })],
    ]);
    const draft = { title: 'A', summary: 'B', tools: [] };
    const headers = { 'idempotency-key': ' \t ' };
    expect((await ask(`${app.url}/api/workflow/projects/draft`, { token, body: draft, headers })).status).toBe(400);
    expect((await ask(`${app.url}/api/usage/events?idempotencyKey=%20%20`, { token: trackingKey() })).status).toBe(400);
    expect((await ask(`${app.url}/api/build/search?intent=%20%20%20%20`)).status).toBe(400);
    expect((await ask(`${app.url}/api/workflow/build-packet?planId=%20`, { token })).status).toBe(400);
  });
});
