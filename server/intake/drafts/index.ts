export { contentOf, readDraftInputs, readPublicInputs } from './draft-inputs.read.js';
export { replayDrafts } from './drafts.replay.js';
export { intakeJobs } from './intake.job.js';
export { bytesOf, digestOf, prepareDraft } from './preparation.rules.js';
export { prepareSubmission } from './submission.prepare.js';
