import './services.js';

export { AccountResolver } from './account.resolver.js';
export { loadBinding } from './credential.find.js';
export { type CredentialKind, hashToken, hintOf, mintToken } from './credential.rules.js';
export { openCredentialUses } from './credential.use.js';
export { mcpPackage, mcpUrlOf } from './mcp-config.rules.js';
export { Invitation, Member, MemberRole } from './member.entity.js';
export {
  actorOf,
  boundProjectOf,
  lockPerson,
  ownerOf,
  personOf,
  requireMember,
  requireVerified,
  reviewerOf,
} from './member.require.js';
export { Organization } from './organization.entity.js';
export { openPrincipals } from './principal.resolve.js';
export { Product, ProductName, ProductStatus, ProductType } from './product.entity.js';
export { openSignIn, type SignIn } from './session.auth.js';
export { signInDoor } from './session.door.js';
export { curlOf, storeTrackingKey } from './tracking-key.create.js';
export { WorkflowTokenResolver } from './workflow-token.resolver.js';
export { SCOPES } from './workflow-token.rules.js';
export { storeWorkflowToken } from './workflow-token.store.js';
