export { readContactLink, requestLinks, sendContactLetterAgain, verifyContact } from './contact.operations.js';
export { intakeContracts } from './contract.schema.js';
export { challengeOf, publicChecks, receiptOfApproval } from './status.query.js';
export {
  previewSubmission,
  readSubmission,
  storeSampleSubmissions,
  submitIntake,
  withdrawIntake,
} from './submission.operations.js';
