import { domainToASCII } from 'node:url';
import {
  isOneDomain,
  labelsOf,
  letterCount,
  type NameReading,
  readWithSigns,
  registeredLabel,
} from '../../platform/skeleton.rules.js';
import type { CheckResult, DraftInputs, NamesakeFact, SubmittedContent } from '../draft.types.js';
import { addressesOf, isShared } from './submitted-text.rules.js';
import { fail, pass, unknown } from './verdict.rules.js';

/** A name that a submission brings, or the label of a domain: whose it is said to be, and by which rule it is compared. */
interface SubmittedName {
  readonly rule: string;
  readonly pointer: string;
  readonly name: string;
  readonly domain: string;
}

/** An address that a submission brings, which is not among pages of many organizations. */
interface SubmittedHost {
  readonly pointer: string;
  readonly host: string;
}

/** A known name shorter than this is in too many others. */
const CONTAINED_MIN = 5;
const NAMESAKES_MAX = 60;
/** The order among several twins: a tool is the one to look at first, and the mere label of a domain the last. */
const KINDS: readonly NamesakeFact['kind'][] = ['tool', 'vendor', 'organization', 'event', 'domain'];

/** The names that a submission brings, in the order in which they are checked. */
function namesIn({ organization, kind, fields }: SubmittedContent): SubmittedName[] {
  const own = (rule: string, pointer: string, name: string) => ({ rule, pointer, name, domain: organization.domain });
  const names = [own('organization.lookalike', '/organization/name', organization.name)];
  if (kind === 'hackathon_passport')
    return [
      ...names,
      own('event.lookalike', '/fields/event/name', fields.event.name),
      ...fields.sponsors.map(({ name, domain }, index) => ({
        rule: 'sponsor.lookalike',
        pointer: `/fields/sponsors/${index}/name`,
        name,
        domain: domain.toLowerCase(),
      })),
    ];
  if (kind === 'usage_tracking') return names;
  if (kind === 'partner_workspace') names.push(own('product.lookalike', '/fields/product/name', fields.product.name));
  return fields.tool ? [...names, own('tool.lookalike', '/fields/tool/name', fields.tool.name)] : names;
}

/** The labels of the domains that a submission says are its organization's and its sponsors'. */
function labelsIn({ organization, kind, fields }: SubmittedContent): SubmittedName[] {
  const of = (rule: string, pointer: string, domain: string): SubmittedName[] =>
    labelsOf(domain).map((name) => ({ rule, pointer, name, domain }));
  return [
    ...of('domain.lookalike', '/organization/domain', organization.domain),
    ...(kind === 'hackathon_passport'
      ? fields.sponsors.flatMap(({ domain }, index) =>
          of('sponsor.lookalike', `/fields/sponsors/${index}/domain`, domain.toLowerCase()),
        )
      : []),
  ];
}

const hostsIn = (content: SubmittedContent): SubmittedHost[] =>
  addressesOf(content)
    .map(({ text, pointer }) => ({ pointer, host: new URL(text).hostname }))
    .filter(({ host }) => !isShared(host));

/** The labels of the addresses that a submission brings: a stranger’s address begins with another’s name, too. */
const addressLabelsIn = (content: SubmittedContent): SubmittedName[] =>
  hostsIn(content).flatMap(({ pointer, host }) =>
    labelsOf(host).map((name) => ({ rule: 'address.lookalike', pointer, name, domain: host })),
  );

/** The titles of an offer and links. They may hold another’s name by right, but then two reviewers look at them. */
function titlesIn({ kind, fields }: SubmittedContent): { readonly pointer: string; readonly name: string }[] {
  if (kind !== 'tracked_links') return [];
  const { offer, links } = fields;
  return [
    ...links.map(({ title }, index) => ({ pointer: `/fields/links/${index}/title`, name: title })),
    ...(offer
      ? [
          { pointer: '/fields/offer/title', name: offer.title },
          { pointer: '/fields/offer/valueText', name: offer.valueText },
        ]
      : []),
  ];
}

/** The domain of the contact’s address, in ASCII as domains are registered. */
function contactHost({ contact }: SubmittedContent): string {
  const written = contact.email.slice(contact.email.lastIndexOf('@') + 1).toLowerCase();
  return domainToASCII(written) || written;
}

type Likeness = 'equal' | 'contains' | 'reads';

/** How a name is like a known one; null where it is not. */
function likenessOf(name: string, known: string, { skeletonOf, isReadAs }: NameReading): Likeness | null {
  const [skeleton, other] = [skeletonOf(name), skeletonOf(known)];
  if (other === '') return null;
  if (skeleton === other) return 'equal';
  if (letterCount(known) >= CONTAINED_MIN && skeleton.includes(other)) return 'contains';
  return isReadAs(name, known) ? 'reads' : null;
}

/** Everything known by a name: the names and aliases of tools and vendors, with the labels of vendors' domains, organizations and events. */
export interface KnownNames {
  readonly tools: readonly {
    readonly slug: string;
    readonly name: string;
    readonly aliases: readonly string[];
    readonly vendorName: string | null;
    readonly vendorDomain: string | null;
  }[];
  readonly organizations: readonly { readonly id: string; readonly name: string; readonly domain: string | null }[];
  readonly events: readonly Omit<NamesakeFact, 'kind'>[];
}

function factsOf({ tools, organizations, events }: KnownNames): NamesakeFact[] {
  return [
    ...tools.flatMap(({ slug, name, aliases, vendorName, vendorDomain: domain }): NamesakeFact[] => [
      ...[name, ...aliases].map((one) => ({ kind: 'tool' as const, id: slug, name: one, domain })),
      ...(vendorName === null ? [] : [{ kind: 'vendor' as const, id: slug, name: vendorName, domain }]),
      ...(domain === null
        ? []
        : [{ kind: 'domain' as const, id: slug, name: registeredLabel(domain) ?? domain, domain }]),
    ]),
    ...organizations.map((one) => ({ kind: 'organization' as const, ...one })),
    ...events.map((one) => ({ kind: 'event' as const, ...one })),
  ];
}

/** The known records that a submission's names are like, or that its addresses belong to, in a fixed order: the same names first, each once. */
export function namesakesOf(content: SubmittedContent, known: KnownNames): NamesakeFact[] {
  const names = [...namesIn(content), ...labelsIn(content), ...addressLabelsIn(content)];
  const titles = titlesIn(content);
  const hosts = hostsIn(content);
  const written = [...names, ...titles].map(({ name }) => name);
  const all = written.map(readWithSigns.skeletonOf).join('\n');
  const isRead = readWithSigns.readingsOf(written);
  const found = new Map<string, { fact: NamesakeFact; rank: number }>();
  for (const fact of factsOf(known)) {
    const skeleton = readWithSigns.skeletonOf(fact.name);
    if (skeleton === '') continue;
    const key = [KINDS.indexOf(fact.kind), fact.domain ?? fact.id, skeleton, fact.startsAt ?? ''].join(' ');
    if (found.has(key)) continue;
    const isLike = all.includes(skeleton) || isRead(fact.name);
    const likenesses = isLike ? names.map(({ name }) => likenessOf(name, fact.name, readWithSigns)) : [];
    const rank = [
      likenesses.includes('equal'),
      fact.kind === 'domain' && hosts.some(({ host }) => isAt(fact, host)),
      likenesses.some((one) => one !== null),
      isLike && titles.some(({ name }) => likenessOf(name, fact.name, readWithSigns) !== null),
    ].indexOf(true);
    if (rank >= 0) found.set(key, { fact, rank });
  }
  return [...found]
    .toSorted(([one, a], [other, b]) => a.rank - b.rank || (one < other ? -1 : 1))
    .slice(0, NAMESAKES_MAX)
    .map(([, { fact }]) => fact);
}

const isAt = ({ domain }: NamesakeFact, host: string): boolean => domain !== null && isOneDomain(domain, host);

const describeTwin = ({ kind, id, name, domain }: NamesakeFact): string => {
  const what = kind === 'domain' ? `domain of ${id}` : kind === 'vendor' ? 'vendor' : `${kind} ${id}`;
  return [name, what, ...(domain === null ? ['its domain is not known'] : [domain])].join(' · ');
};

/** The namesakes of a name that are another's: those of its own domain are no twins. */
const othersOf = ({ domain }: SubmittedName, namesakes: readonly NamesakeFact[]): NamesakeFact[] =>
  namesakes.filter((one) => !isAt(one, domain));

/** One verdict on some names by one rule: the first that equals another's fails, the first that contains one is not known. */
function verdictOn(
  rule: string,
  names: readonly SubmittedName[],
  namesakes: readonly NamesakeFact[],
  reading: NameReading,
): CheckResult {
  const like = (wanted: Likeness) =>
    names.flatMap((name) =>
      othersOf(name, namesakes)
        .filter((known) => likenessOf(name.name, known.name, reading) === wanted)
        .map((known) => ({ pointer: name.pointer, known })),
    );
  const [equal] = like('equal');
  if (equal)
    return fail(rule, equal.pointer, 'It looks the same as a name that is another’s.', describeTwin(equal.known));
  const [within] = like('contains');
  if (within)
    return unknown(rule, within.pointer, 'A name that is another’s is a part of it.', describeTwin(within.known));
  const [read] = like('reads');
  return read
    ? unknown(rule, read.pointer, 'A name that is another’s can be read in it.', describeTwin(read.known))
    : pass(rule, names[0]?.pointer ?? '', 'It looks like no name that is another’s.');
}

/** Compares every name of a submission with what is known, and an event with those that are published. */
function nameChecks({ submission, facts }: DraftInputs, reading: NameReading): CheckResult[] {
  const namesakes = facts.namesakes ?? [];
  const names = [...namesIn(submission), ...labelsIn(submission).filter(({ rule }) => rule !== 'domain.lookalike')];
  const byRule = Map.groupBy(names, ({ rule }) => rule);
  const twins = [...byRule].map(([rule, of]) => verdictOn(rule, of, namesakes, reading));
  const labels = addressLabelsIn(submission);
  const others = namesakes.filter((one) => !isAt(one, contactHost(submission))); // a vendor has addresses under several domains
  if (labels.length > 0) twins.push(verdictOn('address.lookalike', labels, others, reading));
  if (submission.kind !== 'hackathon_passport') return [...twins, contactCheck(submission, facts, reading)];
  const { name, startsAt } = submission.fields.event;
  const twin = namesakes.find(
    (one) =>
      one.kind === 'event' &&
      likenessOf(name, one.name, reading) === 'equal' &&
      Date.parse(one.startsAt ?? '') === Date.parse(startsAt),
  );
  const isNew = twin
    ? fail('event.new', '/fields/event', 'An event of this name and time is published.', describeTwin(twin))
    : pass('event.new', '/fields/event', 'No event of this name and time is published.');
  return [...twins, isNew, contactCheck(submission, facts, reading)];
}

/** The labels of the organization's domain against every known name. */
const domainTwin = (
  submission: SubmittedContent,
  namesakes: readonly NamesakeFact[],
  reading: NameReading,
): CheckResult =>
  verdictOn(
    'domain.lookalike',
    labelsIn(submission).filter(({ rule }) => rule === 'domain.lookalike'),
    namesakes,
    reading,
  );

/** The tool of the directory that a new one is named like. */
const toolNamed = (name: string, namesakes: readonly NamesakeFact[], reading: NameReading): NamesakeFact | undefined =>
  namesakes.find((one) => one.kind === 'tool' && likenessOf(name, one.name, reading) === 'equal');

/** The rules about names, as names are read. */
export const nameRulesBy = (reading: NameReading) => ({
  nameChecks: (inputs: DraftInputs) => nameChecks(inputs, reading),
  domainTwin: (submission: SubmittedContent, namesakes: readonly NamesakeFact[]) =>
    domainTwin(submission, namesakes, reading),
  toolNamed: (name: string, namesakes: readonly NamesakeFact[]) => toolNamed(name, namesakes, reading),
});

/** Whether some words of a name, one after the other, are a known name. */
function saysName(name: string, known: string, reading: NameReading): boolean {
  if (likenessOf(name, known, reading) === 'equal' || reading.isReadAs(name, known)) return true;
  if (letterCount(known) < CONTAINED_MIN) return false;
  const [words, wanted] = [reading.wordsOf(name), reading.skeletonOf(known)];
  return words.some((_, from) => {
    let joined = '';
    return words.slice(from).some((word) => {
      joined += reading.skeletonOf(word);
      return joined === wanted;
    });
  });
}

/**
 * Whether the tools and vendors that a submission names, by its names, its titles or where its addresses lead, are the contact's own: with another's, one reviewer is not enough (decisions §10).
 * Sponsors of a hackathon are named by its organizer.
 */
function contactCheck(
  submission: SubmittedContent,
  { tools, namesakes = [] }: DraftInputs['facts'],
  reading: NameReading,
): CheckResult {
  const { fields } = submission;
  const host = contactHost(submission);
  const own = [...namesIn(submission), ...labelsIn(submission)].filter(({ rule }) => rule !== 'sponsor.lookalike');
  const names = [...own, ...titlesIn(submission), ...addressLabelsIn(submission)];
  const slug = 'toolSlug' in fields ? fields.toolSlug : undefined;
  const chosen = tools
    .filter((one) => slug !== undefined && one.slug === slug)
    .map((one) => ({
      pointer: '/fields/toolSlug',
      known: { kind: 'tool' as const, id: one.slug, name: one.name, domain: one.vendorDomain },
    }));
  const named = names.flatMap(({ name, pointer }) =>
    namesakes
      .filter(({ kind, name: known }) => kind !== 'organization' && kind !== 'event' && saysName(name, known, reading))
      .map((known) => ({ pointer, known })),
  );
  const led = hostsIn(submission).flatMap(({ pointer, host: to }) =>
    namesakes.filter((one) => one.kind === 'domain' && isAt(one, to)).map((known) => ({ pointer, known })),
  );
  const [foreign] = [...chosen, ...named, ...led].filter(({ known }) => !isAt(known, host));
  return foreign
    ? unknown(
        'vendor.is_contact',
        foreign.pointer,
        'It names a listed tool or vendor whose domain is not the contact’s: two reviewers have to agree.',
        `${describeTwin(foreign.known)} · contact at ${host}`,
      )
    : pass('vendor.is_contact', '/contact/email', 'It names no tool or vendor of another domain than the contact’s.');
}
