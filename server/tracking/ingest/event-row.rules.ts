const HEAD_BYTES = 20;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;
const JSONB_VERSION = 1;
/** PostgreSQL counts microseconds from 2000-01-01. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
const TWO_32 = 2 ** 32;

/** A type of PostgreSQL and the binary form of its values. */
interface BinaryType<T> {
  readonly name: string;
  readonly oid: number;
  bytesOf(value: T): number;
  /** Writes a value and answers how many bytes it took. */
  write(into: Buffer, value: T, at: number): number;
}

export const uuid: BinaryType<string> = {
  name: 'uuid',
  oid: 2950,
  bytesOf: () => 16,
  write: (into, value, at) => into.write(value.replaceAll('-', ''), at, 'hex'),
};

export const text: BinaryType<string> = {
  name: 'text',
  oid: 25,
  bytesOf: (value) => Buffer.byteLength(value),
  write: (into, value, at) => into.write(value, at),
};

export const boolean: BinaryType<boolean> = {
  name: 'boolean',
  oid: 16,
  bytesOf: () => 1,
  write: (into, value, at) => into.writeUInt8(value ? 1 : 0, at) - at,
};

export const smallint: BinaryType<number> = {
  name: 'smallint',
  oid: 21,
  bytesOf: () => 2,
  write: (into, value, at) => into.writeInt16BE(value, at) - at,
};

export const timestamptz: BinaryType<Date> = {
  name: 'timestamptz',
  oid: 1184,
  bytesOf: () => 8,
  write(into, value, at) {
    const millis = value.getTime() - EPOCH_MS;
    const micros = millis * 1000;
    if (!Number.isSafeInteger(micros)) return into.writeBigInt64BE(BigInt(millis) * 1000n, at) - at;
    const high = Math.floor(micros / TWO_32);
    return into.writeUInt32BE(micros - high * TWO_32, into.writeInt32BE(high, at)) - at;
  },
};

export const bytea: BinaryType<Buffer> = {
  name: 'bytea',
  oid: 17,
  bytesOf: (value) => value.length,
  write: (into, value, at) => value.copy(into, at),
};

/** Values are JSON as text. */
export const jsonb: BinaryType<string> = {
  name: 'jsonb',
  oid: 3802,
  bytesOf: (value) => 1 + Buffer.byteLength(value),
  write: (into, value, at) => 1 + into.write(value, into.writeUInt8(JSONB_VERSION, at)),
};

/**
 * Values of one type as an array in PostgreSQL's binary form, which node-postgres hands on as it is. Quoting and reading the same rows
 * as text takes half as much again of the processor at both ends. A value that is the one before it again, as the organization mostly is, is
 * copied.
 */
export function binaryArray<T>(type: BinaryType<T>, values: readonly (T | null)[]): Buffer {
  let size = HEAD_BYTES;
  let before: T | null = null;
  let bytes = 0;
  for (const value of values) {
    if (value !== before) bytes = value === null ? 0 : type.bytesOf(value);
    size += LENGTH_BYTES + bytes;
    before = value;
  }
  const array = Buffer.allocUnsafe(size);
  let at = 0;
  for (const number of [1, 1, type.oid, values.length, 1]) at = array.writeInt32BE(number, at); // one dimension, nulls allowed, counted from 1
  before = null;
  let from = at;
  for (const value of values) {
    if (value === null) at = array.writeInt32BE(NULL_LENGTH, at);
    else if (value === before) {
      const length = array.copy(array, at, from, at);
      from = at;
      at += length;
    } else {
      from = at;
      const length = type.write(array, value, at + LENGTH_BYTES);
      at = array.writeInt32BE(length, at) + length;
    }
    before = value;
  }
  return array;
}

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

/** The columns that an insert writes; `recorded_at` is the database's own time. */
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
