import type { ClientBase } from 'pg';
import {
  ARRAYS,
  arraysOf,
  type InsertForm,
  insertEvents,
  KEY_STATE,
  type KeyState,
  NAMES,
  readLiving,
  UNLESS_TAKEN,
} from './event.query.js';
import { binaryArray, uuid } from './event-binary.rules.js';
import { type EventRow, eventColumns } from './event-columns.rules.js';

/** What the database said to a flush. */
export interface Flushed {
  /** The ids of the rows that went in. */
  readonly inserted: ReadonlySet<string>;
  /** The state of each key by its id. */
  readonly living: ReadonlyMap<string, KeyState>;
}

const KEYS = `$${eventColumns.length + 1}::uuid[]`;
/**
 * The keys' state and the insert see one moment: of a key that is revoked by then, nothing goes in. Rows are taken whose key lives and
 * whose product is not ignored; a join in place of that condition would give up the order of the rows.
 */
const FLUSH = `with living as materialized (select ${KEY_STATE} where c.id = any(${KEYS})),
fresh as (
  insert into tracking_event (${NAMES}) select ${NAMES} from unnest(${ARRAYS}, ${KEYS}) as e(${NAMES}, credential_id)
  where credential_id = any(array(select id from living where live and not ignored)) ${UNLESS_TAKEN})
select id, live, ignored, version from living
union all select id, null, null, null from fresh`;

/**
 * Inserts rows in their order, each as far as the key that it came with lives and its product is not ignored, in the caller's
 * transaction. In the form of arrays it is one statement, and sent before this returns.
 */
export const flushEvents = (
  client: ClientBase,
  form: InsertForm,
  rows: readonly EventRow[],
  credentialIds: readonly string[],
): Promise<Flushed> =>
  form === 'arrays' ? flushArrays(client, rows, credentialIds) : flushValues(client, rows, credentialIds);

async function flushArrays(
  client: ClientBase,
  rows: readonly EventRow[],
  credentialIds: readonly string[],
): Promise<Flushed> {
  const result = await client.query<{ id: string } & (KeyState | { live: null })>({
    name: 'flush_events',
    text: FLUSH,
    values: [...arraysOf(rows), binaryArray(uuid, credentialIds)],
  });
  const inserted = new Set<string>();
  const living = new Map<string, KeyState>();
  for (const row of result.rows) {
    if (row.live === null) inserted.add(row.id);
    else living.set(row.id, row);
  }
  return { inserted, living };
}

/** Question and insert apart: a distributed database routes each row of a VALUES list by itself, and nothing that joins it (scale Q1). */
async function flushValues(
  client: ClientBase,
  rows: readonly EventRow[],
  credentialIds: readonly string[],
): Promise<Flushed> {
  const living = await readLiving(client, credentialIds);
  const isTaken = (id: string | undefined): boolean => {
    const state = id === undefined ? undefined : living.get(id);
    return state?.live === true && !state.ignored;
  };
  const taken = rows.filter((_row, index) => isTaken(credentialIds[index]));
  return { inserted: await insertEvents(client, taken, 'values'), living };
}
