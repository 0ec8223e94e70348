import type { EntityDTO } from '@mikro-orm/core';
import { normalizeDomain } from '../../platform/domain.rules.js';
import { publicId } from '../../platform/ids.js';
import type { CatalogOffer } from './offer.entity.js';
import type { OfferRecord } from './offer.types.js';

/** What a record decides of an offer; its organization by id. */
export type OfferRow = Omit<CatalogOffer, 'id' | 'organization' | 'version' | 'createdAt' | 'updatedAt' | 'tools'> & {
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
  // In the order of the form, in which the catalog's changes name what changed.
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
    organization: organizationId === null ? null : publicId('org', organizationId),
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

/** The columns that a vendor and a value are taken apart into. */
type Apart =
  | 'vendorName'
  | 'vendorDomain'
  | 'valueText'
  | 'valueCents'
  | 'valueCurrency'
  | 'valuePercent'
  | 'valueMonths'
  | 'valueUpTo';

/** What `rowOf` took apart, together again; the rest as it is stored. Long numbers may be texts yet. */
export const factsIn = <Row extends Pick<EntityDTO<CatalogOffer>, Apart>>({
  vendorName,
  vendorDomain,
  valueText,
  valueCents,
  valueCurrency,
  valuePercent,
  valueMonths,
  valueUpTo,
  ...same
}: Row) => ({
  ...same,
  vendor: { name: vendorName, domain: vendorDomain },
  value: {
    text: valueText,
    amountCents: valueCents && Number(valueCents),
    currency: valueCurrency,
    percent: valuePercent && Number(valuePercent),
    months: valueMonths,
    upTo: valueUpTo,
  },
});

const startOf = (day: string | null): Date | null => (day === null ? null : new Date(`${day}T00:00:00.000Z`));
