export { readContactLink, requestLinks, sendContactLetterAgain, verifyContact } from './contact.operations.js';
export { intakeContracts } from './contract.schema.js';
export {
  previewSubmission,
  readSubmission,
  storeSampleSubmissions,
  submitIntake,
  withdrawIntake,
} from './submission.operations.js';
export { challengeOf, publicChecks } from './submission.query.js';
