import type { PrincipalOf } from '../../platform/context.js';
import type { Log } from '../../platform/log.js';
import type { PreparedEvent } from '../catalog/index.js';
import type { Recorded } from '../check/index.js';
import type { EventRow } from './event-columns.rules.js';
import { codeOf, type EventStore, isPassing } from './event-store.open.js';
import { decideGroup, inOrder } from './group.record.js';

const RETRY_DELAYS_MS = [20, 100, 400];
/**
 * Refused rows are looked for by halving, about `2 log2(rows)` transactions for each; a group that needs more than this is refused where
 * it was not yet stored, so that a hundred bad rows do not delay all other events for seconds.
 */
const TRANSACTIONS_MAX = 120;

/** One event of a group and the key that sent it. */
export interface Flushing {
  readonly key: PrincipalOf<'tracking_key'>;
  readonly event: PreparedEvent;
  readonly row: EventRow;
}

/** What became of one event: it was recorded, its key is revoked, or it could not be stored now. */
export type FlushOutcome =
  | Recorded
  | { readonly status: 'revoked' }
  | { readonly status: 'failed'; readonly because: unknown };

/** An event of a group beside what became of it. */
export interface Flushed<T> {
  readonly one: T;
  readonly outcome: FlushOutcome;
}

export interface GroupOutcome<T> {
  readonly flushed: readonly Flushed<T>[];
  /** True when nothing of a row was to blame, but that the database is away or refuses every write: what waits would fare the same. */
  readonly stopped: boolean;
}

/** Writes one group; `isOver` is called before each further attempt and is true when no caller waits for it any more. */
export type FlushGroup<T extends Flushing> = (group: readonly T[], isOver: () => boolean) => Promise<GroupOutcome<T>>;

/**
 * Opens the writer of groups: one group in one transaction. A lost connection or a deadlock is tried again with the same ids; where the
 * database refuses a row, the group is halved until that row is alone (architecture, The hot path, 2). It never rejects.
 */
export function openGroupFlush<T extends Flushing>(
  store: EventStore,
  log: Log,
  changed: (productUuid: string) => void,
): FlushGroup<T> {
  /** Writes a group, and reports each product whose key is revoked or whose binding is older than the database's. */
  async function attempt(group: readonly T[]): Promise<Flushed<T>[]> {
    const ordered = inOrder(group);
    const { inserted, keys } = await store.flush(
      ordered.map(({ row }) => row),
      ordered.map(({ key }) => key.credentialId),
    );
    const isRevoked = ({ key, row }: T): boolean =>
      !inserted.has(row.id) && keys.get(key.credentialId)?.active !== true;
    for (const { key } of group) {
      const state = keys.get(key.credentialId);
      if (state?.active !== true || state.version !== key.binding.version) changed(key.binding.productUuid);
    }
    const active = group.filter((one) => !isRevoked(one));
    const recordedOf = await decideGroup(active, inserted, store.readStored);
    return group.map((one) => ({ one, outcome: isRevoked(one) ? { status: 'revoked' } : recordedOf(one) }));
  }

  async function write(group: readonly T[], isOver: () => boolean, left: { count: number }): Promise<GroupOutcome<T>> {
    for (let attempts = 1; ; attempts += 1) {
      left.count -= 1;
      try {
        return { flushed: await attempt(group), stopped: false };
      } catch (error) {
        if (isOfRow(error)) {
          if (group.length > 1 && left.count > 0) return halve(group, isOver, left);
          log.error({ err: error, rows: group.length }, 'the database refused a row');
          return failed(group, error, false);
        }
        const delay = isPassing(error) ? RETRY_DELAYS_MS[attempts - 1] : undefined;
        if (delay === undefined || isOver()) {
          log.error({ err: error, rows: group.length, attempts }, 'a flush failed');
          return failed(group, error, true);
        }
        await new Promise((resume) => setTimeout(resume, delay));
      }
    }
  }

  async function halve(group: readonly T[], isOver: () => boolean, left: { count: number }): Promise<GroupOutcome<T>> {
    const middle = group.length >> 1;
    const [head, tail] = [group.slice(0, middle), group.slice(middle)];
    const first = await write(head, isOver, left);
    const second = first.stopped
      ? failed(tail, 'the flush of the other half failed', true)
      : await write(tail, isOver, left);
    return { flushed: [...first.flushed, ...second.flushed], stopped: second.stopped };
  }

  return async (group, isOver) => {
    try {
      return await write(group, isOver, { count: TRANSACTIONS_MAX });
    } catch (error) {
      return failed(group, error, false);
    }
  };
}

/** True when a row is to blame: PostgreSQL's classes of wrong values and broken constraints, or a value that could not be encoded. */
const isOfRow = (error: unknown): boolean => /^(21|22|23)/.test(codeOf(error)) || error instanceof RangeError;

const failed = <T>(group: readonly T[], because: unknown, stopped: boolean): GroupOutcome<T> => ({
  flushed: group.map((one) => ({ one, outcome: { status: 'failed', because } })),
  stopped,
});
