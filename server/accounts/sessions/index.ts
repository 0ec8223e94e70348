export {
  type AccountAction,
  type AccountName,
  findAccountByEmail,
  findMailboxes,
  findPeople,
  findPerson,
  findReviewers,
  keepMailbox,
  type Person,
  recordAccountAction,
} from './account.query.js';
export { checkAddresses, normalizeAddresses } from './address.job.js';
export { hasCredential, openPrincipals } from './principal.query.js';
export { openSignIn } from './sign-in.client.js';
export { forgetLinks, recordCode } from './sign-in.query.js';
export { mountSignIn } from './sign-in.routes.js';
