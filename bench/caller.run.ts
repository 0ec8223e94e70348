import { randomUUID } from 'node:crypto';
import { Agent, type RequestOptions, request } from 'node:http';
import { DEVELOPER_SLOT, KEY_SLOT } from './load.types.js';
import { DEMO_PRODUCT, eventText } from './row.sql.js';

/** A company's server and readers of the directory, well inside the budgets of decisions §2. */
const TRACK_EVERY_MS = 20;
const READ_EVERY_MS = 50;
/** Readers with an address each: 40 reads a minute of 120. */
const READERS = 30;
const ANSWER_PATIENCE_MS = 30_000;

/** Latencies of one window in milliseconds, from the moment at which a request was due to its whole answer. */
export interface CallerReport {
  readonly trackMs: readonly number[];
  readonly readMs: readonly number[];
  /** Answers other than 200, with the first of them. */
  readonly wrong: number;
  readonly firstWrong: string | null;
}

interface Tenant {
  readonly trackingKey: string;
  readonly productId: string;
}

/**
 * Tracks events with a valid key and reads the directory for so long, each at its time whether or not earlier answers came: a caller who waits for
 * its answers would not count what it could not send.
 */
export async function runCaller(
  port: number,
  { trackingKey, productId }: Tenant,
  questions: readonly string[],
  windowMs: number,
): Promise<CallerReport> {
  const agents = Array.from(
    { length: READERS },
    (_one, index) =>
      new Agent({ keepAlive: true, localAddress: `127.2.0.${index + 1}` } as ConstructorParameters<typeof Agent>[0]),
  );
  const server = new Agent({ keepAlive: true });
  const trackMs: number[] = [];
  const readMs: number[] = [];
  let wrong = 0;
  let firstWrong: string | null = null;
  const judge = (into: number[], dueAt: number) => (answered: string | null) => {
    into.push(performance.now() - dueAt);
    if (answered === null) return;
    wrong += 1;
    firstWrong ??= answered;
  };
  const track = (dueAt: number): Promise<void> => {
    const body = eventText
      .replaceAll(KEY_SLOT, randomUUID())
      .replaceAll(JSON.stringify(DEMO_PRODUCT), JSON.stringify({ ...DEMO_PRODUCT, id: productId }))
      .replaceAll(DEVELOPER_SLOT, `dev_${String(trackMs.length % 1_000).padStart(8, '0')}`);
    const headers = { Authorization: `Bearer ${trackingKey}`, 'Content-Type': 'application/json' };
    return send({ port, agent: server, method: 'POST', path: '/api/usage/track', headers }, body).then(
      judge(trackMs, dueAt),
    );
  };
  const read = (dueAt: number, turn: number): Promise<void> => {
    const question = questions[(turn * 7) % questions.length] ?? '';
    const path = `/api/directory/context?q=${encodeURIComponent(question)}&limit=${1 + (turn % 20)}`;
    return send({ port, agent: agents[turn % READERS], method: 'GET', path, headers: {} }, '').then(
      judge(readMs, dueAt),
    );
  };
  try {
    await Promise.all([paced(TRACK_EVERY_MS, windowMs, track), paced(READ_EVERY_MS, windowMs, read)]);
  } finally {
    for (const agent of [...agents, server]) agent.destroy();
  }
  return { trackMs, readMs, wrong, firstWrong };
}

/** Starts one after another when it is due, and resolves when all of them have ended. */
function paced(
  everyMs: number,
  windowMs: number,
  start: (dueAt: number, turn: number) => Promise<void>,
): Promise<void> {
  const began = performance.now();
  const running: Promise<void>[] = [];
  return new Promise((resolve, reject) => {
    const due = (): void => {
      for (;;) {
        const turn = running.length;
        const at = began + turn * everyMs;
        if (at > began + windowMs) return void Promise.all(running).then(() => resolve(), reject);
        const wait = at - performance.now();
        if (wait > 0) return void setTimeout(due, wait);
        running.push(start(at, turn));
      }
    };
    due();
  });
}

/** Sends one request and answers null for 200, else what came instead. */
function send(options: RequestOptions, body: string): Promise<string | null> {
  return new Promise((resolve) => {
    const sent = request({ ...options, host: '127.0.0.1', timeout: ANSWER_PATIENCE_MS }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => resolve(answer.statusCode === 200 ? null : `${answer.statusCode} ${text.slice(0, 400)}`));
      answer.on('error', (error) => resolve(error.message));
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', (error) => resolve(error.message));
    sent.end(body);
  });
}
