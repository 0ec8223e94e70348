import { comparableOf, type OfferEligibility, type OfferSource } from '../../directory/index.js';
import { normalizeDomain } from '../../platform/domain.rules.js';
import type { OfferRecord } from './offer.types.js';

/** The columns of `offer` that a record decides. */
export interface OfferRow {
  slug: string;
  title: string;
  summary: string;
  vendor_name: string | null;
  vendor_domain: string | null;
  kind: string;
  value_text: string | null;
  value_cents: number | null;
  value_currency: string | null;
  value_percent: number | null;
  value_months: number | null;
  value_up_to: boolean;
  claim: string;
  url: string | null;
  terms_url: string | null;
  eligibility: OfferEligibility;
  last_read_at: Date | null;
  last_confirmed_at: Date | null;
  ends_at: Date | null;
  organization_id: string | null;
  /** The organization's verified domain when a reviewer bound the offer to it; null where it had none. */
  organization_domain: string | null;
  listed: boolean;
  label: string;
  sources: readonly OfferSource[];
  origin: string;
  origin_key: string | null;
  edited_at: Date | null;
}

/** A record as the columns hold it. An offer may be taken on its last day until that day ends in UTC. */
export const columnsOf = (
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
  vendor_name: facts.vendor.name,
  vendor_domain: facts.vendor.domain === null ? null : normalizeDomain(facts.vendor.domain),
  kind: facts.kind,
  value_text: facts.value.text,
  value_cents: facts.value.amountCents,
  value_currency: facts.value.currency,
  value_percent: facts.value.percent,
  value_months: facts.value.months,
  value_up_to: facts.value.upTo,
  claim: facts.claim,
  url: facts.url,
  terms_url: facts.termsUrl,
  eligibility: facts.eligibility,
  last_read_at: startOf(facts.lastReadAt),
  last_confirmed_at: startOf(facts.lastConfirmedAt),
  ends_at: facts.endsAt === null ? null : new Date(`${facts.endsAt}T23:59:59.999Z`),
  organization_id: organizationId,
  organization_domain: organizationDomain,
  listed,
  label,
  sources: facts.sources,
  origin,
  origin_key: originKey,
  edited_at: editedAt,
});

const startOf = (day: string | null): Date | null => (day === null ? null : new Date(`${day}T00:00:00.000Z`));

/** A row as raw statements answer it: times and long numbers are text. */
export type StoredOfferRow = {
  [column in keyof OfferRow]: Date extends OfferRow[column] ? string | null : OfferRow[column];
} & { id: string };

/** A comparable form of a column's value, whether it was made here or read back. */
export const comparable = comparableOf<OfferRow>({
  times: ['last_read_at', 'last_confirmed_at', 'ends_at', 'edited_at'],
  numbers: ['value_cents', 'value_percent', 'value_months'],
});
