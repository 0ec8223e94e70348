import type { ClientBase } from 'pg';
import { Credential, Product } from '../../accounts/index.js';
import { BareStatement, membersOf, type RowOf } from '../../platform/database/bare-statement.js';
import type { IgnoredReason, StoredEvent } from '../check/index.js';
import { IgnoredEvent } from '../ignored-event.entity.js';
import { TrackingEvent } from './event.entity.js';
import { binaryArray, type EventRow, eventColumns, uuid } from './event-row.rules.js';

/** `arrays`: one parameter a column, one prepared plan. `values`: what a distributed database routes well (architecture, The hot path, 4). */
export type InsertForm = 'arrays' | 'values';

const NAMES = eventColumns.map(({ name }) => name).join(', ');
const ARRAYS = eventColumns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
/** The end of every insert: of equal keys the first is taken, and the ids of what is new come back. */
const UNLESS_TAKEN = 'on conflict (organization_id, idempotency_key) do nothing returning id';
export const INSERT = new BareStatement(
  membersOf(TrackingEvent, 'id'),
  `insert into tracking_event (${NAMES}) select ${NAMES} from unnest(${ARRAYS}) as e(${NAMES}) ${UNLESS_TAKEN}`,
);

/** Inserts rows in their order, which is that of the unique key; answers the ids that were new. One statement. */
export async function insertEvents(
  client: ClientBase,
  rows: readonly EventRow[],
  form: InsertForm,
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const result =
    form === 'arrays'
      ? await client.query<RowOf<typeof INSERT>>({ name: 'insert_events', text: INSERT.text, values: arraysOf(rows) })
      : await client.query<RowOf<typeof INSERT>>(
          `insert into tracking_event (${NAMES}) values ${rows.map((_row, index) => placeholders(index)).join(', ')} ${UNLESS_TAKEN}`,
          rows.flatMap((row) => eventColumns.map(({ readValue }) => readValue(row))),
        );
  return new Set(result.rows.map(({ id }) => id));
}

const arraysOf = (rows: readonly EventRow[]): Buffer[] => eventColumns.map(({ arrayOf }) => arrayOf(rows));

const placeholders = (index: number): string =>
  `(${eventColumns.map((_item, column) => `$${index * eventColumns.length + column + 1}`).join(', ')})`;

const KEY_STATE = `c.id, c.revoked_at is null as active, p.status = 'ignored' as ignored, p.version
  from credential c join product p on p.organization_id = c.organization_id and p.id = c.product_uuid`;
const KEY_COLUMNS = {
  id: [Credential, 'id'],
  active: 'boolean',
  ignored: 'boolean',
  version: [Product, 'version'], // to notice that what was remembered of it is old
} as const;
export const KEY_STATES = new BareStatement(KEY_COLUMNS, `select ${KEY_STATE} where c.id = any($1)`);

const NAMES_OFF = `c.id, i.event_name as "eventName"
  from credential c join ignored_event i on i.organization_id = c.organization_id and i.product_uuid = c.product_uuid`;
/** The event names that are switched off for the product of each key. */
export const KEY_NAMES_OFF = new BareStatement(
  { id: [Credential, 'id'], eventName: [IgnoredEvent, 'eventName'] },
  `select ${NAMES_OFF} where c.id = any($1)`,
);

/** Whether a key is active and its product ignored, and the product's version. */
export type KeyState = Omit<RowOf<typeof KEY_STATES>, 'id'>;

/** Reads whether each key is active, and its product's state. */
async function readKeyStates(client: ClientBase, credentialIds: readonly string[]): Promise<Map<string, KeyState>> {
  const result = await client.query<RowOf<typeof KEY_STATES>>({
    name: 'read_key_states',
    text: KEY_STATES.text,
    values: [[...new Set(credentialIds)]],
  });
  return new Map(result.rows.map((row) => [row.id, row]));
}

/** The ids of the rows that went in, where it matters which. */
export type InsertedIds = Pick<ReadonlySet<string>, 'has' | 'size'>;

/** The result of a flush. */
export interface FlushResult {
  readonly inserted: InsertedIds;
  /** The state of each key by its id. */
  readonly keys: ReadonlyMap<string, KeyState>;
}

const KEYS = `$${eventColumns.length + 1}::uuid[]`;
/**
 * The keys' state and the insert see one moment: nothing of a key that is revoked by then goes in. Only rows of an active key whose
 * product is not ignored, and of a name that is not switched off, are inserted; a join in place of these conditions would give up the order
 * of the rows. Where all of them went in, which is nearly always, one row without an id says so.
 */
export const FLUSH = new BareStatement(
  KEY_COLUMNS,
  `with keys as materialized (select ${KEY_STATE} where c.id = any(${KEYS})),
off as materialized (select ${NAMES_OFF} where c.id = any(${KEYS})),
fresh as (
  insert into tracking_event (${NAMES}) select ${NAMES} from unnest(${ARRAYS}, ${KEYS}) as e(${NAMES}, credential_id)
  where credential_id = any(array(select id from keys where active and not ignored))
    and (credential_id, event_name) not in (select id, "eventName" from off) ${UNLESS_TAKEN}),
landed as (select count(*) = cardinality(${KEYS}) as whole from fresh)
select id, active, ignored, version from keys
union all select null, null, null, null from landed where whole
union all select fresh.id, null, null, null from fresh, landed where not whole`,
);

/**
 * Inserts rows in their order, if the key that it came with is active and its product is not ignored, in the caller's
 * transaction. In the form of arrays it is one statement, and sent before this returns.
 */
export const flushEvents = (
  client: ClientBase,
  form: InsertForm,
  rows: readonly EventRow[],
  credentialIds: readonly string[],
): Promise<FlushResult> =>
  form === 'arrays' ? flushArrays(client, rows, credentialIds) : flushValues(client, rows, credentialIds);

async function flushArrays(
  client: ClientBase,
  rows: readonly EventRow[],
  credentialIds: readonly string[],
): Promise<FlushResult> {
  const result = await client.query<RowOf<typeof KEY_STATES> | { readonly id: string | null; readonly active: null }>({
    name: 'flush_events',
    text: FLUSH.text,
    values: [...arraysOf(rows), binaryArray(uuid, credentialIds)],
  });
  const ids = new Set<string>();
  const keys = new Map<string, KeyState>();
  let whole = false;
  for (const row of result.rows) {
    if (row.active !== null) keys.set(row.id, row);
    else if (row.id === null) whole = true;
    else ids.add(row.id);
  }
  return { inserted: whole ? { size: rows.length, has: () => true } : ids, keys };
}

/** Reads and inserts in two statements: a distributed database routes each row of a VALUES list by itself, but no join with it (scale Q1). */
async function flushValues(
  client: ClientBase,
  rows: readonly EventRow[],
  credentialIds: readonly string[],
): Promise<FlushResult> {
  const keys = await readKeyStates(client, credentialIds);
  const off = await client.query<RowOf<typeof KEY_NAMES_OFF>>(KEY_NAMES_OFF.text, [[...new Set(credentialIds)]]);
  const names = new Set(off.rows.map(({ id, eventName }) => `${id} ${eventName}`));
  const isTaken = ({ eventName }: EventRow, id: string | undefined): boolean => {
    const state = id === undefined ? undefined : keys.get(id);
    return state?.active === true && !state.ignored && !names.has(`${id} ${eventName}`);
  };
  const taken = rows.filter((row, index) => isTaken(row, credentialIds[index]));
  return { inserted: await insertEvents(client, taken, 'values'), keys };
}

export const PRODUCT_STATE = new BareStatement(
  { ignored: 'boolean' },
  "select status = 'ignored' as ignored from product where organization_id = $1 and id = $2",
);

export const PRODUCT_NAMES_OFF = new BareStatement(
  membersOf(IgnoredEvent, 'eventName'),
  'select event_name as "eventName" from ignored_event where organization_id = $1 and product_uuid = $2',
);

/** The state of a product that decides, inside a write, whether an event of a name is stored: null where it is. */
export async function readProductState(
  client: ClientBase,
  organizationId: string,
  productUuid: string,
): Promise<(eventName: string) => IgnoredReason | null> {
  const values = [organizationId, productUuid];
  const { rows } = await client.query<RowOf<typeof PRODUCT_STATE>>(PRODUCT_STATE.text, values);
  if (rows[0]?.ignored !== false) return () => 'product_ignored';
  const off = await client.query<RowOf<typeof PRODUCT_NAMES_OFF>>(PRODUCT_NAMES_OFF.text, values);
  const names = new Set(off.rows.map(({ eventName }) => eventName));
  return (eventName) => (names.has(eventName) ? 'event_ignored' : null);
}

const HELD_BY = ['organization_id', 'idempotency_key', 'fingerprint_version', 'fingerprint'];
const heldBy = eventColumns.filter(({ name }) => HELD_BY.includes(name));

export const STORED = new BareStatement(
  {
    ...membersOf(
      TrackingEvent,
      'organizationId',
      'idempotencyKey',
      'id',
      'fingerprint',
      'fingerprintVersion',
      'receivedAt',
      'payload',
    ),
    erased: 'boolean',
  },
  `select e.organization_id as "organizationId", e.idempotency_key as "idempotencyKey", e.id, e.fingerprint,
     e.fingerprint_version as "fingerprintVersion", e.received_at as "receivedAt",
     case when same.held then '{}' else e.payload end as payload, e.content_erased_on is not null as erased
   from unnest($1::uuid[], $2::text[], $3::smallint[], $4::bytea[]) as k(o, k, v, f)
     join tracking_event e on e.organization_id = k.o and e.idempotency_key = k.k
     cross join lateral (select e.fingerprint = k.f and e.fingerprint_version = k.v as held) same
   order by same.held desc`, // of several rows of one key the last decides: a payload that is needed stays
);

/**
 * The events that hold the keys of these rows, by `organization key`. The payload of one that is the same as every row of its key stays
 * behind: only a difference is looked for in it.
 */
export async function readStored(client: ClientBase, rows: readonly EventRow[]): Promise<Map<string, StoredEvent>> {
  if (rows.length === 0) return new Map();
  const result = await client.query<RowOf<typeof STORED>>({
    name: 'read_stored',
    text: STORED.text,
    values: heldBy.map(({ arrayOf }) => arrayOf(rows)),
  });
  return new Map(result.rows.map((row) => [`${row.organizationId} ${row.idempotencyKey}`, row]));
}
