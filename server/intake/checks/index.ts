export { checkSubmission, INTERNAL_RULES, isPreviewed, trackingTarget } from './check.rules.js';
export { fingerprintOf, nearDomains, skeletonOf } from './disguise.rules.js';
export { triageChecks } from './triage.rules.js';
