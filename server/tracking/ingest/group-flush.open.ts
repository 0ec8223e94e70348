import type { PrincipalOf } from '../../platform/context.js';
import type { Log } from '../../platform/log.js';
import type { PreparedEvent } from '../catalog/index.js';
import type { Recorded } from '../check/index.js';
import type { EventRow } from './event-columns.rules.js';
import { codeOf, type EventStore, isPassing } from './event-store.open.js';
import { inOrder, outcomesOf } from './group.record.js';

const RETRY_DELAYS_MS = [20, 100, 400];
/**
 * Refused rows are looked for by halving, about `2 log2(rows)` transactions for each; a group that needs more than this is refused where
 * it was not yet stored, so that a hundred bad rows do not hold up everybody for seconds.
 */
const TRANSACTIONS_MAX = 120;

/** One event of a group and the key that sent it. */
export interface Flushing {
  readonly key: PrincipalOf<'tracking_key'>;
  readonly event: PreparedEvent;
  readonly row: EventRow;
}

/** What became of one event: it was recorded, or it could not be stored now. */
export type Outcome = Recorded | { readonly status: 'failed'; readonly because: unknown };

export interface GroupOutcome {
  /** In the order of the group. */
  readonly outcomes: readonly Outcome[];
  /** True when nothing of a row was to blame, but that the database is away or refuses every write: what waits would fare the same. */
  readonly stopped: boolean;
}

/** Writes one group; `isOver` is asked before each further attempt and says that nobody waits for it any more. */
export type FlushGroup = (group: readonly Flushing[], isOver: () => boolean) => Promise<GroupOutcome>;

/**
 * Opens the writer of groups: one group in one transaction. A lost connection or a deadlock is tried again with the same ids; where the
 * database refuses a row, the group is halved until that row is alone (architecture, The hot path, 2). It never rejects.
 */
export function openGroupFlush(store: EventStore, log: Log, changed: (productUuid: string) => void): FlushGroup {
  /** What became of each event of a group, in their order. */
  async function decide(group: readonly Flushing[]): Promise<Outcome[]> {
    const ordered = inOrder(group);
    const { inserted, living } = await store.flush(
      ordered.map(({ row }) => row),
      ordered.map(({ key }) => key.credentialId),
    );
    const isRevoked = ({ key, row }: Flushing): boolean =>
      !inserted.has(row.id) && living.get(key.credentialId)?.live !== true;
    for (const { key } of group)
      if (living.get(key.credentialId)?.version !== key.binding.version) changed(key.binding.productUuid);
    const kept = group.filter((one) => !isRevoked(one));
    const recorded = (await outcomesOf(kept, inserted, store.readStored)).values();
    return group.map((one) => (isRevoked(one) ? undefined : recorded.next().value) ?? { status: 'revoked' });
  }

  async function write(
    group: readonly Flushing[],
    isOver: () => boolean,
    left: { count: number },
  ): Promise<GroupOutcome> {
    for (let attempts = 1; ; attempts += 1) {
      left.count -= 1;
      try {
        return { outcomes: await decide(group), stopped: false };
      } catch (error) {
        if (isOfRow(error)) {
          if (group.length > 1 && left.count > 0) return halve(group, isOver, left);
          log.error({ err: error, rows: group.length }, 'the database refused a row');
          return failed(group.length, error, false);
        }
        const delay = isPassing(error) ? RETRY_DELAYS_MS[attempts - 1] : undefined;
        if (delay === undefined || isOver()) {
          log.error({ err: error, rows: group.length, attempts }, 'a flush failed');
          return failed(group.length, error, true);
        }
        await new Promise((resume) => setTimeout(resume, delay));
      }
    }
  }

  async function halve(
    group: readonly Flushing[],
    isOver: () => boolean,
    left: { count: number },
  ): Promise<GroupOutcome> {
    const middle = group.length >> 1;
    const first = await write(group.slice(0, middle), isOver, left);
    const second = first.stopped
      ? failed(group.length - middle, 'the flush of the other half failed', true)
      : await write(group.slice(middle), isOver, left);
    return { outcomes: [...first.outcomes, ...second.outcomes], stopped: second.stopped };
  }

  return async (group, isOver) => {
    try {
      return await write(group, isOver, { count: TRANSACTIONS_MAX });
    } catch (error) {
      return failed(group.length, error, false);
    }
  };
}

/** True when a row is to blame: PostgreSQL's classes of wrong values and broken constraints, or a value that could not be encoded. */
const isOfRow = (error: unknown): boolean => /^(21|22|23)/.test(codeOf(error)) || error instanceof RangeError;

const failed = (rows: number, because: unknown, stopped: boolean): GroupOutcome => ({
  outcomes: new Array<Outcome>(rows).fill({ status: 'failed', because }),
  stopped,
});
