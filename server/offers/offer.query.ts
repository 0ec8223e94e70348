import type { EntityManager } from '@mikro-orm/postgresql';
import {
  type CatalogSnapshot,
  type CatalogTool,
  findOfferLinks,
  type LoadOffers,
  type OfferFacts,
  sourcesOf,
  statedSource,
  statementInWords,
} from '../directory/index.js';
import { columnsOf } from '../platform/database/kysely.js';
import type { TableOf } from '../platform/database/table.types.js';
import { normalizeDomain } from '../platform/domain.rules.js';
import { publicId } from '../platform/ids.js';
import type { Row } from '../platform/row.types.js';
import { describeRequirements, type EligibilityVerdict } from './eligibility.rules.js';
import type { Eligibility } from './eligibility.types.js';
import { CatalogOffer, type OfferTool } from './offer.entity.js';
import type { OfferRecord } from './offer.schema.js';
import type { Offer } from './offer.types.js';

/** The tables of offers, and of the tools that they are for, for Kysely. */
export interface OfferTables {
  readonly offer: TableOf<CatalogOffer>;
  readonly offer_tool: TableOf<OfferTool>;
  readonly tool: TableOf<CatalogTool>;
}

/** The members of an offer that a record decides; `organization` is a bare UUID. */
export type OfferRow = Omit<Row<CatalogOffer>, 'id' | 'organizationId' | 'version' | 'createdAt' | 'updatedAt'> & {
  readonly organization: string | null;
};

/** A record as the entity holds it. An offer may be taken on its last day until that day ends in UTC. */
export const rowOf = (
  {
    facts,
    origin,
    originKey,
    label,
    organizationId,
    statements = [],
  }: Omit<OfferRecord, 'originKey'> & { originKey: string | null },
  {
    listed = true,
    editedAt = null,
    organizationDomain = null,
  }: { listed?: boolean; editedAt?: Date | null; organizationDomain?: string | null } = {},
): OfferRow => {
  const { slug, title, summary, vendor, tools: _slugs, kind, value, ...others } = facts;
  const { lastReadAt, lastConfirmedAt, endsAt, sources, ...same } = others;
  // In the order of the form: the change feed lists the changed columns in it.
  return {
    slug,
    title,
    summary,
    vendorName: vendor.name,
    vendorDomain: vendor.domain === null ? null : normalizeDomain(vendor.domain),
    kind,
    valueText: value.text,
    valueCents: value.amountCents,
    valueCurrency: value.currency,
    valuePercent: value.percent,
    valueMonths: value.months,
    valueUpTo: value.upTo,
    ...same,
    lastReadAt: startOf(lastReadAt),
    lastConfirmedAt: startOf(lastConfirmedAt),
    endsAt: endsAt === null ? null : new Date(`${endsAt}T23:59:59.999Z`),
    organization: organizationId,
    organizationDomain,
    listed,
    label,
    sources: [...sources],
    statements: [...statements],
    origin,
    originKey,
    editedAt,
  };
};

const startOf = (day: string | null): Date | null => (day === null ? null : new Date(`${day}T00:00:00.000Z`));

/** The columns into which `rowOf` takes a vendor and a value apart. */
type Apart =
  | 'vendorName'
  | 'vendorDomain'
  | 'valueText'
  | 'valueCents'
  | 'valueCurrency'
  | 'valuePercent'
  | 'valueMonths'
  | 'valueUpTo';

/** Puts together again the vendor and the value that `rowOf` took apart; the rest stays as it is stored. */
export const factsIn = <Stored extends Pick<Row<CatalogOffer>, Apart>>({
  vendorName,
  vendorDomain,
  valueText,
  valueCents,
  valueCurrency,
  valuePercent,
  valueMonths,
  valueUpTo,
  ...same
}: Stored) => ({
  ...same,
  vendor: { name: vendorName, domain: vendorDomain },
  value: {
    text: valueText,
    amountCents: valueCents,
    currency: valueCurrency,
    percent: valuePercent,
    months: valueMonths,
    upTo: valueUpTo,
  },
});

/** Every listed offer, for the catalog in memory; ended ones are among them and are left out where offers are shown. */
export const loadOffers: LoadOffers = async (em) => {
  const kysely = em.getKysely<OfferTables>();
  const offers = await kysely
    .selectFrom('offer as o')
    .select(columnsOf(em, CatalogOffer, 'o'))
    .where('o.listed', '=', true)
    .orderBy('o.slug')
    .$castTo<Row<CatalogOffer>>()
    .execute();
  const tools = await kysely
    .selectFrom('offer_tool as x')
    .innerJoin('tool as t', 't.id', 'x.tool_id')
    .select(['x.offer_id as offerId', 'x.tool_id as toolId'])
    .where('t.listed', '=', true)
    .orderBy('t.slug')
    .execute();
  const toolsOf = Map.groupBy(tools, ({ offerId }) => offerId);
  const links = await findOfferLinks(em);
  return offers.map((offer) =>
    factsOf(
      offer,
      (toolsOf.get(offer.id) ?? []).map(({ toolId }) => toolId),
      links.get(offer.id) ?? null,
    ),
  );
};

/** An offer as the catalog in memory holds it. The address where one applies is left behind: readers open the tracked link. */
function factsOf(offer: Row<CatalogOffer>, toolIds: readonly string[], linkId: string | null): OfferFacts {
  const { id, organizationId, url: _address, value, ...same } = factsIn(offer);
  return {
    ...same,
    id: publicId('ofr', id),
    value: value.text,
    worth: value,
    requirements: describeRequirements(same.eligibility),
    organizationId: organizationId && publicId('org', organizationId),
    toolIds: toolIds.map((toolId) => publicId('tol', toolId)),
    link: linkId === null ? null : { id: publicId('lnk', linkId), kind: 'claim' },
  };
}

/** The slugs among these that an offer has, listed or not, in order. */
export async function findTakenOffers(em: EntityManager, slugs: readonly string[]): Promise<string[]> {
  if (slugs.length === 0) return [];
  const offers = await em
    .getKysely<OfferTables>()
    .selectFrom('offer')
    .select('slug')
    .where('slug', 'in', [...slugs])
    .execute();
  return offers.map(({ slug }) => slug).toSorted();
}

/** Says what claiming an offer means; the same sentences stand in the answers of every transport (decisions §3). */
function describeClaimRules({
  claim,
  lastConfirmedAt,
  statements,
}: Pick<OfferFacts, 'claim' | 'lastConfirmedAt' | 'statements'>): string[] {
  const stated = statementInWords(statements);
  const way =
    claim === 'native'
      ? [
          'Claimed here by a signed-in person in a browser; no token can claim it.',
          'A claim is a request: the vendor decides, and nothing is approved before it says so.',
          'Only the vendor’s confirmation or a commercial event of the vendor counts as redeemed; a report of your own stays a self-report.',
        ]
      : [
          'Taken at the provider, under its terms.',
          'A provider link is no claim and no proof of approval.',
          'Opening it counts one anonymous intent and nothing else.',
        ];
  if (stated !== null) return [...way, stated];
  return lastConfirmedAt === null
    ? [...way, 'The provider has not confirmed this offer here: check its present terms before you rely on it.']
    : way;
}

/** An offer as every transport shows it; `baseUrl` is where its tracked link is opened. */
export function describeOffer(
  offer: OfferFacts,
  verdict: EligibilityVerdict,
  snapshot: CatalogSnapshot,
  baseUrl: string,
): Offer {
  const { worth, link, toolIds, sources, statements, ...facts } = offer;
  return {
    ...facts,
    value: worth,
    url: link === null ? null : `${baseUrl}/go/${link.id}`,
    tools: toolIds.flatMap((id) => {
      const tool = snapshot.tools.get(id);
      return tool ? [{ slug: tool.slug, name: tool.name }] : [];
    }),
    eligibility: describeVerdict(verdict),
    sources: sourcesOf(sources, statements),
    source: statedSource(statements),
    claimRules: describeClaimRules(offer),
  };
}

/** A verdict as the schema shows it. */
export const describeVerdict = ({ verdict, missing, failed, requirements }: EligibilityVerdict): Eligibility => ({
  verdict,
  missing: [...missing],
  failed: [...failed],
  requirements: [...requirements],
});
