import type { ClientBase } from 'pg';
import type { KeptEvent } from '../check/index.js';
import { type EventRow, eventColumns } from './event-columns.rules.js';

/** `arrays`: one parameter a column, one prepared plan. `values`: what a distributed database routes well (architecture, The hot path, 4). */
export type InsertForm = 'arrays' | 'values';

export const NAMES = eventColumns.map(({ name }) => name).join(', ');
export const ARRAYS = eventColumns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
/** The end of every insert: of equal keys the first is taken, and the ids of what is new come back. */
export const UNLESS_TAKEN = 'on conflict (organization_id, idempotency_key) do nothing returning id';
const INSERT = `insert into tracking_event (${NAMES}) select ${NAMES} from unnest(${ARRAYS}) as e(${NAMES}) ${UNLESS_TAKEN}`;

/** Inserts rows in their order, which is that of the unique key; answers the ids that were new. One statement. */
export async function insertEvents(
  client: ClientBase,
  rows: readonly EventRow[],
  form: InsertForm,
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const result =
    form === 'arrays'
      ? await client.query<{ id: string }>({ name: 'insert_events', text: INSERT, values: arraysOf(rows) })
      : await client.query<{ id: string }>(
          `insert into tracking_event (${NAMES}) values ${rows.map((_row, index) => placeholders(index)).join(', ')} ${UNLESS_TAKEN}`,
          rows.flatMap((row) => eventColumns.map(({ readValue }) => readValue(row))),
        );
  return new Set(result.rows.map(({ id }) => id));
}

export const arraysOf = (rows: readonly EventRow[]): Buffer[] => eventColumns.map(({ arrayOf }) => arrayOf(rows));

const placeholders = (index: number): string =>
  `(${eventColumns.map((_item, column) => `$${index * eventColumns.length + column + 1}`).join(', ')})`;

export interface KeyState {
  readonly live: boolean;
  readonly ignored: boolean;
  /** The product's version, to notice that what was remembered of it is old. */
  readonly version: number;
}

export const KEY_STATE = `c.id, c.revoked_at is null as live, p.status = 'ignored' as ignored, p.version
  from credential c join product p on p.organization_id = c.organization_id and p.id = c.product_uuid`;

/** Whether each key still lives and what its product's state is. */
export async function readLiving(client: ClientBase, credentialIds: readonly string[]): Promise<Map<string, KeyState>> {
  const result = await client.query<KeyState & { id: string }>({
    name: 'read_living',
    text: `select ${KEY_STATE} where c.id = any($1)`,
    values: [[...new Set(credentialIds)]],
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

const HELD_BY = ['organization_id', 'idempotency_key', 'fingerprint_version', 'fingerprint'];
const heldBy = eventColumns.filter(({ name }) => HELD_BY.includes(name));

/**
 * The events that hold the keys of these rows, by `organization key`. The payload of one that is the same as every row of its key stays
 * behind: only a difference is looked for in it.
 */
export async function readStored(client: ClientBase, rows: readonly EventRow[]): Promise<Map<string, KeptEvent>> {
  if (rows.length === 0) return new Map();
  const result = await client.query<KeptEvent & { organizationId: string; idempotencyKey: string }>({
    name: 'read_stored',
    text: `select e.organization_id as "organizationId", e.idempotency_key as "idempotencyKey", e.id, e.fingerprint,
        e.fingerprint_version as "fingerprintVersion", e.received_at as "receivedAt",
        case when same.held then '{}' else e.payload end as payload
      from unnest($1::uuid[], $2::text[], $3::smallint[], $4::bytea[]) as k(o, k, v, f)
        join tracking_event e on e.organization_id = k.o and e.idempotency_key = k.k
        cross join lateral (select e.fingerprint = k.f and e.fingerprint_version = k.v as held) same
      order by same.held desc`, // of several rows of one key the last decides: a payload that is needed stays
    values: heldBy.map(({ arrayOf }) => arrayOf(rows)),
  });
  return new Map(result.rows.map((row) => [`${row.organizationId} ${row.idempotencyKey}`, row]));
}
