import type { PlanContent } from './brief.types.js';
import type { PlanChange } from './plan-change.types.js';

/** A tool as the catalog has it now. */
export interface PresentTool {
  readonly pricingModel: string;
  readonly freeTier: string | null;
  readonly maturity: string;
}

/** The listed tools by slug and the listed offers by their public id, as they are at a moment. */
export interface PresentCatalog {
  readonly tools: ReadonlyMap<string, PresentTool>;
  readonly offers: ReadonlyMap<string, { readonly endsAt: Date | null }>;
  readonly at: Date;
}

/** The words in which a plan has the end of an offer, among its rules. */
export const endOfOffer = (endsAt: Date): string => `Ends ${endsAt.toISOString().slice(0, 10)}.`;
const END_OF_OFFER = /^Ends (\d{4}-\d{2}-\d{2})\.$/;

const inWords = (value: string): string => value.replaceAll('_', ' ');

/**
 * The changes of a plan's tools and offers since it was saved, in the plan's order: price, free tier, end of life, an offer's end. A fact that
 * was not known and is known now is no change of the tool, but for a free tier and an end, which a reader wants to know.
 */
export function changesSince({ stack, perks }: PlanContent, present: PresentCatalog): PlanChange[] {
  const tools = new Map(stack.map(({ tool }) => [tool.slug, tool]));
  return [
    ...[...tools.values()].flatMap((tool) => changesOfTool(tool, present.tools.get(tool.slug))),
    ...perks.flatMap((perk) => changeOfOffer(perk, present)),
  ];
}

type SavedTool = PlanContent['stack'][number]['tool'];

function changesOfTool({ slug, name, pricing, maturity }: SavedTool, now: PresentTool | undefined): PlanChange[] {
  const of = { tool: slug, offerId: null };
  if (!now)
    return [
      {
        ...of,
        kind: 'no_longer_listed',
        before: 'listed',
        after: null,
        detail: `${name} is no longer in the directory.`,
      },
    ];
  const changes: PlanChange[] = [];
  const isKnown = pricing.model !== 'unknown' && now.pricingModel !== 'unknown';
  if (isKnown && pricing.model !== now.pricingModel) {
    const [before, after] = [inWords(pricing.model), inWords(now.pricingModel)];
    changes.push({
      ...of,
      kind: 'price',
      before,
      after,
      detail: `The pricing of ${name} was ${before} and is ${after}.`,
    });
  }
  if (pricing.freeTier !== now.freeTier) {
    const { freeTier: before } = pricing;
    const { freeTier: after } = now;
    const what =
      before === null ? 'A free tier of' : after === null ? 'No free tier is known any more of' : 'The free tier of';
    const verb = before === null ? ' is known now.' : after === null ? '.' : ' is another one now.';
    changes.push({ ...of, kind: 'free_tier', before, after, detail: `${what} ${name}${verb}` });
  }
  if (now.maturity === 'deprecated' && maturity !== 'deprecated')
    changes.push({
      ...of,
      kind: 'end_of_life',
      before: maturity === 'unknown' ? null : maturity,
      after: now.maturity,
      detail: `${name} is deprecated: its vendor ends it.`,
    });
  return changes;
}

function changeOfOffer(
  { id, title, tool, rules }: PlanContent['perks'][number],
  present: PresentCatalog,
): PlanChange[] {
  const of = { tool, offerId: id };
  const before = rules.flatMap((rule) => END_OF_OFFER.exec(rule)?.[1] ?? [])[0] ?? null;
  const offer = present.offers.get(id);
  if (!offer) return [{ ...of, kind: 'offer_ended', before, after: null, detail: `“${title}” is no longer offered.` }];
  const { endsAt } = offer;
  const after = endsAt?.toISOString().slice(0, 10) ?? null;
  if (endsAt && endsAt <= present.at)
    return [{ ...of, kind: 'offer_ended', before, after, detail: `“${title}” ended on ${after}.` }];
  if (after === before) return [];
  const detail = after === null ? `“${title}” has no known end any more.` : `“${title}” ends on ${after}.`;
  return [{ ...of, kind: 'offer_end', before, after, detail }];
}

/** Names a change, so that no letter says the same twice. */
export const keyOfChange = ({ kind, tool, offerId, after }: PlanChange): string =>
  [kind, offerId ?? tool, after ?? ''].join(' ');
