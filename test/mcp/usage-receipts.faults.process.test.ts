import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { orderCalls, ordersRun, reportingTo, startOrdersMcp } from '../setup/orders-mcp.js';
import {
  answer,
  type Behaviour,
  cut,
  hang,
  type ReceiptService,
  startReceiptService,
} from '../setup/receipt-service.js';

let unreported: readonly unknown[];
let service: ReceiptService | undefined;
beforeAll(async () => {
  unreported = await ordersRun({});
});
afterEach(async () => {
  await service?.close();
  service = undefined;
});

const serve = async (behave: Behaviour): Promise<ReceiptService> => {
  service = await startReceiptService(behave);
  return service;
};

describe('the example of an MCP server that reports usage receipts · a service that is slow, wrong or away', () => {
  it('hands back the results while the service still holds their requests open', async () => {
    const { url, reached, held } = await serve(hang);
    const host = await startOrdersMcp(reportingTo(url));
    await host.callAll();
    await reached(3);
    expect(held()).toBe(3);
    expect(host.messages).toEqual(unreported);
    await host.close();
  });

  it.each<[string, Behaviour, number]>([
    ['fails with 500', answer(500, '{"code":"INTERNAL"}'), 3],
    ['is not available', answer(503, '{"code":"UNAVAILABLE"}'), 6],
    [
      'limits, with more patience than a receipt has',
      answer(429, '{"code":"RATE_LIMITED"}', { 'retry-after': '600' }),
      3,
    ],
    ['refuses the receipts', answer(400, '{"code":"VALIDATION_FAILED"}'), 3],
    ['answers garbage', answer(200, '<html>\0not json'), 3],
    ['answers more than an answer is', answer(200, 'x'.repeat(1_000_000)), 3],
    ['stores nothing of an ignored product', answer(200, '{"tracked":false,"ignored":true}'), 3],
    [
      'redirects',
      (response, request, nth) => answer(307, '', { location: `${request.path}/elsewhere` })(response, request, nth),
      3,
    ],
    ['closes every connection', cut, 6],
  ])('changes no result when the service %s, and sends no more than it may', async (_how, behave, requests) => {
    const { url, reached, taken } = await serve(behave);
    const host = await startOrdersMcp(reportingTo(url));
    await host.callAll();
    await reached(requests);
    await host.close();
    expect(host.messages).toEqual(unreported);
    expect(host.strays).toEqual([]);
    expect(taken.map(({ path }) => path)).toEqual(Array(requests).fill('/api/usage/track'));
    expect(new Set(taken.map(({ body }) => JSON.parse(body).idempotencyKey)).size).toBe(3);
    expect(host.stderr()).toMatch(
      /^A usage receipt was not stored: .*\nUsage receipts: 0 stored, 3 not stored, 0 dropped\.\n$/,
    );
  });

  it('changes no result when nothing listens', async () => {
    const { url, close } = await serve(hang);
    await close();
    expect(await ordersRun(reportingTo(url))).toEqual(unreported);
  });

  it('keeps at most 32 receipts under way, counts the others and says so once', async () => {
    const { url, reached, held } = await serve(hang);
    const host = await startOrdersMcp(reportingTo(url));
    await Promise.all(Array.from({ length: 40 }, () => host.call(orderCalls[0])));
    await reached(32);
    expect(held()).toBe(32);
    await host.close();
    expect(host.stderr().match(/under way/g)).toHaveLength(1);
    expect(host.stderr()).toContain('Usage receipts: 0 stored, 32 not stored, 8 dropped.\n');
  });
});
