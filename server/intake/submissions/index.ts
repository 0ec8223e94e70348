export { readContactLink, requestLinks, sendContactLetterAgain, verifyContact } from './contact.operations.js';
export { intakeContracts } from './contract.schema.js';
export { challengeOf, publicChecks } from './status.query.js';
export {
  previewSubmission,
  readSubmission,
  storeSampleSubmissions,
  submitIntake,
  withdrawIntake,
} from './submission.operations.js';
