import pg from 'pg';
import type { PrincipalOf } from '../platform/context.js';
import { Fault, isDatabaseAway } from '../platform/fault.js';
import { newUuid } from '../platform/ids.js';
import type { Log } from '../platform/log.js';
import type { PreparedEvent } from './event.shapes.js';
import { type EventRow, type InsertForm, insertEvents, readLiving, readStored } from './event.sql.js';
import { FINGERPRINT_VERSION, type KeptEvent, type Recorded, recordedAgainst } from './fingerprint.rules.js';

/** At most this many events go into one flush; more would only lengthen the answer of each. */
const FLUSH_ROWS_MAX = 500;
/** Beyond these the queue refuses with 503: what is refused was not acknowledged, so nothing is lost. */
const QUEUE_ROWS_MAX = 20_000;
const QUEUE_BYTES_MAX = 64 * 1024 * 1024;
/** A writer that lives longer is ended by PostgreSQL; folding's watermark trails by more than this. */
const TRANSACTION_TIMEOUT = '5s';
const RETRY_DELAYS_MS = [20, 100, 400];

export type EventSource = 'api' | 'relay' | 'csv_import';

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
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    max: 2,
    connectionTimeoutMillis: 2_000,
    query_timeout: 8_000,
    keepAlive: true,
  });
  pool.on('error', (error) => options.log.warn({ err: error }, 'an idle ingest connection was lost'));
  // A connection that is lost while a flush uses it rejects the statement under way; without a listener it would end the process too.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const form: InsertForm = await pool
    .query("select 1 from pg_extension where extname = 'citus'")
    .then(({ rowCount }) => (rowCount ? 'values' : 'json'));
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
        const answers = await writeGroup(group);
        for (const [index, one] of group.entries()) one.resolve(answers[index] ?? { status: 'ignored' });
        return;
      } catch (error) {
        const delay = RETRY_DELAYS_MS[attempt];
        const code = error instanceof Error && 'code' in error ? String(error.code) : '';
        if (/^(21|22|23)/.test(code) && group.length > 1) {
          options.log.error(
            { err: error, rows: group.length },
            'a flush was refused by the database; trying row by row',
          );
          for (const one of group) await flush([one]);
          return;
        }
        if (
          delay === undefined ||
          !(isDatabaseAway(error) || /^(40|25P04|57)/.test(code) || /timeout/i.test(String(error)))
        ) {
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

  async function writeGroup(group: readonly Waiting[]): Promise<Recorded[]> {
    const client = await pool.connect();
    let broken = true;
    try {
      // In one message: stopped between the two, we would hold a transaction that nothing ends.
      await client.query(`begin; set local transaction_timeout = '${TRANSACTION_TIMEOUT}'`);
      const answers = await decide(client, group);
      await client.query('commit');
      broken = false;
      return answers;
    } catch (error) {
      if (!isDatabaseAway(error))
        await client.query('rollback').then(
          () => (broken = false),
          () => undefined,
        );
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async function decide(client: pg.PoolClient, group: readonly Waiting[]): Promise<Recorded[]> {
    const living = await readLiving(client, [...new Set(group.map(({ key }) => key.credentialId))]);
    const first = new Map<string, Waiting>();
    const lookUp: EventRow[] = [];
    for (const one of group) {
      const state = living.get(one.key.credentialId);
      if (!state?.live) continue;
      if (state.version !== one.key.binding.version) options.changed(one.key.binding.productUuid);
      if (state.ignored) lookUp.push(one.row);
      else if (!first.has(slotOf(one.row))) first.set(slotOf(one.row), one);
    }
    const rows = [...first.values()].map(({ row }) => row).sort(bySlot);
    const inserted = await insertEvents(client, rows, form);
    const stored = await readStored(client, [...rows.filter(({ id }) => !inserted.has(id)), ...lookUp]);
    return Promise.all(
      group.map(async (one): Promise<Recorded> => {
        const state = living.get(one.key.credentialId);
        if (!state?.live) return { status: 'revoked' };
        const winner = first.get(slotOf(one.row));
        if (winner && inserted.has(winner.row.id))
          return winner === one ? tracked(one.row) : recordedAgainst(one.event, asStored(winner));
        const existing = stored.get(slotOf(one.row));
        if (!existing) return { status: 'ignored' };
        return existing.id === one.row.id ? tracked(one.row) : recordedAgainst(one.event, existing);
      }),
    );
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
        waiting.push({ key, event, row: rowOf(key, event, receivedAt, source), resolve, reject });
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
      await pool.end();
    },
  };
}

const slotOf = (row: Pick<EventRow, 'organizationId' | 'idempotencyKey'>): string =>
  `${row.organizationId} ${row.idempotencyKey}`;

/** Rows of one statement in the order of the unique key, else two gateways lock each other (scale Q2). */
const bySlot = (a: EventRow, b: EventRow): number => (slotOf(a) < slotOf(b) ? -1 : 1);

const tracked = (row: EventRow): Recorded => ({ status: 'tracked', eventId: row.id, receivedAt: row.receivedAt });

const asStored = ({ row, event }: Waiting): KeptEvent => ({
  id: row.id,
  fingerprint: event.fingerprint,
  fingerprintVersion: FINGERPRINT_VERSION,
  receivedAt: row.receivedAt,
  payload: event.payload,
});

function rowOf(
  { binding }: PrincipalOf<'tracking_key'>,
  event: PreparedEvent,
  receivedAt: Date,
  source: EventSource,
): EventRow {
  return {
    id: newUuid(),
    organizationId: binding.organizationId,
    productUuid: binding.productUuid,
    idempotencyKey: event.idempotencyKey,
    eventName: event.eventName,
    eventFamily: event.eventFamily,
    developerId: event.developerId,
    accountDomain: event.accountDomain,
    vendorOwnDomain: event.vendorOwnDomain,
    campaignId: event.campaignId,
    occurredAt: event.occurredAt,
    receivedAt,
    source,
    dataLabel: binding.dataLabel,
    fingerprintVersion: FINGERPRINT_VERSION,
    fingerprint: event.fingerprint,
    payloadJson: event.canonical,
  };
}
