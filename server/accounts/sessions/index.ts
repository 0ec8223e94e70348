export { recordAccountAction } from './account.record.js';
export { checkAddresses } from './address.check.js';
export { normalizeAddresses } from './addresses.normalize.js';
export { findMailboxes, keepMailbox } from './mailbox.query.js';
export { forgetLinks } from './password.reset.js';
export {
  type AccountName,
  findAccountByEmail,
  findPeople,
  findPerson,
  findReviewers,
  type Person,
} from './person.query.js';
export { hasCredential, openPrincipals } from './principals.open.js';
export { mountSignIn } from './sign-in.mount.js';
export { openSignIn } from './sign-in.open.js';
