import { afterEach, describe, expect, it } from 'vitest';
import { anyTrackingKey } from '../setup/orders-mcp.js';
import { type ReceiptService, startReceiptService } from '../setup/receipt-service.js';

interface Posted {
  readonly stored: boolean;
  readonly retryAfterMs?: number;
}
type PostReceipt = (url: string, trackingKey: string, body: string, signal: AbortSignal) => Promise<Posted>;

let service: ReceiptService | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

const file = new URL('../../docs/examples/mcp-usage-receipts/usage-receipts.post.mjs', import.meta.url);

async function post(status: number, retryAfter?: string, signal = new AbortController().signal): Promise<Posted> {
  const { postReceipt }: { postReceipt: PostReceipt } = await import(file.href);
  service = await startReceiptService((response) => {
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
    response.writeHead(status).end('{}');
  });
  return postReceipt(`${service.url}/api/usage/track`, anyTrackingKey, '{}', signal);
}

describe('one request of the example that reports usage receipts', () => {
  it.each<[number, string | undefined, number | undefined]>([
    [429, undefined, 500],
    [503, undefined, 500],
    [429, '0', 500],
    [429, '2', 2_000],
    [429, '5', 5_000],
    [429, '6', undefined],
    [429, 'soon', undefined],
    [429, new Date(0).toUTCString(), 500],
    [429, new Date(Date.now() + 3_600_000).toUTCString(), undefined],
    [500, '1', undefined],
    [404, undefined, undefined],
  ])('may be repeated after %i with Retry-After %j in %j ms', async (status, retryAfter, expected) => {
    const posted = await post(status, retryAfter);
    expect([posted.stored, posted.retryAfterMs]).toEqual([false, expected]);
  });

  it('is not stored where a 200 does not say so', async () => {
    expect(await post(200)).toMatchObject({ stored: false });
  });

  it('ends when it is given up', async () => {
    await expect(post(200, undefined, AbortSignal.abort())).rejects.toThrow('aborted');
  });

  it('carries the tracking key and nothing else of the kind', async () => {
    await post(200);
    expect(service?.taken.map(({ authorization }) => authorization)).toEqual([`Bearer ${anyTrackingKey}`]);
  });
});
