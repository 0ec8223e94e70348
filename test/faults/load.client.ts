import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const CONNECTIONS = 64;
/** One in so many events is sent twice at once, and one again after its acknowledgement. */
const REPEATED_EVERY = 8;
const POLL_MS = 50;
/** An event that is not acknowledged for so long makes the load fail: the gateway has not come back. */
const PATIENCE_MS = 60_000;

export type Outcome =
  | { readonly kind: 'answer'; readonly status: number; readonly body: Record<string, unknown> }
  | { readonly kind: 'lost'; readonly code: string; readonly reusedConnection: boolean };

export interface Caller {
  post(url: string, body: unknown): Promise<Outcome>;
  close(): void;
}

/** A client that keeps its connections alive, as servers of customers do; a lost connection is an outcome, not an exception. */
export function openCaller(token: string, connections = CONNECTIONS): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    post: (url, body) =>
      new Promise((resolve) => {
        const text = JSON.stringify(body);
        const req = request(`${url}/api/usage/track`, {
          agent,
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
            authorization: `Bearer ${token}`,
          },
        });
        const lost = (error: Error): void =>
          resolve({
            kind: 'lost',
            code: 'code' in error ? String(error.code) : error.message,
            reusedConnection: req.reusedSocket,
          });
        req.once('error', lost);
        req.once('response', (answer) => {
          let received = '';
          answer.setEncoding('utf8').on('data', (part: string) => {
            received += part;
          });
          answer.once('error', lost);
          answer.once('end', () =>
            resolve({
              kind: 'answer',
              status: answer.statusCode ?? 0,
              body: bodyOf(received),
            }),
          );
        });
        req.end(text);
      }),
    close: () => agent.destroy(),
  };
}

/** A proxy answers its own failures as text of its own. */
const bodyOf = (received: string): Record<string, unknown> =>
  received.startsWith('{') ? (JSON.parse(received) as Record<string, unknown>) : { text: received };

export interface Load {
  /** The client's own log: the id that each acknowledged key was given. */
  readonly acknowledged: ReadonlyMap<string, string>;
  /** Answers that contradict the log or the contract; empty when the promise was kept. */
  readonly contradictions: readonly string[];
  /** Calls `act` in the very moment in which so many keys more than now are acknowledged, and resolves then. */
  after(more: number, act: () => void): Promise<void>;
  /** Sends no new event, and resolves when each that was ever sent is acknowledged. */
  finish(): Promise<void>;
}

/**
 * Loads a gateway over 64 connections with unique events and a share of repeats. What is not answered, or answered 503, is sent
 * again with the same key and payload until it is acknowledged. `target` is asked before each call: the gateway may be coming back.
 */
export function startLoad(target: () => Promise<{ url: string }>, token: string, productId: string): Load {
  const caller = openCaller(token);
  const run = randomUUID();
  const acknowledged = new Map<string, string>();
  const firstAnswers = new Set<string>();
  const contradictions: string[] = [];
  const awaited: { count: number; act: () => void }[] = [];
  let sent = 0;
  let finishing = false;

  const acknowledge = (key: string, body: Record<string, unknown>): void => {
    const { eventId, duplicate, tracked } = body;
    if (tracked !== true || typeof eventId !== 'string') contradictions.push(`${key}: ${JSON.stringify(body)}`);
    const known = acknowledged.get(key);
    if (known !== undefined && known !== eventId) contradictions.push(`${key} was ${known} and became ${eventId}`);
    if (duplicate !== true && firstAnswers.has(key)) contradictions.push(`${key} had two first answers`);
    if (duplicate !== true) firstAnswers.add(key);
    acknowledged.set(key, String(eventId));
    while (awaited[0] && acknowledged.size >= awaited[0].count) awaited.shift()?.act();
  };

  async function deliver(event: { idempotencyKey: string }): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const { url } = await target();
      const outcome = await caller.post(url, event);
      if (outcome.kind === 'answer' && outcome.status === 200) return acknowledge(event.idempotencyKey, outcome.body);
      if (outcome.kind === 'answer' && outcome.status !== 503)
        contradictions.push(`${event.idempotencyKey}: ${outcome.status} ${JSON.stringify(outcome.body)}`);
      if (performance.now() > deadline) throw new Error(`not acknowledged in time; last: ${JSON.stringify(outcome)}`);
      await pause(POLL_MS);
    }
  }

  async function work(): Promise<void> {
    while (!finishing) {
      sent += 1;
      const number = sent;
      const event = {
        event_name: 'FIRST_API_CALL',
        developer_id: `dev_${number % 500}`,
        product: { id: productId, name: 'Demo API', type: 'api' },
        idempotencyKey: `${run}-${number}`,
        metadata: { number },
      };
      await Promise.all(number % REPEATED_EVERY === 0 ? [deliver(event), deliver(event)] : [deliver(event)]);
      if (number % REPEATED_EVERY === 1) await deliver(event);
    }
  }

  const workers = Promise.all(Array.from({ length: CONNECTIONS }, work));
  const failed = workers.then(() => new Promise<void>(() => undefined));
  return {
    acknowledged,
    contradictions,
    after: (more, act) =>
      Promise.race([
        failed,
        new Promise<void>((resolve) => {
          awaited.push({
            count: acknowledged.size + more,
            act() {
              act();
              resolve();
            },
          });
        }),
      ]),
    async finish() {
      finishing = true;
      await workers.finally(() => caller.close());
    },
  };
}
