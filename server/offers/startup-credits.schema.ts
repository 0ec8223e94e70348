import { parseDocument } from 'yaml';
import { recordForms } from '../directory/index.js';
import { normalizeDomain } from '../platform/domain.rules.js';
import type { FieldProblem } from '../platform/fault.js';
import { itemsOf, type Members, membersOf, plainText } from './foreign-text.rules.js';
import { OFFER_BOUNDS, type OfferRecord, type OfferRecordFacts, parseOfferFacts } from './offer.schema.js';
import { readEligibility, readValue } from './startup-credits-terms.schema.js';

/** The forms of the collection's files: until September 2026 a vendor, and an entity since then. */
const VENDOR_FORM = 'sourcey.vendor-authoring/v1';
const ENTITY_FORM = 'sourcey.entity-authoring/v1';

/** The collection's largest file has 8 KiB; a much larger one is no vendor file. */
const TEXT_MAX = 64 * 1024;
const OFFERS_MAX = 100;

interface RowProblems {
  /** The offer's key in the collection, or its file and place. */
  readonly key: string;
  readonly problems: FieldProblem[];
}

export interface ParsedCredits {
  readonly records: OfferRecord[];
  readonly problems: RowProblems[];
  /** Keys of offers that the file itself calls over; an import may take them off the lists. */
  readonly ended: string[];
}

/**
 * Reads one vendor file of the collection: a record for each offer that is active and has not ended, and a problem for every other one.
 * Nothing in the file is trusted: texts become plain and short, addresses are public ones, aliases and tags of YAML are refused.
 */
export function parseStartupCredits(text: string, fileName: string, now: Date): ParsedCredits {
  const file = plainText(fileName, 200) ?? 'file';
  const refused = (code: string, detail: string, pointer = ''): ParsedCredits => ({
    records: [],
    problems: [{ key: file, problems: [{ pointer, code, detail }] }],
    ended: [],
  });
  if (text.length > TEXT_MAX) return refused('too_large', `a vendor file has at most ${TEXT_MAX} characters`);
  const document = readYaml(text);
  if (document === null) return refused('malformed_yaml', 'this is not one YAML document without aliases');
  const vendor = vendorOf(document);
  if (vendor === null)
    return refused('unknown_form', `only ${VENDOR_FORM}… and ${ENTITY_FORM}… are understood`, '/schema_version');
  if (!Array.isArray(vendor.offers) || vendor.offers.length === 0)
    return refused('no_offers', 'the file holds no offers', '/offers');
  const parsed: ParsedCredits = { records: [], problems: [], ended: [] };
  itemsOf(vendor.offers, OFFERS_MAX).forEach((one, index) => {
    const offer = membersOf(one);
    const key = keyOf(offer, vendor) ?? `${file}#${index}`;
    const at = `/offers/${index}`;
    const over = overOf(offer, now);
    const read = over ? { problems: [over] } : readOffer(offer, vendor);
    if (over) parsed.ended.push(key);
    if ('facts' in read) parsed.records.push(recordOf(read.facts, key));
    else
      parsed.problems.push({
        key,
        problems: read.problems.map((problem) => ({ ...problem, pointer: `${at}${problem.pointer}` })),
      });
  });
  if (vendor.offers.length > OFFERS_MAX)
    parsed.problems.push({
      key: file,
      problems: [
        { pointer: `/offers/${OFFERS_MAX}`, code: 'too_many', detail: `a file has at most ${OFFERS_MAX} offers` },
      ],
    });
  return parsed;
}

/** One YAML document as plain data; null for anything else. The parser's own messages quote the text and are not passed on. */
function readYaml(text: string): Members | null {
  try {
    const document = parseDocument(text, { schema: 'core', merge: false, stringKeys: true, prettyErrors: false });
    if (document.errors.length > 0 || document.warnings.length > 0) return null;
    const data: unknown = document.toJS({ maxAliasCount: 0 });
    return typeof data === 'object' && data !== null && !Array.isArray(data) ? membersOf(data) : null;
  } catch {
    return null; // too deep, or an alias
  }
}

/** The vendor of a file with its sources and offers. In the form of today its name, slug and domains stand in a member of their own. */
function vendorOf(document: Members): Members | null {
  const { schema_version: form, entity } = document;
  if (typeof form !== 'string') return entity === undefined ? document : { ...document, ...membersOf(entity) };
  if (form.startsWith(ENTITY_FORM)) return { ...document, ...membersOf(entity) };
  return form.startsWith(VENDOR_FORM) ? document : null;
}

const recordOf = (facts: OfferRecordFacts, key: string): OfferRecord => ({
  facts,
  origin: 'startup-credits',
  originKey: key,
  label: 'public-source',
  organizationId: null,
  toolsGuessed: true,
});

/** The collection's own id of an offer, else its two slugs. */
function keyOf(offer: Members, vendor: Members): string | null {
  if (typeof offer.offer_id === 'string' && /^off_[0-9a-z]{8,60}$/.test(offer.offer_id)) return offer.offer_id;
  const [own, of] = [slugTextOf(offer.offer_slug), slugTextOf(vendor.slug)];
  return own && of ? `${of}/${own}` : null;
}

/** The reason for which an offer is over by its file, or null. */
function overOf(offer: Members, now: Date): FieldProblem | null {
  const { status } = membersOf(offer.lifecycle);
  if (status !== undefined && status !== 'active')
    return { pointer: '/lifecycle/status', code: 'not_active', detail: 'only active offers are taken' };
  const endsAt = endOf(offer);
  return endsAt !== null && endsAt < now.toISOString().slice(0, 10)
    ? { pointer: '/lifecycle', code: 'ended', detail: 'the offer has ended' }
    : null;
}

/** The collection, as its licence (CC-BY-4.0) wants it named: Sourcey Startup Credits. */
const COLLECTION = 'https://github.com/sourcey/startup-credits';
const SOURCES_MAX = 200;
const DOMAINS_MAX = 20;

/** One offer of a vendor file in our form, or its problems. Pointers are those of our form. */
function readOffer(offer: Members, vendor: Members): ReturnType<typeof parseOfferFacts> {
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
const slugTextOf = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= 200 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value) ? value : null;

/** The last day of an offer as its file says it, or null. */
function endOf(offer: Members): string | null {
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

/** The day of a time in ISO 8601, or null for any other text. */
function dayOf(time: unknown): string | null {
  if (typeof time !== 'string' || !/^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(time)) return null;
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? null : at.toISOString().slice(0, 10);
}

const addressOf = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= 2048 && recordForms.isPublicAddress(value) ? value : null;

/** The sources that the offer names, or all of the file when none of those is there. */
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
