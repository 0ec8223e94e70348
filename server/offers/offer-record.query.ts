import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import {
  compareColumns,
  findNamedTools,
  isExisting,
  type NamedTool,
  propertiesIn,
  type RecordChange,
  type RecordKind,
  type RecordStore,
  refuseEdited,
  refuseTakenSlug,
  storeRecords,
  type UnlistChoice,
  unlistRecords,
  type WriteOutcome,
  writeLinks,
  writeRecords,
} from '../directory/index.js';
import { columnsOf } from '../platform/database/kysely.js';
import type { Row } from '../platform/row.types.js';
import { CatalogOffer, OfferTool } from './offer.entity.js';
import { type OfferRow, type OfferTables, rowOf } from './offer.query.js';
import type { OfferRecord } from './offer.schema.js';

/** An offer to be stored: the members that a record decides, and its tools. */
export interface OfferColumns {
  readonly row: OfferRow;
  /** Bare UUIDs of the tools that it is for. */
  readonly toolIds: readonly string[];
}

/** A stored offer in the form of `OfferRow`, for a comparison with a record. */
export type StoredOfferRow = Omit<Row<CatalogOffer>, 'organizationId'> & Pick<OfferRow, 'organization'>;

type StoredOffer = StoredOfferRow & { readonly toolIds: readonly string[] };

const offers: RecordKind<OfferRecord, StoredOffer, OfferColumns> = {
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

/** Reads the offers that records may meet: themselves, the holders of their slugs, and offers of the same vendor at the same address. */
async function findStored(em: EntityManager, records: readonly OfferRecord[]): Promise<StoredOffer[]> {
  const places = records.flatMap(({ facts: { vendor, url } }) =>
    vendor.domain === null || url === null ? [] : [{ domain: vendor.domain, url }],
  );
  const rows = await em
    .getKysely<OfferTables>()
    .selectFrom('offer as r')
    .select(columnsOf(em, CatalogOffer, 'r'))
    .select(({ selectFrom }) =>
      selectFrom('offer_tool as x')
        .whereRef('x.offer_id', '=', 'r.id')
        .select(sql<string[] | null>`array_agg(x.tool_id order by x.tool_id)`.as('tool_ids'))
        .as('toolIds'),
    )
    .where(({ or, and, eb }) =>
      or([
        isExisting(records.map(offers.keyOf)),
        ...places.map(({ domain, url }) => and([eb('r.vendor_domain', '=', domain), eb('r.url', '=', url)])),
      ]),
    )
    .$castTo<Row<CatalogOffer> & { readonly toolIds: string[] | null }>()
    .execute();
  return rows.map(({ organizationId, toolIds, ...row }) => ({
    ...row,
    organization: organizationId,
    toolIds: toolIds ?? [],
  }));
}

const alreadyListed = ({ slug }: StoredOffer) =>
  ({ outcome: 'refused', code: 'already_listed', detail: `${slug} lists this offer of the vendor already` }) as const;

/** The same vendor's offer at one address, unless the figures show that they are two: other ones, or an amount here and a percentage there. */
function isSameOffer({ facts: { vendor, url, value } }: OfferRecord, other: StoredOffer): boolean {
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

const changedFields = (em: EntityManager, { row, toolIds }: OfferColumns, stored: StoredOffer): string[] => [
  ...compareColumns(em, CatalogOffer, row, stored).map(({ column }) => column),
  ...(isDeepStrictEqual(toolIds, stored.toolIds) ? [] : ['tools']),
];

const store: RecordStore<OfferColumns & RecordChange> = {
  resource: 'offer',
  upsert: (em, writes, { createdAt, ...stamp }) => {
    const rows = writes.map(({ id, row }) => ({ id, createdAt, update: { ...row, ...stamp } }));
    return em
      .qb(CatalogOffer)
      .insert(rows.map(({ update, ...row }) => ({ ...row, ...update })))
      .onConflict('id')
      .merge(propertiesIn(em, CatalogOffer, rows[0]?.update ?? {}))
      .execute();
  },
  async relate(em, writes) {
    const tools = writes.flatMap(({ id, toolIds }) => toolIds.map((tool) => ({ offer: id, tool })));
    await em.nativeDelete(OfferTool, { offer: { $in: writes.map(({ id }) => id) } });
    if (tools.length) await em.qb(OfferTool).insert(tools).onConflict().ignore().execute();
  },
  linksOf: ({ row }) => [{ kind: 'claim', url: row.listed ? row.url : null }],
};

/**
 * Stores offers with their tools and their tracked links under the catalog's next version, and answers it; the caller holds the catalog's
 * lock. Any number of offers take one statement a table: the starter catalog and imports come this way.
 */
export function storeOffers(
  em: EntityManager,
  at: Date,
  writes: readonly (OfferColumns & RecordChange)[],
): Promise<number> {
  return storeRecords(em, at, store, writes);
}

/** Takes offers of an origin and their links off the lists inside the caller's transaction; offers that a person edited stay. Answers how many went. */
export async function unlistOffers(
  em: EntityManager,
  at: Date,
  origin: OfferRecord['origin'],
  choose: UnlistChoice,
): Promise<number> {
  const gone = await unlistRecords(em, at, 'offer', origin, choose);
  await writeLinks(
    em,
    at,
    gone.map((ownerId) => ({ owner: 'offer', ownerId, kind: 'claim', url: null })),
  );
  return gone.length;
}
