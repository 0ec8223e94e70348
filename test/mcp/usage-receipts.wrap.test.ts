import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyTrackingKey } from '../setup/orders-mcp.js';
import { type ReceiptService, startReceiptService } from '../setup/receipt-service.js';

type Tool = (...args: unknown[]) => unknown;
interface UsageReceipts {
  reported(mcpTool: string, callback: Tool): Tool;
}

let service: ReceiptService;
let usage: UsageReceipts;
beforeEach(async () => {
  service = await startReceiptService((response) => void response.end('{"tracked":true}'));
  const file = new URL('../../docs/examples/mcp-usage-receipts/usage-receipts.mjs', import.meta.url);
  const { openUsageReceipts } = await import(file.href);
  usage = openUsageReceipts({
    apiUrl: service.url,
    trackingKey: anyTrackingKey,
    product: { id: 'p', name: 'P', type: 'mcp_server' },
    userId: 'person-1',
    mcpServer: 'server-1',
  });
});
afterEach(() => service.close());

/** The first receipt that came. */
async function firstReceipt(): Promise<Record<string, unknown>> {
  await service.reached(1);
  return JSON.parse(service.taken[0]?.body ?? '').metadata.usageReceipt;
}

describe('a tool callback that is wrapped for usage receipts', () => {
  it.each<[string, unknown]>([
    ['a frozen result', Object.freeze({ content: Object.freeze([]), structuredContent: Object.freeze({ a: 1 }) })],
    ['an error result', { isError: true, content: [] }],
    ['nothing', undefined],
    [
      'a result that cannot be looked at',
      {
        get isError() {
          throw new Error('mine');
        },
      },
    ],
  ])('answers %s as the same value, whether it answers at once or later', async (_what, result) => {
    expect(await usage.reported('t', () => result)()).toBe(result);
    expect(await usage.reported('t', async () => result)()).toBe(result);
  });

  it.each<[string, unknown]>([
    ['an error', new Error('mine')],
    ['a text', 'mine'],
    ['nothing', undefined],
  ])('throws %s as the same value, and its receipt says failed', async (_what, thrown) => {
    const tool = usage.reported('failing', () => {
      throw thrown;
    });
    const caught = async (): Promise<unknown> =>
      Promise.resolve(tool()).then(
        () => 'nothing was thrown',
        (error) => error,
      );
    expect(await caught()).toBe(thrown);
    expect(await firstReceipt()).toMatchObject({ mcpTool: 'failing', success: false });
  });

  it('gets its arguments as they are and runs once', async () => {
    const runs: unknown[][] = [];
    const args = [{ a: 1 }, { signal: new AbortController().signal, sendNotification: () => undefined }];
    await usage.reported('t', (...given) => runs.push(given))(...args);
    expect(runs).toHaveLength(1);
    expect(runs[0]?.[0]).toBe(args[0]);
    expect(runs[0]?.[1]).toBe(args[1]);
  });

  it('has no receipt when the host cancelled the call', async () => {
    await usage.reported('cancelled', () => ({ content: [] }))({}, { signal: AbortSignal.abort() });
    await usage.reported('next', () => ({ content: [] }))({}, { signal: new AbortController().signal });
    expect((await firstReceipt()).mcpTool).toBe('next');
  });

  it('leaves out of the receipt what was not configured', async () => {
    await usage.reported('t', () => ({ content: [] }))();
    const receipt = await firstReceipt();
    expect(receipt).not.toHaveProperty('account');
    expect(receipt.workflow).toEqual({ id: 'server-1', runId: expect.any(String) });
  });
});
