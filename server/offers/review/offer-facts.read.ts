import { invalid } from '../../platform/fault.js';
import { type OfferRecordFacts, parseOfferFacts } from '../catalog/index.js';
import type { OfferRuleParts, SaveOfferInput } from './review.types.js';

/** What a reviewer sends as a record of the form that every import has, checked like one; problems point at the input's own members. */
export function readOfferFacts(input: SaveOfferInput): OfferRecordFacts {
  const { slug, title, summary, kind, claim, tools, other, value, vendor } = input;
  const parsed = parseOfferFacts({
    slug,
    title,
    summary,
    kind,
    claim,
    tools,
    vendor: { name: vendor.name ?? null, domain: vendor.domain ?? null },
    value: {
      text: value.text ?? null,
      amountCents: value.amountCents ?? null,
      currency: value.currency ?? null,
      percent: value.percent ?? null,
      months: value.months ?? null,
      upTo: value.upTo ?? false,
    },
    url: input.url ?? null,
    termsUrl: input.termsUrl ?? null,
    eligibility: { rules: input.rules.map(ruleOf), other },
    lastReadAt: input.lastReadAt ?? null,
    lastConfirmedAt: input.lastConfirmedAt ?? null,
    endsAt: input.endsAt ?? null,
    sources: input.sources.map(({ url, via, readAt, facts }) => ({
      url,
      via: via ?? null,
      readAt: readAt ?? null,
      facts,
    })),
  });
  if ('facts' in parsed) return parsed.facts;
  throw invalid(parsed.problems.map((one) => ({ ...one, pointer: one.pointer.replace(/^\/eligibility/, '') })));
}

const ruleOf = ({ fact, op, number, text, flag, list }: OfferRuleParts): unknown => {
  const given = [number, text, flag, list].filter((one) => one !== null && one !== undefined);
  return { fact, op, value: given.length === 1 ? given[0] : null };
};
