import { parseDocument } from 'yaml';
import type { FieldProblem } from '../../platform/fault.js';
import type { OfferRecord, OfferRecordFacts } from '../catalog/index.js';
import { itemsOf, type Members, membersOf, plainText } from './foreign-text.rules.js';
import { endOf, readOffer, slugTextOf } from './startup-credits-offer.read.js';

/** The forms of the collection's files: until September 2026 a vendor, and an entity since then. */
const VENDOR_FORM = 'sourcey.vendor-authoring/v1';
const ENTITY_FORM = 'sourcey.entity-authoring/v1';

/** The collection's largest file has 8 KiB; what is much larger is no vendor file. */
const TEXT_MAX = 64 * 1024;
const OFFERS_MAX = 100;

interface RowProblems {
  /** The offer's key in the collection, or what can be said of where it stands. */
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
 * Reads one vendor file of the collection: a record for each offer that is active and has not ended, and for every other one why not.
 * Nothing in the file is trusted: texts become plain and short, addresses are public ones, aliases and tags of YAML are refused.
 */
export function parseStartupCredits(text: string, fileName: string, now: Date = new Date()): ParsedCredits {
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

/** Why an offer is over by what the file says of it, or null. */
function overOf(offer: Members, now: Date): FieldProblem | null {
  const { status } = membersOf(offer.lifecycle);
  if (status !== undefined && status !== 'active')
    return { pointer: '/lifecycle/status', code: 'not_active', detail: 'only active offers are taken' };
  const endsAt = endOf(offer);
  return endsAt !== null && endsAt < now.toISOString().slice(0, 10)
    ? { pointer: '/lifecycle', code: 'ended', detail: 'the offer has ended' }
    : null;
}
