import type { EntityManager } from '@mikro-orm/postgresql';
import { writeLastUses } from '../../accounts/index.js';
import type { PrincipalOf } from '../../platform/context.js';
import type { FieldProblem } from '../../platform/fault.js';
import { newUuid } from '../../platform/ids.js';
import type { Log } from '../../platform/log.js';
import { guardObserver } from '../../platform/observer.guard.js';
import type { VerdictStatus } from '../event-answer.types.js';
import { openRefusalCounter } from './refusal-counter.open.js';
import { emptyBuffer, isRefused, keep, makeSpace, type VerdictBuffer } from './verdict-buffer.rules.js';

/** What the workspace shows of one answer. A refused event leaves neither name nor key: they may be what was refused. */
export interface VerdictEntry {
  readonly key: PrincipalOf<'tracking_key'>;
  readonly status: `${VerdictStatus}`;
  readonly transport: 'track' | 'batch';
  readonly requestId: string;
  readonly at: Date;
  readonly eventName?: string;
  readonly eventId?: string;
  readonly idempotencyKey?: string;
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
  const refusals = openRefusalCounter(em, log);
  let pending = new Map<string, VerdictBuffer<Kept>>();
  let writing: Promise<void> | null = null;

  async function write(): Promise<void> {
    const taken = pending;
    pending = new Map();
    await refusals.flush();
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
