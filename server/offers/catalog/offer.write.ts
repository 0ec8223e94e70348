import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  compareColumns,
  findNamedTools,
  type NamedTool,
  type RecordKind,
  refuseEdited,
  refuseTakenSlug,
  type UnlistChoice,
  unlistRecords,
  type WriteOutcome,
  whereExisting,
  writeLinks,
  writeRecords,
} from '../../directory/index.js';
import { CatalogOffer } from './offer.entity.js';
import { rowOf } from './offer.query.js';
import { type OfferColumns, storeOffers } from './offer.store.js';
import type { OfferRecord } from './offer.types.js';

const offers: RecordKind<OfferRecord, CatalogOffer, OfferColumns> = {
  prefix: 'ofr',
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
        const columns = { row: rowOf(record), toolIds: toolsOf(record, tools) };
        return { columns, fields: present ? changedFields(em, columns, present) : [] };
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
const findStored = (em: EntityManager, records: readonly OfferRecord[]): Promise<CatalogOffer[]> =>
  em.find(
    CatalogOffer,
    {
      $or: [
        ...whereExisting(records.map(offers.keyOf)),
        ...records.flatMap(({ facts: { vendor, url } }) =>
          vendor.domain === null || url === null ? [] : [{ vendorDomain: vendor.domain, url }],
        ),
      ],
    },
    { populate: ['tools:ref'], disableIdentityMap: true },
  );

const alreadyListed = ({ slug }: CatalogOffer) =>
  ({ outcome: 'refused', code: 'already_listed', detail: `${slug} lists this offer of the vendor already` }) as const;

/** The same vendor's offer at one address, unless the figures show that they are two: other ones, or an amount here and a percentage there. */
function isSameOffer({ facts: { vendor, url, value } }: OfferRecord, other: CatalogOffer): boolean {
  if (other.vendorDomain === null || other.vendorDomain !== vendor.domain || other.url !== url) return false;
  const own = [value.amountCents, value.percent, value.months];
  const theirs = [other.valueCents, other.valuePercent, other.valueMonths];
  const agree = own.every((figure, index) => figure === null || theirs[index] === null || figure === theirs[index]);
  const sameCurrency =
    value.currency === null || other.valueCurrency === null || value.currency === other.valueCurrency;
  const isOther = (a: (number | null | undefined)[], b: (number | null | undefined)[]): boolean =>
    a[0] !== null && a[1] === null && b[0] === null && b[1] !== null;
  return agree && sameCurrency && !isOther(own, theirs) && !isOther(theirs, own);
}

function toolsOf({ facts, toolsGuessed }: OfferRecord, tools: ReadonlyMap<string, NamedTool>): string[] {
  const named = facts.tools.flatMap((slug) => tools.get(slug) ?? []);
  const sure = toolsGuessed
    ? named.filter(({ vendorDomain }) => vendorDomain !== null && vendorDomain === facts.vendor.domain)
    : named;
  return sure.map(({ id }) => id).toSorted();
}

const changedFields = (em: EntityManager, { row, toolIds }: OfferColumns, stored: CatalogOffer): string[] => [
  ...compareColumns(em, CatalogOffer, row, stored).map(({ column }) => column),
  ...(isDeepStrictEqual(toolIds, stored.tools.getIdentifiers().toSorted()) ? [] : ['tools']),
];

const OFFERS = { resource: 'offer', prefix: 'ofr', entity: CatalogOffer } as const;

/** Takes offers of an origin and their links off the lists inside the caller's transaction; what a person edited stays. Answers how many went. */
export async function unlistOffers(
  em: EntityManager,
  at: Date,
  origin: OfferRecord['origin'],
  choose: UnlistChoice,
): Promise<number> {
  const gone = await unlistRecords(em, at, OFFERS, origin, choose);
  await writeLinks(
    em,
    at,
    gone.map((ownerId) => ({ owner: 'offer', ownerId, kind: 'claim', url: null })),
  );
  return gone.length;
}
