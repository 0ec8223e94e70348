import type { ClientBase } from 'pg';
import type { TrackingBinding } from '../../platform/context.js';
import { newUuid } from '../../platform/ids.js';
import type { PreparedEvent } from '../catalog/index.js';
import { FINGERPRINT_VERSION, type Recorded, recordedAgainst, type StoredEvent } from '../check/index.js';
import { type InsertForm, insertEvents, readStored } from './event.query.js';
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
  /** Its product is ignored: nothing is stored and no key reserved, but a key that is stored already still decides. */
  readonly ignored: boolean;
}

/**
 * Stores a group of events in the caller's transaction; the answer is the outcome of each of them. The unique index alone decides which
 * was first; a taken key is a duplicate or a conflict (decisions §2, Idempotency).
 */
export async function recordGroup(client: ClientBase, group: readonly Offered[], form: InsertForm): Promise<OutcomeOf> {
  const rows = inOrder(group.filter(({ ignored }) => !ignored)).map(({ row }) => row);
  return decideGroup(group, await insertEvents(client, rows, form), (others) => readStored(client, others));
}

/** A group in the order of the unique key, else two writers lock each other (scale Q2); of one key the first stays first. */
export const inOrder = <T extends Candidate>(group: readonly T[]): T[] =>
  group
    .map((one) => ({ one, slot: slotOf(one.row) }))
    .sort((a, b) => (a.slot < b.slot ? -1 : a.slot > b.slot ? 1 : 0))
    .map(({ one }) => one);

/** The outcome of an event of the group that was decided. */
export type OutcomeOf = (one: Candidate) => Recorded;

/**
 * Decides the events of a group by the ids of the rows that were inserted. Nothing was written for the others: the event that holds their
 * key decides, or there is none because their product is ignored.
 */
export async function decideGroup(
  group: readonly Candidate[],
  inserted: ReadonlySet<string>,
  read: (rows: readonly EventRow[]) => Promise<ReadonlyMap<string, StoredEvent>>,
): Promise<OutcomeOf> {
  if (inserted.size === group.length) return ({ row }) => tracked(row);
  const winners = new Map<string, Candidate>();
  for (const one of group) if (inserted.has(one.row.id)) winners.set(slotOf(one.row), one);
  const stored = await read(group.map(({ row }) => row).filter((row) => !winners.has(slotOf(row))));
  return (one) => {
    const winner = winners.get(slotOf(one.row));
    if (winner) return winner === one ? tracked(one.row) : recordedAgainst(one.event, asStored(winner));
    const existing = stored.get(slotOf(one.row));
    if (!existing) return { status: 'ignored' };
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
