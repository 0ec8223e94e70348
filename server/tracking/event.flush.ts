import type { ClientBase } from 'pg';
import type { PrincipalOf } from '../platform/context.js';
import { Fault } from '../platform/fault.js';
import type { Log } from '../platform/log.js';
import { type EventSource, type Offered, recordGroup, rowOf } from './event.group.js';
import type { PreparedEvent } from './event.shapes.js';
import { type EventRow, readLiving } from './event.sql.js';
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

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.slice(0, FLUSH_ROWS_MAX);
      waiting = waiting.slice(FLUSH_ROWS_MAX);
      for (const { event } of group) waitingBytes -= event.bytes;
      const started = performance.now();
      await flush(group);
      options.observe(group.length, (performance.now() - started) / 1000);
    }
  }

  /** One group in one transaction; a lost connection or a deadlock is tried again with the same ids, a bad row falls back to row by row. */
  async function flush(group: readonly Waiting[]): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const answers = await store.write((client) => decide(client, group));
        for (const [index, one] of group.entries()) one.resolve(answers[index] ?? { status: 'ignored' });
        return;
      } catch (error) {
        const delay = RETRY_DELAYS_MS[attempt];
        if (/^(21|22|23)/.test(codeOf(error)) && group.length > 1) {
          options.log.error(
            { err: error, rows: group.length },
            'a flush was refused by the database; trying row by row',
          );
          for (const one of group) await flush([one]);
          return;
        }
        if (delay === undefined || !isPassing(error)) {
          options.log.error({ err: error, rows: group.length }, 'a flush failed');
          const fault = new Fault('UNAVAILABLE', {
            say: 'The event could not be stored now. Send it again with the same key.',
            because: error,
            retryAfterS: 1,
          });
          for (const one of group) one.reject(fault);
          return;
        }
        await new Promise((resume) => setTimeout(resume, delay));
      }
    }
  }

  async function decide(client: ClientBase, group: readonly Waiting[]): Promise<Recorded[]> {
    const living = await readLiving(client, [...new Set(group.map(({ key }) => key.credentialId))]);
    const offered: Offered[] = [];
    for (const { key, event, row } of group) {
      const state = living.get(key.credentialId);
      if (!state?.live) continue;
      if (state.version !== key.binding.version) options.changed(key.binding.productUuid);
      offered.push({ event, row, ignored: state.ignored });
    }
    const recorded = (await recordGroup(client, offered, store.form)).values();
    return group.map(({ key }): Recorded => {
      const next = living.get(key.credentialId)?.live ? recorded.next() : null;
      return next === null ? { status: 'revoked' } : (next.value ?? { status: 'ignored' });
    });
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
        running ??= drain().finally(() => {
          running = null;
        });
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
