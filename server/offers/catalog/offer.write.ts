import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import { lockCatalog, nextCatalogVersion, recordCatalogChanges, type WriteOutcome } from '../../directory/index.js';
import { newUuid } from '../../platform/ids.js';
import { columnsOf, comparable, type OfferRow, type StoredOfferRow } from './offer.query.js';
import { findTools, type NamedTool, type OfferWrite, storeOffers } from './offer.store.js';
import type { OfferRecord } from './offer.types.js';

type Stored = StoredOfferRow & { tools: string[] };
type Refused = Extract<WriteOutcome, { outcome: 'refused' }>;

/**
 * Writes offers inside the caller's transaction and answers an outcome for each, in order. A record is found again by its origin and
 * key, so repeating an import changes nothing. What a person edited, what another origin lists already, and a slug that is taken is left
 * as it is and says so.
 */
export async function writeOffers(
  em: EntityManager,
  at: Date,
  records: readonly OfferRecord[],
): Promise<WriteOutcome[]> {
  if (records.length === 0) return [];
  await lockCatalog(em);
  const stored = await findStored(em, records);
  const tools = await findTools(
    em,
    records.flatMap(({ facts }) => facts.tools),
  );
  const seen = new Set<string>();
  const writes: OfferWrite[] = [];
  const outcomes = records.map((record): WriteOutcome => {
    const key = keyOf(record.origin, record.originKey);
    const present = stored.find((one) => keyOf(one.origin, one.origin_key) === key);
    const refused = refusalOf(record, present, stored, seen);
    if (refused) return refused;
    seen.add(key).add(record.facts.slug);
    const row = columnsOf(record);
    const toolIds = toolsOf(record, tools);
    const id = present?.id ?? newUuid();
    const fields = present ? changedFields(row, toolIds, present) : [];
    if (present && fields.length === 0) return { outcome: 'unchanged', id };
    const outcome = present ? 'updated' : 'created';
    writes.push({ id, row, toolIds, change: outcome, fields });
    return { outcome, id };
  });
  if (writes.length) await storeOffers(em, at, writes);
  return outcomes;
}

const keyOf = (origin: string, originKey: string | null): string => JSON.stringify([origin, originKey]);

/** Whatever a record may meet: itself, the holder of its slug, and offers of the same vendor at the same address. */
function findStored(em: EntityManager, records: readonly OfferRecord[]): Promise<Stored[]> {
  const wanted = records.map(({ origin, originKey, facts }) => ({
    origin,
    key: originKey,
    slug: facts.slug,
    domain: facts.vendor.domain,
    url: facts.url,
  }));
  return em.execute<Stored[]>(
    `select distinct on (o.id) o.*, array(select t.tool_id::text from offer_tool t where t.offer_id = o.id) as tools
     from json_to_recordset(?::json) as r(origin text, key text, slug text, domain text, url text)
     join offer o on o.slug = r.slug or (o.origin = r.origin and o.origin_key = r.key) or (o.vendor_domain = r.domain and o.url = r.url)`,
    [JSON.stringify(wanted)],
  );
}

function refusalOf(
  record: OfferRecord,
  present: Stored | undefined,
  stored: readonly Stored[],
  seen: ReadonlySet<string>,
): Refused | null {
  const { facts, origin, originKey } = record;
  const refuse = (code: string, detail: string): Refused => ({ outcome: 'refused', code, detail });
  if (seen.has(facts.slug) || seen.has(keyOf(origin, originKey)))
    return refuse('repeated', 'an earlier row of this import has the same key or slug');
  if (present?.edited_at) return refuse('edited_by_a_person', 'a person edited this record; imports leave it alone');
  const twin = present ? undefined : stored.find((one) => one.origin !== origin && isSameOffer(record, one));
  if (twin) return refuse('already_listed', `${twin.slug} lists this offer of the vendor already`);
  const holder = stored.find(({ slug }) => slug === facts.slug);
  if (holder && holder.id !== present?.id) return refuse('slug_taken', `another record holds the slug ${facts.slug}`);
  return null;
}

/** The same vendor's offer at one address, unless the figures show that they are two: other ones, or an amount here and a percentage there. */
function isSameOffer({ facts: { vendor, url, value } }: OfferRecord, other: Stored): boolean {
  if (other.vendor_domain === null || other.vendor_domain !== vendor.domain || other.url !== url) return false;
  const own = [value.amountCents, value.percent, value.months];
  const theirs = [other.value_cents, other.value_percent, other.value_months].map((one) =>
    one === null ? null : Number(one),
  );
  const agree = own.every((figure, index) => figure === null || theirs[index] === null || figure === theirs[index]);
  const sameCurrency =
    value.currency === null || other.value_currency === null || value.currency === other.value_currency;
  const isOther = (a: (number | null | undefined)[], b: (number | null | undefined)[]): boolean =>
    a[0] !== null && a[1] === null && b[0] === null && b[1] !== null;
  return agree && sameCurrency && !isOther(own, theirs) && !isOther(theirs, own);
}

function toolsOf({ facts, toolsGuessed }: OfferRecord, tools: ReadonlyMap<string, NamedTool>): string[] {
  const named = facts.tools.flatMap((slug) => tools.get(slug) ?? []);
  const sure = toolsGuessed
    ? named.filter(({ vendor_domain }) => vendor_domain !== null && vendor_domain === facts.vendor.domain)
    : named;
  return sure.map(({ id }) => id).toSorted();
}

const changedFields = (row: OfferRow, toolIds: readonly string[], stored: Stored): string[] => [
  ...(Object.keys(row) as (keyof OfferRow)[]).filter(
    (column) => !isDeepStrictEqual(comparable(column, row[column]), comparable(column, stored[column])),
  ),
  ...(isDeepStrictEqual(toolIds, stored.tools.toSorted()) ? [] : ['tools']),
];

/** Takes offers of an origin off the lists inside the caller's transaction; what a person edited stays. Answers how many went. */
export async function unlistOffers(
  em: EntityManager,
  at: Date,
  origin: OfferRecord['origin'],
  choose: { readonly keys: readonly string[] } | { readonly allBut: readonly string[] },
): Promise<number> {
  await lockCatalog(em);
  const [which, keys] = 'keys' in choose ? ['in', choose.keys] : ['not in', choose.allBut];
  const gone = await em.execute<{ id: string; slug: string }[]>(
    `select id, slug from offer where origin = ? and listed and edited_at is null
       and origin_key ${which} (select value from json_array_elements_text(?::json))`,
    [origin, JSON.stringify(keys)],
  );
  if (gone.length === 0) return 0;
  const ids = JSON.stringify(gone.map(({ id }) => id));
  const version = await nextCatalogVersion(em, at);
  await em.execute(
    `update offer set listed = false, version = ?, updated_at = ?
     where id in (select value::uuid from json_array_elements_text(?::json))`,
    [version, at, ids],
  );
  await em.execute(
    'update tracked_link set active = false where offer_id in (select value::uuid from json_array_elements_text(?::json))',
    [ids],
  );
  await recordCatalogChanges(
    em,
    at,
    version,
    gone.map(({ id, slug }) => ({ resource: 'offer', id, slug, change: 'removed', fields: ['listed'] })),
  );
  return gone.length;
}
