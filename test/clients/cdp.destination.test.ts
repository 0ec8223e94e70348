import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createDestination } from '../../clients/cdp/src/index.js';

const mapping = { product: { id: 'orders-api', name: 'Orders API', type: 'api' }, keep: ['plan'] };
const call = (more: Record<string, unknown> = {}) => ({
  type: 'track',
  event: 'First API Call',
  userId: 'developer-1',
  messageId: 'message-1',
  timestamp: '2026-01-02T03:04:05.000Z',
  ...more,
});

describe('the destination of @dai/cdp', () => {
  it('answers the retries of a CDP: what is to come again, what never can, and what is done', async () => {
    let next: { status: number; headers?: Record<string, string>; body?: unknown } = { status: 200 };
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(next.status, next.headers).end(JSON.stringify(next.body ?? {}));
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const destination = createDestination({ url, key: 'dtk_canary', ...mapping });
    const post = async (body: string): Promise<[number, string | null]> => {
      const answer = await destination.handle(new Request('http://x.example', { method: 'POST', body }));
      expect(await answer.text()).not.toContain('canary');
      return [answer.status, answer.headers.get('retry-after')];
    };
    const one = JSON.stringify(call());
    for (const status of [408, 429, 500, 502, 503, 504]) {
      next = { status, headers: { 'retry-after': '7' } };
      expect(await post(one)).toEqual([503, '7']);
    }
    next = { status: 200, body: '<html>' };
    expect(await post(one)).toEqual([503, '1']);
    for (const status of [301, 400, 401, 403, 409, 413]) {
      next = { status };
      expect(await post(one)).toEqual([400, null]);
    }
    for (const body of [{ tracked: true }, { tracked: true, duplicate: true }, { ignored: true }]) {
      next = { status: 200, body };
      expect(await post(one)).toEqual([200, null]);
    }
    expect(await post(JSON.stringify(call({ type: 'identify' })))).toEqual([200, null]);
    expect(await post(JSON.stringify({ batch: [call(), call({ userId: null })] }))).toEqual([400, null]);
    for (const wrong of ['', 'null', '5', '{"a":', JSON.stringify(Array(51).fill(call()))])
      expect(await post(wrong)).toEqual([400, null]);
    await new Promise((closed) => server.close(closed));
    expect(await post(one)).toEqual([503, '1']);
  });

  it('sends nothing to where a redirect leads', async () => {
    const reached: string[] = [];
    const other = createServer((request, response) => {
      reached.push(request.headers.authorization ?? '');
      response.end('{"tracked":true}');
    });
    await new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready));
    const { port } = other.address() as AddressInfo;
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(307, { location: `http://localhost:${port}/` }).end();
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await createDestination({ url, key: 'dtk_canary', ...mapping }).send(call())).toMatchObject({
      kind: 'refused',
    });
    expect(reached).toEqual([]);
    await Promise.all([other, server].map((one) => new Promise((closed) => one.close(closed))));
  });
});
