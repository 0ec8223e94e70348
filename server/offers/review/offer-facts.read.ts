import { invalid } from '../../platform/fault.js';
import { completeIn } from '../../platform/form.rules.js';
import { type OfferRecordFacts, offerMembers, parseOfferFacts } from '../catalog/index.js';
import type { OfferRuleParts, SaveOfferInput } from './review.types.js';

/** What a reviewer sends as a record of the form that every import has, checked like one; problems point at the input's own members. */
export function readOfferFacts({ rules, other, ...stated }: SaveOfferInput): OfferRecordFacts {
  const parsed = parseOfferFacts(
    completeIn(offerMembers, { ...stated, eligibility: { rules: rules.map(ruleOf), other } }),
  );
  if ('facts' in parsed) return parsed.facts;
  throw invalid(parsed.problems.map((one) => ({ ...one, pointer: one.pointer.replace(/^\/eligibility/, '') })));
}

const ruleOf = ({ fact, op, number, text, flag, list }: OfferRuleParts): unknown => {
  const given = [number, text, flag, list].filter((one) => one !== null && one !== undefined);
  return { fact, op, value: given.length === 1 ? given[0] : null };
};
