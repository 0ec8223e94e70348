export { checkSubmission, INTERNAL_RULES, isPreviewed, trackingTarget } from './check.rules.js';
export { fingerprintOf, nearDomains, skeletonOf } from './disguise.rules.js';
export { type KnownNames, namesakesOf } from './namesake.rules.js';
export { RULE_SET, ruleSetOf } from './rule-set.rules.js';
export { slugsLike } from './slug.rules.js';
export { addressesOf } from './submitted-text.rules.js';
export { missingIn, triageChecks } from './triage.rules.js';
