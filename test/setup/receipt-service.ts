import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that came, with what it carried. */
export interface TakenRequest {
  readonly path: string;
  readonly body: string;
  readonly authorization: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** The service's behaviour on a request; `nth` counts from 1. One that does nothing leaves the request open. */
export type Behaviour = (response: ServerResponse, request: TakenRequest, nth: number) => void | Promise<void>;

/** Leaves every request open. */
export const hang: Behaviour = () => undefined;

/** Closes the connection instead of an answer. */
export const cut: Behaviour = (response) => void response.destroy();

/** Answers every request alike. */
export const answer =
  (status: number, body: string, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);

export interface ReceiptService {
  readonly url: string;
  /** Every request, in the order of arrival. */
  readonly taken: readonly TakenRequest[];
  /** Requests that are open now, on both sides. */
  held(): number;
  /** Settles once that many requests have come. */
  reached(times: number): Promise<void>;
  close(): Promise<void>;
}

/** A service that takes usage receipts and behaves as a test tells it to. */
export async function startReceiptService(behave: Behaviour): Promise<ReceiptService> {
  const taken: TakenRequest[] = [];
  const open = new Set<ServerResponse>();
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { headers } = request;
    const body = Buffer.concat(chunks).toString('utf8');
    const one = { path: request.url ?? '', body, authorization: headers.authorization, headers };
    taken.push(one);
    for (const look of waiting) look();
    await behave(response, one, taken.length);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    held: () => open.size,
    reached: (times) =>
      new Promise((settle) => {
        const look = (): void => {
          if (taken.length < times) return;
          waiting.delete(look);
          settle();
        };
        waiting.add(look);
        look();
      }),
    close() {
      server.closeAllConnections();
      return new Promise((ended) => server.close(() => ended()));
    },
  };
}
