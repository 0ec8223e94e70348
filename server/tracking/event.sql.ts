import type { ClientBase } from 'pg';
import type { KeptEvent } from './fingerprint.rules.js';

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
  readonly vendorOwnDomain: boolean;
  readonly campaignId: string | null;
  readonly occurredAt: Date | null;
  readonly receivedAt: Date;
  readonly source: string;
  readonly dataLabel: string;
  readonly fingerprintVersion: number;
  readonly fingerprint: Buffer;
  readonly payloadJson: string;
}

/** `json`: one parameter, one prepared plan. `values`: what a distributed database routes well (architecture, The hot path, 4). */
export type InsertForm = 'json' | 'values';

const COLUMNS =
  'organization_id, id, idempotency_key, product_uuid, event_name, event_family, developer_id, account_domain, vendor_own_domain, campaign_id, occurred_at, received_at, source, data_label, fingerprint_version, fingerprint, payload';

const INSERT_JSON = `insert into tracking_event (${COLUMNS})
select o, i, k, p, n, f, d, a, v, c, t, r, s, l, z, decode(h, 'hex'), j
from json_to_recordset($1) as e(o uuid, i uuid, k text, p uuid, n text, f text, d text, a text, v boolean, c text, t timestamptz, r timestamptz, s text, l text, z smallint, h text, j jsonb)
on conflict (organization_id, idempotency_key) do nothing returning id`;

/** Inserts rows that are sorted by (organization, key) and unique in it; answers the ids that were new. One statement. */
export async function insertEvents(
  client: ClientBase,
  rows: readonly EventRow[],
  form: InsertForm,
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const result =
    form === 'json'
      ? await client.query<{ id: string }>({
          name: 'insert_events',
          text: INSERT_JSON,
          values: [`[${rows.map(jsonOf).join(',')}]`],
        })
      : await client.query<{ id: string }>(
          `insert into tracking_event (${COLUMNS}) values ${rows.map((_row, index) => placeholders(index)).join(', ')}
           on conflict (organization_id, idempotency_key) do nothing returning id`,
          rows.flatMap(valuesOf),
        );
  return new Set(result.rows.map(({ id }) => id));
}

function jsonOf(row: EventRow): string {
  const flat = JSON.stringify({
    o: row.organizationId,
    i: row.id,
    k: row.idempotencyKey,
    p: row.productUuid,
    n: row.eventName,
    f: row.eventFamily,
    d: row.developerId,
    a: row.accountDomain,
    v: row.vendorOwnDomain,
    c: row.campaignId,
    t: row.occurredAt,
    r: row.receivedAt,
    s: row.source,
    l: row.dataLabel,
    z: row.fingerprintVersion,
    h: row.fingerprint.toString('hex'),
  });
  return `${flat.slice(0, -1)},"j":${row.payloadJson}}`;
}

function valuesOf(row: EventRow): unknown[] {
  return [
    row.organizationId,
    row.id,
    row.idempotencyKey,
    row.productUuid,
    row.eventName,
    row.eventFamily,
    row.developerId,
    row.accountDomain,
    row.vendorOwnDomain,
    row.campaignId,
    row.occurredAt,
    row.receivedAt,
    row.source,
    row.dataLabel,
    row.fingerprintVersion,
    row.fingerprint,
    row.payloadJson,
  ];
}

const COLUMN_COUNT = COLUMNS.split(', ').length;
const placeholders = (index: number): string =>
  `(${Array.from({ length: COLUMN_COUNT }, (_item, column) => `$${index * COLUMN_COUNT + column + 1}`).join(', ')})`;

/** The events that hold the keys of these rows, by `organization key`. */
export async function readStored(
  client: ClientBase,
  rows: readonly Pick<EventRow, 'organizationId' | 'idempotencyKey'>[],
): Promise<Map<string, KeptEvent>> {
  if (rows.length === 0) return new Map();
  const result = await client.query<KeptEvent & { organizationId: string; idempotencyKey: string }>({
    name: 'read_stored',
    text: `select e.organization_id as "organizationId", e.idempotency_key as "idempotencyKey", e.id, e.fingerprint,
        e.fingerprint_version as "fingerprintVersion", e.received_at as "receivedAt", e.payload
      from json_to_recordset($1) as k(o uuid, k text) join tracking_event e on e.organization_id = k.o and e.idempotency_key = k.k`,
    values: [
      JSON.stringify(rows.map(({ organizationId, idempotencyKey }) => ({ o: organizationId, k: idempotencyKey }))),
    ],
  });
  return new Map(result.rows.map((row) => [`${row.organizationId} ${row.idempotencyKey}`, row]));
}

export interface KeyState {
  readonly live: boolean;
  readonly ignored: boolean;
  /** The product's version, to notice that what was remembered of it is old. */
  readonly version: number;
}

/** Whether each key still lives and what its product's state is: asked once per flush, inside its transaction. */
export async function readLiving(client: ClientBase, credentialIds: readonly string[]): Promise<Map<string, KeyState>> {
  const result = await client.query<KeyState & { id: string }>({
    name: 'read_living',
    text: `select c.id, c.revoked_at is null as live, p.status = 'ignored' as ignored, p.version
      from credential c join product p on p.organization_id = c.organization_id and p.id = c.product_uuid where c.id = any($1)`,
    values: [credentialIds],
  });
  return new Map(result.rows.map((row) => [row.id, row]));
}

/** What decides, inside a write, whether events of a product are stored. */
export async function readProductState(
  client: ClientBase,
  organizationId: string,
  productUuid: string,
): Promise<{ ignored: boolean }> {
  const result = await client.query<{ ignored: boolean }>(
    "select status = 'ignored' as ignored from product where organization_id = $1 and id = $2",
    [organizationId, productUuid],
  );
  return result.rows[0] ?? { ignored: true };
}
