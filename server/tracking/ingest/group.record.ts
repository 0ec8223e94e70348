import type { ClientBase } from 'pg';
import type { TrackingBinding } from '../../platform/context.js';
import { newUuid } from '../../platform/ids.js';
import type { PreparedEvent } from '../catalog/index.js';
import {
  FINGERPRINT_VERSION,
  type IgnoredReason,
  type Recorded,
  recordedAgainst,
  type StoredEvent,
} from '../check/index.js';
import { type InsertedIds, type InsertForm, insertEvents, readStored } from './event.query.js';
import type { EventRow } from './event-row.rules.js';

/** How an event arrived; what is not `api` is never evidence (decisions §4, CSV, and §7). */
export type EventSource = 'api' | 'relay' | 'csv_import';

/** A checked event and the row that it is to become. */
export interface Candidate {
  readonly event: PreparedEvent;
  readonly row: EventRow;
}

/** A checked event that is offered for storage. */
export interface Offered extends Candidate {
  /** Why nothing is stored and no key reserved; a key that is stored already still decides. Null where it may be stored. */
  readonly ignored: IgnoredReason | null;
}

/**
 * Stores a group of events in the caller's transaction; the answer is the outcome of each of them. The unique index alone decides which
 * was first; a taken key is a duplicate or a conflict (decisions §2, Idempotency).
 */
export async function recordGroup<T extends Offered>(
  client: ClientBase,
  group: readonly T[],
  form: InsertForm,
): Promise<OutcomeOf<T>> {
  const rows = inOrder(group.filter(({ ignored }) => ignored === null)).map(({ row }) => row);
  const inserted = await insertEvents(client, rows, form);
  const reasonOf = ({ ignored }: T): IgnoredReason => ignored ?? 'product_ignored';
  return decideGroup(group, inserted, (others) => readStored(client, others), reasonOf);
}

/** A group in the order of the unique key, else two writers lock each other (scale Q2); of one key the first stays first. */
export const inOrder = <T extends Candidate>(group: readonly T[]): T[] =>
  group.toSorted(
    ({ row: a }, { row: b }) =>
      compare(a.organizationId, b.organizationId) || compare(a.idempotencyKey, b.idempotencyKey),
  );

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** The outcome of an event of the group that was decided. */
export type OutcomeOf<T extends Candidate> = (one: T) => Recorded;

/**
 * Decides the events of a group by the ids of the rows that were inserted. Nothing was written for the others: the event that holds their
 * key decides, or there is none because they are ignored, for the reason that `reasonOf` knows.
 */
export async function decideGroup<T extends Candidate>(
  group: readonly T[],
  inserted: InsertedIds,
  read: (rows: readonly EventRow[]) => Promise<ReadonlyMap<string, StoredEvent>>,
  reasonOf: (one: T) => IgnoredReason,
): Promise<OutcomeOf<T>> {
  if (inserted.size === group.length) return ({ row }) => tracked(row);
  const winners = new Map<string, T>();
  for (const one of group) if (inserted.has(one.row.id)) winners.set(slotOf(one.row), one);
  const stored = await read(group.map(({ row }) => row).filter((row) => !winners.has(slotOf(row))));
  return (one) => {
    const winner = winners.get(slotOf(one.row));
    if (winner) return winner === one ? tracked(one.row) : recordedAgainst(one.event, asStored(winner));
    const existing = stored.get(slotOf(one.row));
    if (!existing) return { status: 'ignored', reason: reasonOf(one) };
    // Our own id: an earlier attempt was committed, and its answer was lost.
    return existing.id === one.row.id ? tracked(one.row) : recordedAgainst(one.event, existing);
  };
}

const slotOf = (row: Pick<EventRow, 'organizationId' | 'idempotencyKey'>): string =>
  `${row.organizationId} ${row.idempotencyKey}`;

const tracked = (row: EventRow): Recorded => ({ status: 'tracked', eventId: row.id, receivedAt: row.receivedAt });

const asStored = ({ row, event }: Candidate): StoredEvent => ({
  id: row.id,
  fingerprint: event.fingerprint,
  fingerprintVersion: FINGERPRINT_VERSION,
  receivedAt: row.receivedAt,
  payload: event.payload,
  erased: false,
});

/** The row of an event under a new id. */
export function rowOf(binding: TrackingBinding, event: PreparedEvent, receivedAt: Date, source: EventSource): EventRow {
  return {
    id: newUuid(),
    organizationId: binding.organizationId,
    productUuid: binding.productUuid,
    idempotencyKey: event.idempotencyKey,
    eventName: event.eventName,
    eventFamily: event.eventFamily,
    developerId: event.developerId,
    accountDomain: event.accountDomain,
    registeredDomain: event.account === event.accountDomain ? null : event.account,
    vendorOwnDomain: event.vendorOwnDomain,
    freeMail: event.freeMail,
    campaignId: event.campaignId,
    occurredAt: event.occurredAt,
    receivedAt,
    source,
    dataLabel: binding.dataLabel,
    fingerprintVersion: FINGERPRINT_VERSION,
    fingerprint: event.fingerprint,
    payloadJson: event.canonical,
    projectUuid: event.linkedProject ?? null,
  };
}
