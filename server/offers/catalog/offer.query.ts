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
  { facts, origin, originKey, label, organizationId }: Omit<OfferRecord, 'originKey'> & { originKey: string | null },
  {
    listed = true,
    editedAt = null,
    organizationDomain = null,
  }: { listed?: boolean; editedAt?: Date | null; organizationDomain?: string | null } = {},
): OfferRow => ({
  slug: facts.slug,
  title: facts.title,
  summary: facts.summary,
  vendorName: facts.vendor.name,
  vendorDomain: facts.vendor.domain === null ? null : normalizeDomain(facts.vendor.domain),
  kind: facts.kind,
  valueText: facts.value.text,
  valueCents: facts.value.amountCents,
  valueCurrency: facts.value.currency,
  valuePercent: facts.value.percent,
  valueMonths: facts.value.months,
  valueUpTo: facts.value.upTo,
  claim: facts.claim,
  url: facts.url,
  termsUrl: facts.termsUrl,
  eligibility: facts.eligibility,
  lastReadAt: startOf(facts.lastReadAt),
  lastConfirmedAt: startOf(facts.lastConfirmedAt),
  endsAt: facts.endsAt === null ? null : new Date(`${facts.endsAt}T23:59:59.999Z`),
  organization: organizationId === null ? null : publicId('org', organizationId),
  organizationDomain,
  listed,
  label,
  sources: [...facts.sources],
  origin,
  originKey,
  editedAt,
});

const startOf = (day: string | null): Date | null => (day === null ? null : new Date(`${day}T00:00:00.000Z`));
