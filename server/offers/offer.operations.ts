import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { IsInt, IsOptional, Matches, Max, Min, ValidateNested } from 'class-validator';
import MiniSearch from 'minisearch';
import { stemmer } from 'stemmer';
import { ArgsType, Field, Int } from 'type-graphql';
import { type CatalogSnapshot, type OfferFacts, offerClaims, offerKinds, startOfDay } from '../directory/index.js';
import { IsPlainText } from '../platform/constraints.js';
import { ANY_KIND } from '../platform/context.js';
import { Fault, invalid } from '../platform/fault.js';
import { TakesOneOf } from '../platform/graphql/choices.js';
import { operation } from '../platform/operation.js';
import { cursorInAnswer, placeInAnswer, startAfter } from '../platform/paging/page.question.js';
import { yieldToEventLoop } from '../platform/yield.js';
import { type EligibilityVerdict, type Facts, judgeEligibility } from './eligibility.rules.js';
import { EligibilityFacts } from './eligibility.types.js';
import { describeOffer } from './offer.query.js';
import type { Offer, OfferList } from './offer.types.js';
import type { OffersContext } from './offers.context.js';

/** Bounds of the list (decisions §2, Lists; §9, find_perks). */
const OFFERS_LIMITS = { queryMax: 200, min: 1, max: 50, default: 20 } as const;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

@ArgsType()
export class OffersArgs {
  @Field(() => String, {
    nullable: true,
    description: 'Words about the offer, its vendor or its tool, 0 to 200 characters.',
  })
  @IsOptional()
  @IsPlainText(OFFERS_LIMITS.queryMax)
  query?: string | null;

  @Field(() => String, { nullable: true, description: 'Only offers for this tool.' })
  @IsOptional()
  @Matches(SLUG, { message: 'must be the slug of a tool' })
  toolSlug?: string | null;

  @Field(() => EligibilityFacts, { nullable: true, description: 'Used for this answer alone; nothing is stored.' })
  @IsOptional()
  @ValidateNested()
  facts?: EligibilityFacts | null;

  @Field(() => String, { nullable: true, description: `${offerClaims.join(' or ')}.` })
  @IsOptional()
  @TakesOneOf(offerClaims)
  claim?: string | null;

  @Field(() => String, { nullable: true, description: `One of ${offerKinds.join(', ')}.` })
  @IsOptional()
  @TakesOneOf(offerKinds)
  kind?: string | null;

  @Field(() => Int, { defaultValue: OFFERS_LIMITS.default, description: '1 to 50.' })
  @IsInt()
  @Min(OFFERS_LIMITS.min)
  @Max(OFFERS_LIMITS.max)
  limit: number;

  @Field(() => String, { nullable: true, description: 'nextCursor of the same question.' })
  cursor?: string | null;
}

@ArgsType()
export class OfferArgs {
  @Field(() => String, { description: 'Short name of the offer in addresses.' })
  @Matches(SLUG, { message: 'must be the slug of an offer' })
  slug: string;

  @Field(() => EligibilityFacts, { nullable: true, description: 'Facts to judge eligibility by.' })
  @IsOptional()
  @ValidateNested()
  facts?: EligibilityFacts | null;
}

interface Candidate {
  readonly offer: OfferFacts;
  readonly verdict: EligibilityVerdict;
  readonly score: number;
}

/**
 * Live offers that answer a question, out of memory: with facts the eligible ones first and the ineligible ones last, then by relevance,
 * worth and slug. Stores nothing of the question or the facts.
 */
export const listOffers = operation(
  { name: 'offers', who: ANY_KIND, limit: 'public-read' },
  async function offers(ctx: OffersContext, { cursor, limit, ...requested }: OffersArgs): Promise<OfferList> {
    const { parts, platform } = ctx;
    const now = platform.clock.now();
    const question = digest(requested);
    const place = placeInAnswer(cursor, question);
    const snapshot = await parts.catalog.read();
    await yieldToEventLoop(ctx);
    const found = candidatesOf(snapshot, requested, now).toSorted(requested.facts ? byVerdictFirst : byRelevance);
    const start = startAfter(found, ({ offer }) => offer.id, place);
    const page = found.slice(start, start + limit);
    const last = page.at(-1);
    const day = startOfDay(now);
    return {
      offers: page.map(({ offer, verdict }) => describeOffer(offer, verdict, snapshot, platform.config.baseUrl)),
      total: found.length,
      nextCursor:
        last && found.length > start + limit
          ? cursorInAnswer(question, { offset: start + page.length, id: last.offer.id })
          : null,
      asOf: snapshot.changedAt > day ? snapshot.changedAt : day,
    };
  },
);

/** One live offer by its slug. */
export const readOffer = operation(
  { name: 'offer', who: ANY_KIND, limit: 'public-read' },
  async function offer({ parts, platform }: OffersContext, { slug, facts }: OfferArgs): Promise<Offer> {
    const snapshot = await parts.catalog.read();
    const offer = [...snapshot.offers.values()].find((one) => one.slug === slug);
    if (!offer || !isLive(offer, platform.clock.now()))
      throw new Fault('NOT_FOUND', { say: 'There is no such offer, or it has ended.' });
    return describeOffer(offer, judgeEligibility(offer.eligibility, factsOf(facts)), snapshot, platform.config.baseUrl);
  },
);

const isLive = ({ endsAt }: OfferFacts, now: Date): boolean => endsAt === null || endsAt > now;

const factsOf = (facts: OffersArgs['facts']): Facts => facts ?? {};

function candidatesOf(
  snapshot: CatalogSnapshot,
  { query, toolSlug, facts, claim, kind }: Omit<OffersArgs, 'limit' | 'cursor'>,
  now: Date,
): Candidate[] {
  const words = query?.normalize('NFKC').trim() ?? '';
  const scores = words === '' ? null : findOffers(snapshot, words);
  const toolId = toolSlug ? toolIdOf(snapshot, toolSlug) : null;
  return [...snapshot.offers.values()].flatMap((offer) => {
    const score = scores === null ? 0 : scores.get(offer.id);
    const fits =
      score !== undefined &&
      isLive(offer, now) &&
      (toolId === null || offer.toolIds.includes(toolId)) &&
      (!claim || offer.claim === claim) &&
      (!kind || offer.kind === kind);
    return fits ? [{ offer, score, verdict: judgeEligibility(offer.eligibility, factsOf(facts)) }] : [];
  });
}

function toolIdOf(snapshot: CatalogSnapshot, slug: string): string {
  const tool = snapshot.bySlug.get(slug);
  if (!tool) throw invalid([{ pointer: '/toolSlug', code: 'unknown_tool', detail: 'no listed tool has this slug' }]);
  return tool.id;
}

const VERDICT_ORDER = ['eligible', 'unknown', 'ineligible'];
const byVerdictFirst = (a: Candidate, b: Candidate): number =>
  VERDICT_ORDER.indexOf(a.verdict.verdict) - VERDICT_ORDER.indexOf(b.verdict.verdict) || byRelevance(a, b);

const isSample = ({ offer }: Candidate): number => (offer.label === 'sample' ? 1 : 0);

/** Samples come after real offers. Amounts of several currencies are ordered by their figures alone: an order, not a conversion. */
const byRelevance = (a: Candidate, b: Candidate): number =>
  isSample(a) - isSample(b) ||
  b.score - a.score ||
  (b.offer.worth.amountCents ?? -1) - (a.offer.worth.amountCents ?? -1) ||
  (b.offer.worth.percent ?? -1) - (a.offer.worth.percent ?? -1) ||
  (a.offer.slug < b.offer.slug ? -1 : 1);

/** Sixteen characters that stand for a question, its facts included, in its cursors. */
const digest = (requested: unknown): string =>
  createHash('sha256')
    .update(canonicalize(JSON.parse(JSON.stringify(requested, (_name, value: unknown) => value ?? undefined))) ?? '')
    .digest('base64url')
    .slice(0, 16);

/** Words that say nothing about an offer. */
const EMPTY_WORDS = new Set(
  'a an and any are as at by can for from get give gives have how i in is it me my of on or our some that the there to we what which who with you your'.split(
    ' ',
  ),
);

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly vendor: string;
  readonly tools: string;
  readonly summary: string;
  readonly topics: string;
  readonly requirements: string;
}

const indexes = new WeakMap<CatalogSnapshot, MiniSearch<Entry>>();

/**
 * Scores the offers that answer a question, by id; others are absent. Tolerates typos; all words must be found, or some when no offer has
 * them all. The index is made once for each snapshot of the catalog.
 */
function findOffers(snapshot: CatalogSnapshot, question: string): Map<string, number> {
  const index = indexes.get(snapshot) ?? newIndex(snapshot);
  indexes.set(snapshot, index);
  const all = index.search(question, { combineWith: 'AND' });
  const found = all.length ? all : index.search(question, { combineWith: 'OR' });
  return new Map(found.map(({ id, score }) => [String(id), score]));
}

function newIndex(snapshot: CatalogSnapshot): MiniSearch<Entry> {
  const index = new MiniSearch<Entry>({
    fields: ['title', 'vendor', 'tools', 'summary', 'topics', 'requirements'],
    // The one partner that everyone abbreviates is found by both names.
    processTerm: (term) => (term.toLowerCase() === 'combinator' ? [stemmer(term.toLowerCase()), 'yc'] : termOf(term)),
    searchOptions: {
      processTerm: termOf,
      boost: { vendor: 5, tools: 5, title: 3, requirements: 0.5 },
      fuzzy: (term) => (term.length > 3 ? 0.2 : false),
      prefix: (term) => term.length > 2,
    },
  });
  index.addAll([...snapshot.offers.values()].map((offer) => entryOf(offer, snapshot)));
  return index;
}

function termOf(term: string): string | null {
  const word = term.normalize('NFKC').toLowerCase();
  return EMPTY_WORDS.has(word) ? null : stemmer(word);
}

function entryOf(offer: OfferFacts, snapshot: CatalogSnapshot): Entry {
  const tools = offer.toolIds.flatMap((id) => snapshot.tools.get(id) ?? []);
  return {
    id: offer.id,
    title: offer.title,
    vendor: `${offer.vendor.name ?? ''} ${offer.vendor.domain ?? ''}`,
    tools: tools.flatMap(({ name, aliases }) => [name, ...aliases]).join(' '),
    summary: `${offer.summary} ${offer.value ?? ''} ${offer.kind.replace('_', ' ')}`,
    topics: tools.flatMap(({ categories, capabilities }) => [...categories, ...capabilities]).join(' '),
    requirements: offer.requirements.join(' '),
  };
}
