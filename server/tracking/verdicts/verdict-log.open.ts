import type { EntityManager } from '@mikro-orm/postgresql';
import type { PrincipalOf } from '../../platform/context.js';
import type { FieldProblem } from '../../platform/fault.js';
import { newUuid } from '../../platform/ids.js';
import type { Log } from '../../platform/log.js';
import { guardObserver } from '../../platform/observer.guard.js';
import type { VerdictStatus } from '../event-answer.types.js';

/** What the workspace shows of one answer. Of a refused event neither name nor key is kept: they may be what was refused. */
export interface VerdictNote {
  readonly key: PrincipalOf<'tracking_key'>;
  readonly status: `${VerdictStatus}`;
  readonly door: 'track' | 'batch';
  readonly requestId: string;
  readonly at: Date;
  readonly eventName?: string;
  readonly eventId?: string;
  readonly idempotencyKey?: string;
  readonly problems?: readonly FieldProblem[];
  readonly warnings?: readonly FieldProblem[];
}

/** At most so many of one key's verdicts are kept of each interval; the others are counted as dropped. */
const KEPT_PER_KEY = 100;
const INTERVAL_MS = 1_000;
const KEYS_MAX = 2_000;
const PROBLEMS_MAX = 20;

interface Pending {
  readonly notes: VerdictNote[];
  dropped: number;
}

export interface VerdictLog {
  note(note: VerdictNote): void;
  /** Writes what is pending; a crash may lose the last second of verdicts, never an event. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** The verdict log beside the hot path: a bounded buffer, written every second, and when each key was last used. */
export function openVerdictLog(em: () => EntityManager, log: Log, observeDropped: (count: number) => void): VerdictLog {
  const dropped = guardObserver(log, 'dropped', observeDropped);
  let pending = new Map<string, Pending>();
  let writing: Promise<void> | null = null;

  async function write(): Promise<void> {
    const taken = pending;
    pending = new Map();
    if (taken.size === 0) return;
    const rows = [...taken.values()].flatMap(({ notes, dropped: count }) =>
      notes.map((note, index) => rowOf(note, index === notes.length - 1 ? count : 0)),
    );
    const uses = [...taken.values()]
      .map(({ notes }) => ({ c: notes[0]?.key.credentialId, t: notes.at(-1)?.at }))
      .sort((a, b) => ((a.c ?? '') < (b.c ?? '') ? -1 : 1));
    try {
      await em().execute(
        `insert into tracking_verdict (organization_id, id, product_uuid, credential_id, at, status, door, event_name, event_id, idempotency_key, request_id, problems, warnings, dropped)
         select o, i, p, c, t, s, d, n, e, k, r, x, w, z from json_to_recordset(?::json)
         as v(o uuid, i uuid, p uuid, c uuid, t timestamptz, s text, d text, n text, e uuid, k text, r text, x jsonb, w jsonb, z integer)`,
        [JSON.stringify(rows)],
      );
      await em().execute(
        `insert into credential_use as u (credential_id, last_used_at) select c, t from json_to_recordset(?::json) as v(c uuid, t timestamptz)
         on conflict (credential_id) do update set last_used_at = excluded.last_used_at where u.last_used_at < excluded.last_used_at`,
        [JSON.stringify(uses)],
      );
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
    if (writing) await writing; // it may have begun before the last notes came
    await start();
  };
  const timer = setInterval(() => void start(), INTERVAL_MS).unref();

  return {
    note(note) {
      const id = note.key.credentialId;
      let own = pending.get(id);
      if (!own) {
        if (pending.size >= KEYS_MAX) return dropped(1);
        own = { notes: [], dropped: 0 };
        pending.set(id, own);
      }
      if (own.notes.length < KEPT_PER_KEY) own.notes.push(note);
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

function rowOf(note: VerdictNote, dropped: number): Record<string, unknown> {
  const { binding, credentialId } = note.key;
  const cut = (fields: readonly FieldProblem[] = []): FieldProblem[] =>
    fields.slice(0, PROBLEMS_MAX).map((one) => ({ ...one, pointer: one.pointer.slice(0, 200) }));
  return {
    o: binding.organizationId,
    i: newUuid(),
    p: binding.productUuid,
    c: credentialId,
    t: note.at,
    s: note.status,
    d: note.door,
    n: note.eventName ?? null,
    e: note.eventId ?? null,
    k: note.idempotencyKey ?? null,
    r: note.requestId,
    x: cut(note.problems),
    w: cut(note.warnings),
    z: dropped,
  };
}
