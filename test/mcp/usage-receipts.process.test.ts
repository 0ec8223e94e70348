import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OrdersProduct, ordersProduct } from '../setup/orders-mcp.events.js';
import { anyTrackingKey, orderCalls, ordersRun, reportingTo, startOrdersMcp } from '../setup/orders-mcp.js';
import {
  answer,
  type Behaviour,
  cut,
  hang,
  type ReceiptService,
  startReceiptService,
} from '../setup/receipt-service.js';

let unreported: readonly unknown[];
let own: OrdersProduct;
let service: ReceiptService | undefined;
beforeAll(async () => {
  [own, unreported] = await Promise.all([ordersProduct(), ordersRun({})]);
});
afterEach(async () => {
  await service?.close();
  service = undefined;
});
afterAll(() => own.close());

const serve = async (behave: Behaviour): Promise<ReceiptService> => {
  service = await startReceiptService(behave);
  return service;
};

describe('the example of an MCP server that reports usage receipts · our service', () => {
  it('stores one event per call, with the members of an MCP tool-call receipt and no warning', async () => {
    const host = await startOrdersMcp(reportingTo(own.url, own.trackingKey));
    await host.callAll();
    await host.close();
    expect(host.messages).toEqual(unreported);
    expect(host.stderr()).toBe('Usage receipts: 3 stored, 0 not stored, 0 dropped.\n');
    const events = await own.events();
    expect(events.map((event) => event.event_name).sort()).toEqual([
      'MCP_TOOL_CALL_FAILED',
      'MCP_TOOL_CALL_FAILED',
      'MCP_TOOL_CALL_SUCCEEDED',
    ]);
    for (const { event_name, idempotencyKey, metadata } of events)
      expect(metadata).toEqual({
        usageReceipt: {
          contract: 'service-usage-receipt-v1',
          receiptType: 'mcp_tool_call',
          product: { id: 'orders-mcp', name: 'Orders MCP', type: 'mcp_server' },
          user: { id: 'person-7f3a' },
          account: { domain: 'customer.example' },
          workflow: { id: 'order-desk', runId: expect.any(String) },
          mcpServer: 'orders-mcp',
          mcpTool: expect.stringMatching(/^(find_order|estimate_delivery)$/),
          requestCount: 1,
          latencyMs: expect.any(Number),
          success: event_name === 'MCP_TOOL_CALL_SUCCEEDED',
          idempotencyKey,
        },
      });
    expect(await own.verdicts()).toEqual(Array(3).fill({ status: 'tracked', errors: [], warnings: [] }));
  });

  it.each<[string, Behaviour]>([
    ['refused the first time with 429', answer(429, '{}', { 'retry-after': '0' })],
    ['cut off before the first answer', cut],
    [
      'stored, and its answer was lost',
      async (response, { body }) => {
        await own.track(body);
        response.destroy();
      },
    ],
  ])('stores one event when a receipt was %s', async (_how, first) => {
    const before = await own.events();
    const { url, reached, taken } = await serve(async (response, request, nth) => {
      if (nth === 1) return first(response, request, nth);
      const { status, text } = await own.track(request.body);
      return answer(status, text)(response, request, nth);
    });
    const host = await startOrdersMcp(reportingTo(url));
    await host.call(orderCalls[0]);
    await reached(2);
    await host.close();
    expect(taken[1]?.body).toBe(taken[0]?.body);
    expect(await own.events()).toHaveLength(before.length + 1);
    expect(host.stderr()).toBe('Usage receipts: 1 stored, 0 not stored, 0 dropped.\n');
  });
});

describe('the example of an MCP server that reports usage receipts · what it sends', () => {
  it('has no word of arguments, results and errors', async () => {
    const { url, reached, taken } = await serve(answer(200, '{"tracked":true}'));
    await ordersRun(reportingTo(url));
    await reached(3);
    const sent = JSON.stringify(taken);
    for (const word of [
      '1042',
      'shipped',
      'words of a person',
      'There is no',
      'a secret place',
      'Nothing is delivered',
    ])
      expect(sent).not.toContain(word);
  });

  it.each([
    ['there is no key', { SERVICE_ADOPTION_KEY: '' }, ''],
    [
      'the key is a placeholder that no one expanded',
      { SERVICE_ADOPTION_KEY: '${SERVICE_ADOPTION_KEY}' },
      'the tracking key',
    ],
    [
      'the key is of another kind',
      { SERVICE_ADOPTION_KEY: anyTrackingKey.replace('dtk_', 'dai_') },
      'the tracking key',
    ],
    ['no one is named', { USAGE_USER_ID: '' }, 'the user id'],
    ['the key would travel in the clear', { DAI_API_URL: 'http://api.example.com' }, 'the address'],
  ])('is nothing when %s', async (_why, env, reported) => {
    const { url, taken } = await serve(hang);
    const host = await startOrdersMcp({ ...reportingTo(url), ...env });
    await host.callAll();
    await host.close();
    expect(host.messages).toEqual(unreported);
    expect(taken).toEqual([]);
    expect(host.stderr()).toBe(reported && `Usage receipts are off: ${reported} is missing or cannot be used.\n`);
  });

  it('tells runs apart and keeps the workflow', async () => {
    const { url, reached, taken } = await serve(answer(200, '{"tracked":true}'));
    await ordersRun(reportingTo(url));
    await ordersRun(reportingTo(url));
    await reached(6);
    const workflows = taken.map(({ body }) => JSON.parse(body).metadata.usageReceipt.workflow);
    expect(new Set(workflows.map(({ id }) => id))).toEqual(new Set(['order-desk']));
    expect(new Set(workflows.map(({ runId }) => runId)).size).toBe(2);
  });
});
