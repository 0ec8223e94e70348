import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived. */
export interface Taken {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly authorization: string;
  readonly atMs: number;
}

/** Replaces the honest answer to one request. */
export type Fault =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: string;
    }
  /** The connection ends without an answer; with `stores`, after the events were stored. */
  | { readonly kind: 'cut'; readonly stores?: boolean }
  | { readonly kind: 'silent' }
  /** The events are stored, and the answer waits for `release`. */
  | { readonly kind: 'held' }
  /** Items of a batch get this status, in place of their verdict. */
  | {
      readonly kind: 'items';
      readonly at: readonly number[];
      readonly status: number;
      readonly code: string;
      readonly headers?: Record<string, string>;
    };

export interface MockService {
  readonly url: string;
  readonly taken: Taken[];
  /** Events by key, each with its bytes. */
  readonly stored: Map<string, string>;
  /** Faults of the next requests that write, in their order; afterwards answers are honest. */
  faults: Fault[];
  /** A product that is ignored, by its id. */
  ignored: string | null;
  /** Gives the answers that were held. */
  release(): void;
  /** Ends every connection. */
  cut(): void;
  close(): Promise<void>;
}

type Item = Record<string, unknown>;

/** A service that keeps the contract of the tracking paths in memory, but for the faults that it is given. */
export async function startMockService(): Promise<MockService> {
  const taken: Taken[] = [];
  const stored = new Map<string, string>();
  let held: (() => void)[] = [];

  const store = (event: Item): Item => {
    const key = String(event.idempotencyKey ?? event.event_id);
    const text = JSON.stringify(event);
    const known = stored.get(key);
    const product = event.product as Item | undefined;
    if (product?.id === service.ignored && service.ignored !== null)
      return { tracked: false, duplicate: false, ignored: true, eventId: null, reason: 'product_ignored' };
    if (known !== undefined && known !== text)
      return { tracked: false, error: { status: 409, code: 'IDEMPOTENCY_CONFLICT', detail: 'Changed.' } };
    stored.set(key, text);
    return { tracked: true, duplicate: known !== undefined, ignored: false, eventId: `evt_${key}`, receivedAt: null };
  };

  function answer(one: Taken, response: ServerResponse): void {
    const url = new URL(one.path, 'http://mock');
    if (one.method === 'GET') {
      const key = url.searchParams.get('idempotencyKey') ?? '';
      if (!stored.has(key)) return reply(response, 404, { status: 404, code: 'NOT_FOUND' });
      return reply(response, 200, { eventId: `evt_${key}`, idempotencyKey: key, receivedAt: null });
    }
    if (url.pathname.endsWith('/dry-run'))
      return reply(response, 202, { accepted: true, stored: false, mapping: {}, wouldBe: 'tracked' });
    const fault = service.faults.shift();
    if (fault?.kind === 'silent') return;
    if (fault?.kind === 'held') {
      const sent = JSON.parse(one.body) as Item;
      const results = url.pathname.endsWith('/batch') ? (sent.events as Item[]).map(store) : null;
      const body = results ? { results: results.map((result, index) => ({ index, ...result })) } : store(sent);
      held.push(() => reply(response, 200, body));
      return;
    }
    if (fault?.kind === 'status') {
      response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers });
      return void response.end(fault.body ?? JSON.stringify({ status: fault.status, code: `MOCK_${fault.status}` }));
    }
    if (fault?.kind === 'cut' && !fault.stores) return void response.destroy();
    const sent = JSON.parse(one.body) as Item;
    if (!url.pathname.endsWith('/batch')) {
      const result = store(sent);
      if (fault?.kind === 'cut') return void response.destroy();
      const error = result.error as Item | undefined;
      return reply(response, error ? Number(error.status) : 200, error ?? result);
    }
    const results = (sent.events as Item[]).map((event, index) => {
      const isFaulty = fault?.kind === 'items' && fault.at.includes(index);
      const error = isFaulty ? { status: fault.status, code: fault.code, detail: 'A fault.' } : null;
      return { index, ...(error ? { status: 'invalid', tracked: false, error } : store(event)) };
    });
    if (fault?.kind === 'cut') return void response.destroy();
    const headers = fault?.kind === 'items' ? fault.headers : undefined;
    reply(response, results.some((result) => 'error' in result) ? 207 : 200, { results }, headers);
  }

  const server = createServer(async (request, response) => {
    let body = '';
    try {
      for await (const part of request) body += part;
    } catch {
      return; // the client ended the request
    }
    const { method = '', url = '', headers } = request;
    const one = { method, path: url, body, authorization: headers.authorization ?? '', atMs: performance.now() };
    taken.push(one);
    answer(one, response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const service: MockService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    stored,
    faults: [],
    ignored: null,
    release() {
      for (const answerNow of held) answerNow();
      held = [];
    },
    cut: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections();
      await new Promise((ended) => server.close(ended));
    },
  };
  return service;
}

const reply = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void =>
  void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
