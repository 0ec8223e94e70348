import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Taken {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly authorization: string;
}

type Answer = (taken: Taken, response: ServerResponse, at: number) => void;

export interface FaultyService {
  readonly url: string;
  readonly taken: Taken[];
  /** Every event that it stored, by key, with its bytes. */
  readonly stored: Map<string, string>;
  answerWith(answer: Answer): void;
  close(): Promise<void>;
}

const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};

/** Stores what it is sent as the real service does: a key once, a changed event under it never. */
export function honest(service: Pick<FaultyService, 'stored'>): Answer {
  const one = (event: Record<string, unknown>, text: string): Record<string, unknown> => {
    const key = String(event.idempotencyKey);
    const known = service.stored.get(key);
    if (known !== undefined && known !== text)
      return { status: 'conflict', tracked: false, error: { status: 409, code: 'IDEMPOTENCY_CONFLICT' } };
    service.stored.set(key, text);
    return { tracked: true, duplicate: known !== undefined, ignored: false, eventId: `evt_${key}` };
  };
  return ({ method, path, body }, response) => {
    if (method === 'GET') {
      const key = new URL(path, 'http://x').searchParams.get('idempotencyKey') ?? '';
      return service.stored.has(key)
        ? json(response, 200, { eventId: `evt_${key}`, receivedAt: '2026-01-01T00:00:00.000Z' })
        : json(response, 404, { code: 'NOT_FOUND' });
    }
    const sent = JSON.parse(body);
    if (!path.endsWith('/batch')) return json(response, 200, one(sent, body));
    const results = sent.events.map((event: Record<string, unknown>, index: number) => ({
      index,
      ...one(event, JSON.stringify(event)),
    }));
    return json(response, results.some((result: { error?: unknown }) => result.error) ? 207 : 200, { results });
  };
}

export { json };

/** A service that answers as a test says, over real HTTP. */
export async function startFaultyService(): Promise<FaultyService> {
  const taken: Taken[] = [];
  const stored = new Map<string, string>();
  let answer: Answer = honest({ stored });
  const server = createServer(async (request: IncomingMessage, response) => {
    let body = '';
    try {
      for await (const part of request) body += part;
    } catch {
      return; // the client ended the request
    }
    const { method = '', url = '', headers } = request;
    const one = { method, path: url, body, authorization: headers.authorization ?? '' };
    taken.push(one);
    answer(one, response, taken.length);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    stored,
    answerWith(given) {
      answer = given;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((ended) => server.close(ended));
    },
  };
}
