import type { EntityManager } from '@mikro-orm/postgresql';
import { listOrganizationIds } from '../../accounts/index.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { firstUuidAt } from '../../platform/ids.js';
import { FINGERPRINT_VERSION, fingerprintOf, withoutNulls } from '../check/index.js';
import { EventContentMark, TrackingEvent } from './event.entity.js';

const ATTRIBUTION = "payload #> '{context,attribution}'";
const RECEIPT = "payload #> '{metadata,usageReceipt}'";
/** The members of a receipt that folding counts; the others may name a person, a workflow or an account. */
const COUNTED = ['receiptType', 'mcpServer', 'mcpTool', 'success', 'costCents', 'latencyMs'];
/** An object of these members, null where a value is missing. It is made by functions that never depend on a setting: an update on nodes takes no other. */
const objectOf = (members: readonly (readonly [name: string, value: string])[]): string =>
  members.reduce(
    (made, [name, value]) => `jsonb_set(${made}, '{${name}}', coalesce(${value}, 'null'::jsonb))`,
    "'{}'::jsonb",
  );

/**
 * A payload without its content: what folding reads, so that a rebuild counts the same, and what lists show beside the columns.
 */
const BARE_PAYLOAD = `jsonb_strip_nulls(${objectOf([
  ['product', "payload -> 'product'"],
  ['projectId', "payload -> 'projectId'"],
  ['context', `case when jsonb_typeof(${ATTRIBUTION}) = 'object' then ${objectOf([['attribution', ATTRIBUTION]])} end`],
  [
    'metadata',
    `case when jsonb_typeof(${RECEIPT}) = 'object' then ${objectOf([
      ['usageReceipt', objectOf(COUNTED.map((name) => [name, `${RECEIPT} -> '${name}'`]))],
    ])} end`,
  ],
])})`;

/** The beginning of the stored id of a developer who was erased; what follows is random and leads to no one. */
export const ERASED_DEVELOPER = 'erased-';

const BY_AGE = `update tracking_event set payload = ${BARE_PAYLOAD}, content_erased_on = (? at time zone 'utc')::date
  where organization_id = ? and id in (?) and content_erased_on is null`;

type Events = { readonly tracking_event: TableOf<TrackingEvent> };

/**
 * Erases the content of at most `limit` events that were received before `before`; key, fingerprint and what is counted stay. The place that
 * an organization has reached is stored with it, so that nothing is looked at twice.
 */
export async function eraseOldContent(em: EntityManager, before: Date, limit: number): Promise<number> {
  const until = firstUuidAt(before.getTime());
  let erased = 0;
  for (const organizationId of await listOrganizationIds(em)) {
    erased += await eraseContentOf(em.fork(), { organizationId, until, limit: limit - erased });
    if (erased >= limit) break;
  }
  return erased;
}

const eraseContentOf = (
  em: EntityManager,
  { organizationId, until, limit }: { organizationId: string; until: string; limit: number },
): Promise<number> =>
  em.transactional(async (tx) => {
    const mark = await tx.findOne(EventContentMark, { organizationId });
    let old = tx
      .getKysely<Events>()
      .selectFrom('tracking_event')
      .where('organization_id', '=', organizationId)
      .where('id', '<', until)
      .orderBy('id')
      .limit(limit)
      .select('id');
    if (mark) old = old.where('id', '>', mark.throughEvent);
    const ids = (await old.execute()).map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) return 0;
    await renewFingerprints(tx, organizationId, ids);
    await tx.execute(BY_AGE, [new Date(), organizationId, ids]);
    await tx.upsert(EventContentMark, { organizationId, throughEvent: last });
    return ids.length;
  });

/** Brings the fingerprints of older versions up to the present one, while there is a payload to make them of. */
async function renewFingerprints(tx: EntityManager, organizationId: string, ids: readonly string[]): Promise<void> {
  const old = await tx
    .getKysely<Events>()
    .selectFrom('tracking_event')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .where('fingerprint_version', '<', FINGERPRINT_VERSION)
    .where('content_erased_on', 'is', null)
    .select(['id', 'payload'])
    .execute();
  for (const { id, payload } of old)
    await tx.nativeUpdate(
      TrackingEvent,
      { organizationId, id },
      { fingerprint: fingerprintOf(withoutNulls(payload)), fingerprintVersion: FINGERPRINT_VERSION },
    );
}

const OF_DEVELOPER = `update tracking_event set developer_id = ?, payload = ${BARE_PAYLOAD}, content_erased_on = (? at time zone 'utc')::date
  where organization_id = ? and id in (?)`;
const PIECE_EVENTS = 1_000;

/**
 * Erases a developer from the events of an organization in the caller's transaction: their id becomes `pseudonym`, and the content goes. Answers
 * how many events there were, and how many of their idempotency keys contain the id.
 */
export async function eraseDeveloperEvents(
  tx: EntityManager,
  { organizationId, developerId, pseudonym }: { organizationId: string; developerId: string; pseudonym: string },
): Promise<{ events: number; keysThatNameThem: number }> {
  const rows = await tx
    .getKysely<Events>()
    .selectFrom('tracking_event')
    .where('organization_id', '=', organizationId)
    .where('developer_id', '=', developerId)
    .orderBy('id')
    .select(['id', 'idempotency_key as key'])
    .execute();
  for (let from = 0; from < rows.length; from += PIECE_EVENTS) {
    const ids = rows.slice(from, from + PIECE_EVENTS).map(({ id }) => id);
    await renewFingerprints(tx, organizationId, ids);
    await tx.execute(OF_DEVELOPER, [pseudonym, new Date(), organizationId, ids]);
  }
  const name = developerId.toLowerCase();
  return { events: rows.length, keysThatNameThem: rows.filter(({ key }) => key.toLowerCase().includes(name)).length };
}
