import 'reflect-metadata';

import './services.js';

export { AccountResolver } from './account.resolver.js';
export {
  type CredentialKind,
  curlOf,
  hashToken,
  hintOf,
  loadBinding,
  mcpPackage,
  mcpUrlOf,
  mintToken,
  openCredentialUses,
  SCOPES,
  storeTrackingKey,
  storeWorkflowToken,
  WorkflowTokenResolver,
} from './credentials/index.js';
export { Invitation, Member, MemberRole } from './member.entity.js';
export {
  actorOf,
  boundProjectOf,
  lockPerson,
  ownerOf,
  personOf,
  recordAct,
  requireMember,
  requireVerified,
  reviewerOf,
} from './members/index.js';
export { Organization } from './organization.entity.js';
export { Product, ProductName, ProductStatus, ProductType } from './product.entity.js';
export { openPrincipals, openSignIn, type SignIn, signInDoor } from './sessions/index.js';
