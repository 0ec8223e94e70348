import {
  type BinaryType,
  binaryArray,
  boolean,
  bytea,
  jsonb,
  smallint,
  text,
  timestamptz,
  uuid,
} from './event-binary.rules.js';

/** One event as it goes into `tracking_event`; ids are bare UUIDs, `payloadJson` is canonical JSON. */
export interface EventRow {
  readonly id: string;
  readonly organizationId: string;
  readonly productUuid: string;
  readonly idempotencyKey: string;
  readonly eventName: string;
  readonly eventFamily: string | null;
  readonly developerId: string;
  readonly accountDomain: string | null;
  readonly registeredDomain: string | null;
  readonly vendorOwnDomain: boolean;
  readonly freeMail: boolean;
  readonly campaignId: string | null;
  readonly occurredAt: Date | null;
  readonly receivedAt: Date;
  readonly source: string;
  readonly dataLabel: string;
  readonly fingerprintVersion: number;
  readonly fingerprint: Buffer;
  readonly payloadJson: string;
  /** The published project that it counts toward. */
  readonly projectUuid: string | null;
}

export interface EventColumn {
  readonly name: string;
  readonly type: string;
  readValue(row: EventRow): unknown;
  /** The column of many rows as one binary parameter. */
  arrayOf(rows: readonly EventRow[]): Buffer;
}

const column = <T>(name: string, type: BinaryType<T>, readValue: (row: EventRow) => T | null): EventColumn => ({
  name,
  type: type.name,
  readValue,
  arrayOf: (rows) => binaryArray(type, rows.map(readValue)),
});

/** What an insert writes; `recorded_at` is the database's own time. */
export const eventColumns: readonly EventColumn[] = [
  column('organization_id', uuid, (row) => row.organizationId),
  column('id', uuid, (row) => row.id),
  column('idempotency_key', text, (row) => row.idempotencyKey),
  column('product_uuid', uuid, (row) => row.productUuid),
  column('event_name', text, (row) => row.eventName),
  column('event_family', text, (row) => row.eventFamily),
  column('developer_id', text, (row) => row.developerId),
  column('account_domain', text, (row) => row.accountDomain),
  column('registered_domain', text, (row) => row.registeredDomain),
  column('vendor_own_domain', boolean, (row) => row.vendorOwnDomain),
  column('free_mail', boolean, (row) => row.freeMail),
  column('campaign_id', text, (row) => row.campaignId),
  column('occurred_at', timestamptz, (row) => row.occurredAt),
  column('received_at', timestamptz, (row) => row.receivedAt),
  column('source', text, (row) => row.source),
  column('data_label', text, (row) => row.dataLabel),
  column('fingerprint_version', smallint, (row) => row.fingerprintVersion),
  column('fingerprint', bytea, (row) => row.fingerprint),
  column('payload', jsonb, (row) => row.payloadJson),
  column('project_id', uuid, (row) => row.projectUuid),
];
