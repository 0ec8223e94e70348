import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  changedColumns,
  findNamedTools,
  type NamedTool,
  type RecordKind,
  refuseEdited,
  refuseTakenSlug,
  unlistRecords,
  type WriteOutcome,
  writeLinks,
  writeRecords,
} from '../../directory/index.js';
import { columnsOf, comparable, type StoredOfferRow } from './offer.query.js';
import { type OfferColumns, storeOffers } from './offer.store.js';
import type { OfferRecord } from './offer.types.js';

type Stored = StoredOfferRow & { tools: string[] };

const offers: RecordKind<OfferRecord, Stored, OfferColumns> = {
  keyOf: ({ origin, originKey, facts }) => ({ origin, originKey, slug: facts.slug }),
  refusedReserve: false,
  async read(em, records) {
    const stored = await findStored(em, records);
    const tools = await findNamedTools(
      em,
      records.flatMap(({ facts }) => facts.tools),
    );
    return {
      stored,
      compare(record, present) {
        const columns = { row: columnsOf(record), toolIds: toolsOf(record, tools) };
        return { columns, fields: present ? changedFields(columns, present) : [] };
      },
    };
  },
  refuse(record, existing) {
    const twin = existing.present
      ? undefined
      : existing.stored.find((one) => one.origin !== record.origin && isSameOffer(record, one));
    return refuseEdited(existing) ?? (twin ? alreadyListed(twin) : refuseTakenSlug(record.facts.slug, existing));
  },
  store: storeOffers,
};

/**
 * Writes offers inside the caller's transaction and answers an outcome for each, in order. An offer that a person edited, that
 * another origin lists already, or whose slug is taken is refused.
 */
export const writeOffers = (em: EntityManager, at: Date, records: readonly OfferRecord[]): Promise<WriteOutcome[]> =>
  writeRecords(em, at, offers, records);

/** What a record may meet: itself, the holder of its slug, and offers of the same vendor at the same address. */
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

const alreadyListed = ({ slug }: Stored) =>
  ({ outcome: 'refused', code: 'already_listed', detail: `${slug} lists this offer of the vendor already` }) as const;

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

const changedFields = ({ row, toolIds }: OfferColumns, stored: Stored): string[] => [
  ...changedColumns(row, stored, comparable),
  ...(isDeepStrictEqual(toolIds, stored.tools.toSorted()) ? [] : ['tools']),
];

/** Takes offers of an origin and their links off the lists inside the caller's transaction; what a person edited stays. Answers how many went. */
export async function unlistOffers(
  em: EntityManager,
  at: Date,
  origin: OfferRecord['origin'],
  choose: Parameters<typeof unlistRecords>[4],
): Promise<number> {
  const gone = await unlistRecords(em, at, 'offer', origin, choose);
  await writeLinks(
    em,
    at,
    gone.map((ownerId) => ({ owner: 'offer', ownerId, kind: 'claim', url: null })),
  );
  return gone.length;
}
