import { recordForms } from '../../directory/index.js';
import { normalizeDomain } from '../../platform/domain.rules.js';
import { OFFER_BOUNDS, parseOfferFacts } from '../catalog/index.js';
import { itemsOf, type Members, membersOf, plainText } from './foreign-text.rules.js';
import { readEligibility } from './startup-credits-eligibility.read.js';
import { readValue } from './startup-credits-value.read.js';

/** The collection, as its licence (CC-BY-4.0) wants it named: Sourcey Startup Credits. */
const COLLECTION = 'https://github.com/sourcey/startup-credits';
const SOURCES_MAX = 200;
const DOMAINS_MAX = 20;

/** One offer of a vendor file in the form of ours, or what is wrong with it. Pointers are those of our form. */
export function readOffer(offer: Members, vendor: Members): ReturnType<typeof parseOfferFacts> {
  const { kind, value } = readValue(offer.economics);
  const access = membersOf(offer.access);
  const sources = sourcesOf(offer, vendor);
  const url = addressOf(access.url) ?? sources[0] ?? null;
  const termsUrl = addressOf(offer.terms_url);
  const title = plainText(offer.title, OFFER_BOUNDS.title);
  const lastReadAt = readingOf(offer, vendor);
  const shown = ['title', 'value', 'eligibility', 'vendor', 'url', ...(termsUrl ? ['termsUrl'] : [])];
  const { rules, other } = readEligibility(offer.eligibility);
  return parseOfferFacts({
    slug: slugOf(offer, vendor),
    title,
    summary: plainText(offer.summary, OFFER_BOUNDS.summary) ?? value.text ?? title,
    vendor: { name: plainText(vendor.name, OFFER_BOUNDS.vendorName), domain: domainOf(vendor) },
    tools: itemsOf(
      [slugTextOf(vendor.slug)].filter((slug) => slug !== null && slug.length <= OFFER_BOUNDS.slug),
      1,
    ),
    kind,
    value,
    claim: 'provider_link',
    url,
    termsUrl,
    eligibility: { rules, other: access.availability === 'membership' ? withMembership(other) : other },
    lastReadAt,
    lastConfirmedAt: null,
    endsAt: endOf(offer),
    sources: (sources.length ? sources : [url].filter((one) => one !== null))
      .slice(0, OFFER_BOUNDS.sources)
      .map((address) => ({ url: address, via: COLLECTION, readAt: lastReadAt, facts: shown })),
  });
}

const withMembership = (other: readonly string[]): string[] => [
  ...other.slice(0, OFFER_BOUNDS.requirements - 1),
  'Open to members of a program of the provider or its partners.',
];

/** A slug of the collection, or null. */
export const slugTextOf = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= 200 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value) ? value : null;

/** The last day of an offer as its file says it, or null. */
export function endOf(offer: Members): string | null {
  const { effective_to, effective_until, ends_at, expires_at, valid_to } = membersOf(offer.lifecycle);
  return dayOf(effective_to ?? effective_until ?? ends_at ?? expires_at ?? valid_to);
}

/** The day on which the collection read the offer: the source's own reading where one is stated, else the day from which its facts hold. */
function readingOf(offer: Members, vendor: Members): string | null {
  const { observed_at, retrieved_at, read_at } = sourceEntries(offer, vendor)[0] ?? {};
  return (
    dayOf(observed_at ?? retrieved_at ?? read_at) ??
    dayOf(membersOf(offer.lifecycle).effective_from) ??
    dayOf(primaryDomain(vendor).valid_from)
  );
}

/** The day of a time in ISO 8601, or null when it is none. */
function dayOf(time: unknown): string | null {
  if (typeof time !== 'string' || !/^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(time)) return null;
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? null : at.toISOString().slice(0, 10);
}

const addressOf = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= 2048 && recordForms.isPublicAddress(value) ? value : null;

/** The sources that the offer names, or all of the file when it names none that is there. */
function sourceEntries(offer: Members, vendor: Members): Members[] {
  const all = itemsOf(vendor.sources, SOURCES_MAX).map(membersOf);
  const named = itemsOf(offer.source_ids, SOURCES_MAX);
  const own = all.filter(({ source_id }) => source_id !== undefined && named.includes(source_id));
  return own.length ? own : all;
}

const sourcesOf = (offer: Members, vendor: Members): string[] => [
  ...new Set(sourceEntries(offer, vendor).flatMap(({ url }) => addressOf(url) ?? [])),
];

function primaryDomain(vendor: Members): Members {
  const domains = itemsOf(vendor.domains, DOMAINS_MAX).map(membersOf);
  return domains.find(({ role }) => role === 'primary') ?? domains[0] ?? {};
}

function domainOf(vendor: Members): string | null {
  const { value } = primaryDomain(vendor);
  return typeof value === 'string' ? normalizeDomain(value) : null;
}

/** Vendor and offer in one slug of ours, cut at a word. */
function slugOf(offer: Members, vendor: Members): string | null {
  const [own, of] = [slugTextOf(offer.offer_slug), slugTextOf(vendor.slug)];
  if (own === null || of === null) return null;
  const whole = own === of || own.startsWith(`${of}-`) ? own : `${of}-${own}`;
  const cut = whole.slice(0, OFFER_BOUNDS.slug + 1);
  return cut.length <= OFFER_BOUNDS.slug
    ? cut
    : cut.slice(0, Math.max(cut.lastIndexOf('-'), 1)).slice(0, OFFER_BOUNDS.slug);
}
