export {
  type AccountAction,
  type AccountName,
  endSessions,
  findAccountByEmail,
  findFactorFlag,
  findMailboxes,
  findPeople,
  findPerson,
  findReviewers,
  isReviewer,
  keepMailbox,
  type Person,
  recordAccountAction,
} from './account.query.js';
export { deviceOf } from './device.rules.js';
export { normalizeEmails, warnOfSharedEmails } from './email-spelling.normalize.js';
export { hasCredential, openPrincipals } from './principal.query.js';
export { challengeCookie } from './second-step.client.js';
export { openSignIn } from './sign-in.client.js';
export { accountsRetention } from './sign-in.job.js';
export { acceptPasskey, type FactorKind, findFactorKinds, forgetLinks, recordCode } from './sign-in.query.js';
export { mountSignIn } from './sign-in.routes.js';
