export { contentOf, readDraftInputs, readPublicInputs, replayDrafts } from './draft.query.js';
export { intakeJobs } from './intake.job.js';
export { prepareSubmission } from './preparation.job.js';
export { bytesOf, digestOf, prepareDraft } from './preparation.rules.js';
