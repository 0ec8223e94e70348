import {
  type NameReading,
  readAsSeen,
  readAsUnicode,
  readInParts,
  readWithSigns,
} from '../../platform/skeleton.rules.js';
import type { CheckResult, DraftInputs, NamesakeFact } from '../draft.types.js';
import {
  contactDomain,
  contactDomainAsWritten,
  contactDomainOfItsOwn,
  lookalike,
  lookalikeByBrand,
  lookalikeOfNames,
} from './identity.rules.js';
import { nameRulesBy } from './namesake.rules.js';
import { freeSlug, freeSlugAsWritten } from './slug.rules.js';

/** The rules that differ between sets; every other rule is the same in all of them. */
interface RuleSet {
  readonly contactDomain: typeof contactDomain;
  readonly lookalike: typeof lookalike;
  readonly freeSlug: typeof freeSlug;
  readonly nameChecks: (inputs: DraftInputs) => CheckResult[];
  readonly toolNamed: (name: string, namesakes: readonly NamesakeFact[]) => NamesakeFact | undefined;
  /** Whether addresses are judged where a submission has none. */
  readonly judgesNoAddress: boolean;
}

/** The rule set that new drafts are prepared with. A change of any rule is a new name; the old one stays, so that its drafts can be replayed. */
export const RULE_SET = 'intake-2026-11-8';

function byNames(reading: NameReading): Omit<RuleSet, 'contactDomain' | 'freeSlug'> {
  const { nameChecks, toolNamed, ...rules } = nameRulesBy(reading);
  return { nameChecks, toolNamed, judgesNoAddress: false, lookalike: lookalikeOfNames(rules) };
}
const byNoNames: Omit<RuleSet, 'contactDomain' | 'lookalike' | 'freeSlug'> = {
  nameChecks: () => [],
  toolNamed: () => undefined,
  judgesNoAddress: true,
};

const ruleSets: Readonly<Record<string, RuleSet>> = {
  'intake-2026-11-1': {
    ...byNoNames,
    contactDomain: contactDomainAsWritten,
    lookalike: lookalikeByBrand,
    freeSlug: freeSlugAsWritten,
  },
  'intake-2026-11-2': { ...byNoNames, contactDomain, lookalike, freeSlug: freeSlugAsWritten },
  'intake-2026-11-3': { ...byNoNames, contactDomain, lookalike, freeSlug },
  'intake-2026-11-4': { ...byNames(readAsUnicode), contactDomain, freeSlug },
  'intake-2026-11-5': { ...byNames(readAsSeen), contactDomain, freeSlug },
  'intake-2026-11-6': { ...byNames(readAsSeen), contactDomain: contactDomainOfItsOwn, freeSlug },
  'intake-2026-11-7': { ...byNames(readInParts), contactDomain: contactDomainOfItsOwn, freeSlug },
  [RULE_SET]: { ...byNames(readWithSigns), contactDomain: contactDomainOfItsOwn, freeSlug },
};

/** The rules of a name; an unknown name is an error, never another day’s rules. */
export function ruleSetOf(name: string): RuleSet {
  const rules = Object.hasOwn(ruleSets, name) ? ruleSets[name] : undefined;
  if (!rules) throw new Error('no rule set of this name');
  return rules;
}
