export { readContactLink, sendContactLetterAgain, verifyContact } from './contact.verify.js';
export { intakeContracts } from './contract.schema.js';
export { requestLinks } from './links.request.js';
export { storeSampleSubmissions } from './sample-submissions.store.js';
export { previewSubmission } from './submission.preview.js';
export { challengeOf, publicChecks } from './submission.query.js';
export { readSubmission } from './submission.read.js';
export { submitIntake } from './submission.submit.js';
export { withdrawIntake } from './submission.withdraw.js';
