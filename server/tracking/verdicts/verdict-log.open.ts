import type { EntityManager } from '@mikro-orm/postgresql';
import { writeLastUses } from '../../accounts/index.js';
import type { PrincipalOf, TrackingBinding } from '../../platform/context.js';
import type { FieldProblem } from '../../platform/fault.js';
import { newUuid } from '../../platform/ids.js';
import type { Log } from '../../platform/log.js';
import { guardObserver } from '../../platform/observer.guard.js';
import type { IgnoredReason } from '../check/index.js';
import type { VerdictStatus } from '../event-answer.types.js';

/** The facts that the workspace shows of one answer. A refused event leaves no key, and no name but one of the catalog: they may be what was refused. */
export interface VerdictEntry {
  readonly key: PrincipalOf<'tracking_key'>;
  readonly status: `${VerdictStatus}`;
  readonly transport: 'track' | 'batch';
  readonly requestId: string;
  readonly at: Date;
  readonly eventName?: string;
  readonly eventId?: string;
  readonly idempotencyKey?: string;
  readonly ignoredAs?: IgnoredReason;
  readonly problems?: readonly FieldProblem[];
  readonly warnings?: readonly FieldProblem[];
}

const INTERVAL_MS = 1_000;
const KEYS_MAX = 2_000;
const PROBLEMS_MAX = 20;

/** A verdict under its id, which is made when the answer is: lists of events and verdicts together are in the order of their ids. */
interface Kept {
  readonly id: string;
  readonly verdict: VerdictEntry;
}

export interface VerdictLog {
  add(verdict: VerdictEntry): void;
  /** Writes what is pending; a crash may lose the last second of verdicts, never an event. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** The verdict log beside the hot path: a bounded buffer, written every second, and when each key was last used. */
export function openVerdictLog(em: () => EntityManager, log: Log, observeDropped: (count: number) => void): VerdictLog {
  const dropped = guardObserver(log, 'dropped', observeDropped);
  const refusals = openDayCounter(em, log, ['refused events', REFUSALS]);
  const ignored = openDayCounter(em, log, ['ignored events', IGNORED]);
  let pending = new Map<string, VerdictBuffer<Kept>>();
  let writing: Promise<void> | null = null;

  async function write(): Promise<void> {
    const taken = pending;
    pending = new Map();
    await refusals.flush();
    await ignored.flush();
    if (taken.size === 0) return;
    const buffers = [...taken.values()].map((buffer) => ({ buffer, sorted: inOrder(buffer) }));
    const rows = buffers.flatMap(({ buffer, sorted }) =>
      sorted.map((one, index) => rowOf(one, index === sorted.length - 1 ? buffer : NONE_DROPPED)),
    );
    const uses = buffers
      .flatMap(({ sorted }) => sorted.slice(-1))
      .map(({ verdict: { key, at } }) => ({ c: key.credentialId, t: at.toISOString() }))
      .sort((a, b) => (a.c < b.c ? -1 : 1));
    try {
      await em().execute(
        `insert into tracking_verdict (organization_id, id, product_uuid, credential_id, at, status, door, event_name, event_id, idempotency_key, request_id, problems, warnings, dropped, dropped_refused)
         select o, i, p, c, t, s, d, n, e, k, r, x, w, z, y from json_to_recordset(?::json)
         as v(o uuid, i uuid, p uuid, c uuid, t timestamptz, s text, d text, n text, e uuid, k text, r text, x jsonb, w jsonb, z integer, y integer)`,
        [JSON.stringify(rows)],
      );
      await writeLastUses(em(), uses);
    } catch (error) {
      dropped(rows.length);
      log.warn({ err: error, rows: rows.length }, 'verdicts could not be written and are dropped');
    }
  }

  const start = (): Promise<void> => {
    writing ??= write().finally(() => {
      writing = null;
    });
    return writing;
  };
  const flush = async (): Promise<void> => {
    if (writing) await writing; // that write may have begun before the last verdicts were added
    await start();
  };
  const timer = setInterval(() => void start(), INTERVAL_MS).unref();

  return {
    add(verdict) {
      const { status } = verdict;
      if (isRefused(status)) refusals.add(verdict.key.binding, verdict.at, verdict.problems?.[0]?.code ?? 'unknown');
      if (verdict.ignoredAs === 'event_ignored' && verdict.eventName)
        ignored.add(verdict.key.binding, verdict.at, verdict.eventName);
      const of = verdict.key.credentialId;
      let own = pending.get(of);
      if (!own) {
        if (pending.size >= KEYS_MAX) return dropped(1);
        own = emptyBuffer();
        pending.set(of, own);
      }
      const before = own.dropped;
      if (makeSpace(own, status)) keep(own, status, { id: newUuid(), verdict });
      if (own.dropped > before) dropped(1);
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

const NONE_DROPPED = { dropped: 0, droppedRefused: 0 };

const inOrder = ({ entries }: VerdictBuffer<Kept>): Kept[] => entries.flat().toSorted((a, b) => (a.id < b.id ? -1 : 1));

function rowOf(
  { id, verdict }: Kept,
  { dropped, droppedRefused }: Pick<VerdictBuffer<Kept>, 'dropped' | 'droppedRefused'>,
): Record<string, unknown> {
  const { binding, credentialId } = verdict.key;
  const cut = (fields: readonly FieldProblem[] = []): FieldProblem[] =>
    fields.slice(0, PROBLEMS_MAX).map((one) => ({ ...one, pointer: one.pointer.slice(0, 200) }));
  return {
    o: binding.organizationId,
    i: id,
    p: binding.productUuid,
    c: credentialId,
    t: verdict.at,
    s: verdict.status,
    d: verdict.transport,
    n: verdict.eventName ?? null,
    e: verdict.eventId ?? null,
    k: verdict.idempotencyKey ?? null,
    r: verdict.requestId,
    x: cut(verdict.problems),
    w: cut(verdict.warnings),
    z: dropped,
    y: droppedRefused,
  };
}

/** Counts events by product, UTC day and a word that holds no blank, beside the hot path. */
interface DayCounter {
  add(binding: Pick<TrackingBinding, 'organizationId' | 'productUuid'>, at: Date, word: string): void;
  /** Adds what was counted to the tables; what could not be written waits for the next time. */
  flush(): Promise<void>;
}

/** Entries of organization, product, day, word and count, as JSON that each of the statements takes. */
const ENTRIES = 'from json_array_elements(?::json) as r';
/** Refused events by the code of what was first found wrong. */
const REFUSALS = [
  `insert into tracking_refusal as t (organization_id, product_uuid, day, refused)
   select (r->>0)::uuid, (r->>1)::uuid, (r->>2)::date, sum((r->>4)::bigint) ${ENTRIES}
   group by 1, 2, 3 order by 1, 2, 3
   on conflict (organization_id, product_uuid, day) do update set refused = t.refused + excluded.refused`,
  `insert into tracking_refusal_code as t (organization_id, product_uuid, day, code, refused)
   select (r->>0)::uuid, (r->>1)::uuid, (r->>2)::date, r->>3, (r->>4)::bigint ${ENTRIES}
   on conflict (organization_id, product_uuid, day, code) do update set refused = t.refused + excluded.refused`,
];
/** Ignored events by their names. */
const IGNORED = [
  `insert into ignored_event_count as t (organization_id, product_uuid, day, event_name, ignored)
   select (r->>0)::uuid, (r->>1)::uuid, (r->>2)::date, r->>3, (r->>4)::bigint ${ENTRIES}
   on conflict (organization_id, product_uuid, day, event_name) do update set ignored = t.ignored + excluded.ignored`,
];

/** A process holds one number per product, day and word, so nothing is dropped; a crash may lose what was not flushed. */
function openDayCounter(
  em: () => EntityManager,
  log: Log,
  [counted, statements]: readonly [counted: string, statements: readonly string[]],
): DayCounter {
  let pending = new Map<string, number>();
  return {
    add({ organizationId, productUuid }, at, word) {
      const key = `${organizationId} ${productUuid} ${at.toISOString().slice(0, 10)} ${word}`;
      pending.set(key, (pending.get(key) ?? 0) + 1);
    },
    async flush() {
      const taken = pending;
      if (taken.size === 0) return;
      pending = new Map();
      const rows = [...taken].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, n]) => [...key.split(' '), n]);
      try {
        await em().transactional(async (tx) => {
          for (const statement of statements) await tx.execute(statement, [JSON.stringify(rows)]);
        });
      } catch (error) {
        log.warn({ err: error }, `${counted} could not be counted yet`);
        for (const [key, n] of taken) pending.set(key, (pending.get(key) ?? 0) + n);
      }
    },
  };
}

/** At most so many of one key's verdicts are stored of each interval; the others are counted as dropped. */
const VERDICTS_MAX = 100;

/** The order of dropping: a stored event stands in the list of events anyway, a refused one is known by its verdict alone. */
const DROPPED_IN_ORDER: readonly (readonly `${VerdictStatus}`[])[] = [
  ['tracked'],
  ['duplicate', 'ignored'],
  ['conflict', 'invalid'],
];
const REFUSED = DROPPED_IN_ORDER.length - 1;
const rankOf = (status: `${VerdictStatus}`): number => DROPPED_IN_ORDER.findIndex((same) => same.includes(status));

/** True where the answer to an event was a refusal. */
export const isRefused = (status: `${VerdictStatus}`): boolean => rankOf(status) === REFUSED;

/** One key's verdicts of an interval in the order of dropping, and how many were dropped. */
interface VerdictBuffer<V> {
  readonly entries: readonly V[][];
  dropped: number;
  droppedRefused: number;
}

const emptyBuffer = <V>(): VerdictBuffer<V> => ({
  entries: DROPPED_IN_ORDER.map(() => []),
  dropped: 0,
  droppedRefused: 0,
});

/** Whether a verdict of this status is stored as things stand: there is space, or one that is dropped before it makes some. */
function makeSpace<V>(buffer: VerdictBuffer<V>, status: `${VerdictStatus}`): boolean {
  if (buffer.entries.reduce((sum, { length }) => sum + length, 0) < VERDICTS_MAX) return true;
  buffer.dropped += 1;
  const rank = rankOf(status);
  const lowest = buffer.entries.findIndex(({ length }) => length > 0);
  if (lowest < rank) {
    buffer.entries[lowest]?.pop();
    return true;
  }
  if (rank === REFUSED) buffer.droppedRefused += 1;
  return false;
}

/** Keeps a verdict for which there is space. */
const keep = <V>(buffer: VerdictBuffer<V>, status: `${VerdictStatus}`, verdict: V): void =>
  void buffer.entries[rankOf(status)]?.push(verdict);
