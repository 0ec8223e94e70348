import type { EntityManager } from '@mikro-orm/postgresql';
import { writeLastUses } from '../../accounts/index.js';
import type { PrincipalOf } from '../../platform/context.js';
import type { FieldProblem } from '../../platform/fault.js';
import { newUuid } from '../../platform/ids.js';
import type { Log } from '../../platform/log.js';
import { guardObserver } from '../../platform/observer.guard.js';
import type { VerdictStatus } from '../event-answer.types.js';
import { openRefusalCounter } from './refusal-counter.open.js';

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

/** At most so many of one key's verdicts are stored of each interval; the others are counted as dropped. */
const VERDICTS_PER_KEY_MAX = 100;
const INTERVAL_MS = 1_000;
const KEYS_MAX = 2_000;
const PROBLEMS_MAX = 20;

interface Pending {
  readonly verdicts: VerdictEntry[];
  dropped: number;
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
  let pending = new Map<string, Pending>();
  let writing: Promise<void> | null = null;

  async function write(): Promise<void> {
    const taken = pending;
    pending = new Map();
    await refusals.flush();
    if (taken.size === 0) return;
    const rows = [...taken.values()].flatMap(({ verdicts, dropped: count }) =>
      verdicts.map((verdict, index) => rowOf(verdict, index === verdicts.length - 1 ? count : 0)),
    );
    const uses = [...taken.values()]
      .flatMap(({ verdicts }) => verdicts.slice(-1))
      .map(({ key, at }) => ({ c: key.credentialId, t: at.toISOString() }))
      .sort((a, b) => (a.c < b.c ? -1 : 1));
    try {
      await em().execute(
        `insert into tracking_verdict (organization_id, id, product_uuid, credential_id, at, status, door, event_name, event_id, idempotency_key, request_id, problems, warnings, dropped)
         select o, i, p, c, t, s, d, n, e, k, r, x, w, z from json_to_recordset(?::json)
         as v(o uuid, i uuid, p uuid, c uuid, t timestamptz, s text, d text, n text, e uuid, k text, r text, x jsonb, w jsonb, z integer)`,
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
      if (verdict.status === 'invalid' || verdict.status === 'conflict') refusals.add(verdict.key.binding, verdict.at);
      const id = verdict.key.credentialId;
      let own = pending.get(id);
      if (!own) {
        if (pending.size >= KEYS_MAX) return dropped(1);
        own = { verdicts: [], dropped: 0 };
        pending.set(id, own);
      }
      if (own.verdicts.length < VERDICTS_PER_KEY_MAX) own.verdicts.push(verdict);
      else {
        own.dropped += 1;
        dropped(1);
      }
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

function rowOf(verdict: VerdictEntry, dropped: number): Record<string, unknown> {
  const { binding, credentialId } = verdict.key;
  const cut = (fields: readonly FieldProblem[] = []): FieldProblem[] =>
    fields.slice(0, PROBLEMS_MAX).map((one) => ({ ...one, pointer: one.pointer.slice(0, 200) }));
  return {
    o: binding.organizationId,
    i: newUuid(),
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
  };
}
