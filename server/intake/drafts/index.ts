export { contentOf, readDraftInputs, readPublicInputs } from './draft-inputs.read.js';
export { intakeJobs } from './intake.job.js';
export { bytesOf, digestOf, prepareDraft, RULE_SET } from './preparation.rules.js';
export { prepareSubmission } from './submission.prepare.js';
