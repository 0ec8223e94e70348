import type { PrincipalOf } from '../platform/context.js';
import { Fault } from '../platform/fault.js';
import type { Log } from '../platform/log.js';
import type { EventRow } from './event.columns.js';
import { type EventSource, inOrder, outcomesOf, rowOf } from './event.group.js';
import type { PreparedEvent } from './event.shapes.js';
import { codeOf, isPassing, openEventStore } from './event.store.js';
import type { Recorded } from './fingerprint.rules.js';

/** At most this many events go into one flush; more would only lengthen the answer of each. */
const FLUSH_ROWS_MAX = 500;
/** Beyond these the queue refuses with 503: what is refused was not acknowledged, so nothing is lost. */
const QUEUE_ROWS_MAX = 20_000;
const QUEUE_BYTES_MAX = 64 * 1024 * 1024;
const RETRY_DELAYS_MS = [20, 100, 400];

interface Waiting {
  readonly key: PrincipalOf<'tracking_key'>;
  readonly event: PreparedEvent;
  readonly row: EventRow;
  resolve(recorded: Recorded): void;
  reject(fault: Fault): void;
}

export interface FlushQueue {
  /** Stores one checked event in the next flush; settles after the commit of its group, or rejects with UNAVAILABLE. */
  submit(
    key: PrincipalOf<'tracking_key'>,
    event: PreparedEvent,
    receivedAt: Date,
    source: EventSource,
  ): Promise<Recorded>;
  readonly waitingRows: number;
  /** Waits until everything submitted has been answered, then closes the connections. */
  close(): Promise<void>;
}

/**
 * Group commit: events that arrive while a flush is in flight form the next one; there is no timer, and one flush is in flight
 * per process (architecture, The hot path). The unique index alone decides who was first.
 */
export async function openFlushQueue(options: {
  databaseUrl: string;
  log: Log;
  observe(rows: number, seconds: number): void;
  changed(productUuid: string): void;
}): Promise<FlushQueue> {
  const store = await openEventStore(options);
  let waiting: Waiting[] = [];
  let waitingBytes = 0;
  let running: Promise<void> | null = null;

  /** Begins when everything that this turn of the event loop brought is submitted: the events of a batch are one group. */
  const start = (): Promise<void> => new Promise<void>((resume) => setImmediate(resume)).then(drain);

  /** Each group is answered after the next one was sent, so that the database never waits for us. */
  async function drain(): Promise<void> {
    let answer = (): void => undefined;
    while (waiting.length > 0) {
      const group = waiting.slice(0, FLUSH_ROWS_MAX);
      waiting = waiting.slice(FLUSH_ROWS_MAX);
      for (const { event } of group) waitingBytes -= event.bytes;
      const started = performance.now();
      const flushed = flush(group);
      answer();
      answer = await flushed;
      options.observe(group.length, (performance.now() - started) / 1000);
    }
    running = null; // before anything else can run, else what is submitted meanwhile would wait for nobody
    answer();
  }

  /**
   * One group in one transaction; a lost connection or a deadlock is tried again with the same ids, a bad row falls back to row by row.
   * Resolves with what tells everyone of the group what became of their event.
   */
  async function flush(group: readonly Waiting[]): Promise<() => void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const answers = await decide(group);
        return () => {
          for (const [index, one] of group.entries()) one.resolve(answers[index] ?? { status: 'ignored' });
        };
      } catch (error) {
        const delay = RETRY_DELAYS_MS[attempt];
        if (/^(21|22|23)/.test(codeOf(error)) && group.length > 1) {
          options.log.error(
            { err: error, rows: group.length },
            'a flush was refused by the database; trying row by row',
          );
          const tellers: (() => void)[] = [];
          for (const one of group) tellers.push(await flush([one]));
          return () => {
            for (const tell of tellers) tell();
          };
        }
        if (delay === undefined || !isPassing(error)) {
          options.log.error({ err: error, rows: group.length }, 'a flush failed');
          const fault = new Fault('UNAVAILABLE', {
            say: 'The event could not be stored now. Send it again with the same key.',
            because: error,
            retryAfterS: 1,
          });
          return () => {
            for (const one of group) one.reject(fault);
          };
        }
        await new Promise((resume) => setTimeout(resume, delay));
      }
    }
  }

  /** What became of each event of a group, in their order. */
  async function decide(group: readonly Waiting[]): Promise<Recorded[]> {
    const ordered = inOrder(group);
    const { inserted, living } = await store.flush(
      ordered.map(({ row }) => row),
      ordered.map(({ key }) => key.credentialId),
    );
    const isRevoked = ({ key, row }: Waiting): boolean =>
      !inserted.has(row.id) && living.get(key.credentialId)?.live !== true;
    for (const { key } of group)
      if (living.get(key.credentialId)?.version !== key.binding.version) options.changed(key.binding.productUuid);
    const kept = group.filter((one) => !isRevoked(one));
    const recorded = (await outcomesOf(kept, inserted, store.readStored)).values();
    return group.map((one) => (isRevoked(one) ? undefined : recorded.next().value) ?? { status: 'revoked' });
  }

  return {
    submit(key, event, receivedAt, source) {
      if (waiting.length >= QUEUE_ROWS_MAX || waitingBytes + event.bytes > QUEUE_BYTES_MAX)
        return Promise.reject(
          new Fault('UNAVAILABLE', {
            say: 'Too many events are waiting. Send this one again with the same key.',
            retryAfterS: 1,
          }),
        );
      return new Promise((resolve, reject) => {
        waiting.push({ key, event, row: rowOf(key.binding, event, receivedAt, source), resolve, reject });
        waitingBytes += event.bytes;
        running ??= start();
      });
    },
    get waitingRows() {
      return waiting.length;
    },
    async close() {
      while (running) await running;
      await store.close();
    },
  };
}
