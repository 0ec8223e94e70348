import type { ClientBase } from 'pg';
import type { TrackingBinding } from '../platform/context.js';
import { newUuid } from '../platform/ids.js';
import type { PreparedEvent } from './event.shapes.js';
import { type EventRow, type InsertForm, insertEvents, readStored } from './event.sql.js';
import { FINGERPRINT_VERSION, type KeptEvent, type Recorded, recordedAgainst } from './fingerprint.rules.js';

/** The door through which an event came; what is not `api` is never evidence (decisions §4, CSV, and §7). */
export type EventSource = 'api' | 'relay' | 'csv_import';

/** A checked event that is offered for storage. */
export interface Offered {
  readonly event: PreparedEvent;
  readonly row: EventRow;
  /** Its product is ignored: nothing is stored and no key reserved, but a key that is stored already still decides. */
  readonly ignored: boolean;
}

/**
 * Stores a group of events in the caller's transaction and answers what became of each, in their order. This is the only writer of
 * events: the unique index alone decides who was first; a taken key is a duplicate or a conflict (decisions §2, Idempotency).
 */
export async function recordGroup(
  client: ClientBase,
  group: readonly Offered[],
  form: InsertForm,
): Promise<Recorded[]> {
  const first = new Map<string, Offered>();
  const lookUp: EventRow[] = [];
  for (const one of group) {
    if (one.ignored) lookUp.push(one.row);
    else if (!first.has(slotOf(one.row))) first.set(slotOf(one.row), one);
  }
  const rows = [...first.values()].map(({ row }) => row).sort(bySlot);
  const inserted = await insertEvents(client, rows, form);
  const stored = await readStored(client, [...rows.filter(({ id }) => !inserted.has(id)), ...lookUp]);
  return group.map((one): Recorded => {
    const winner = first.get(slotOf(one.row));
    if (winner && inserted.has(winner.row.id))
      return winner === one ? tracked(one.row) : recordedAgainst(one.event, asStored(winner));
    const existing = stored.get(slotOf(one.row));
    if (!existing) return { status: 'ignored' };
    return existing.id === one.row.id ? tracked(one.row) : recordedAgainst(one.event, existing);
  });
}

const slotOf = (row: Pick<EventRow, 'organizationId' | 'idempotencyKey'>): string =>
  `${row.organizationId} ${row.idempotencyKey}`;

/** Rows of one statement in the order of the unique key, else two writers lock each other (scale Q2). */
const bySlot = (a: EventRow, b: EventRow): number => (slotOf(a) < slotOf(b) ? -1 : 1);

const tracked = (row: EventRow): Recorded => ({ status: 'tracked', eventId: row.id, receivedAt: row.receivedAt });

const asStored = ({ row, event }: Offered): KeptEvent => ({
  id: row.id,
  fingerprint: event.fingerprint,
  fingerprintVersion: FINGERPRINT_VERSION,
  receivedAt: row.receivedAt,
  payload: event.payload,
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
