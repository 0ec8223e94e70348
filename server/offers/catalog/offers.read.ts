import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { type CatalogSnapshot, type OfferFacts, startOfDay } from '../../directory/index.js';
import { Fault, invalid } from '../../platform/fault.js';
import { ANY_KIND } from '../../platform/limits/limits.policies.js';
import { operation } from '../../platform/operation.js';
import { cursorInAnswer, placeInAnswer, startAfter } from '../../platform/paging/page.question.js';
import { yieldToEventLoop } from '../../platform/yield.js';
import type { OffersContext } from '../offers.open.js';
import { type EligibilityVerdict, type Facts, judgeEligibility } from './eligibility.rules.js';
import { describeOffer } from './offer.describe.js';
import type { Offer, OfferArgs, OfferList, OffersArgs } from './offer-answer.types.js';
import { findOffers } from './offers.find.js';

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
