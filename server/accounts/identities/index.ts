export { type Claims, domainOf, readClaims } from './claims.rules.js';
export { type Flow, proofsOf, storeFlow, takeFlow } from './flow.query.js';
export {
  createAccount,
  deleteIdentities,
  deleteIdentity,
  endOtherWays,
  endSessionsBy,
  endSessionsOf,
  findIdentities,
  findIdentity,
  findLastUse,
  isCurrentProvider,
  lockSubject,
  noteProviderProof,
  storeIdentity,
  touchIdentity,
} from './identity.query.js';
export {
  findProvider,
  findProviderOfAddress,
  isSignOnRequired,
  type OrganizationProvider,
  providerKey,
} from './provider.query.js';
