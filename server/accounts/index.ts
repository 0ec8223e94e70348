import 'reflect-metadata';
import { Credential, CredentialUse, EnterpriseKeyNotice } from './credential.entity.js';
import {
  AnsweredChallenge,
  Passkey,
  RecoveryCode,
  SecondFactor,
  SecondFactorPolicy,
  SignInChallenge,
  SignInDevice,
} from './factor.entity.js';
import { FactorReset } from './factor-reset.entity.js';
import { IdentityProvider, PersonIdentity, SignInFlow } from './identity.entity.js';
import { FormerMailbox, Invitation, Member } from './member.entity.js';
import { Organization } from './organization.entity.js';
import { Product, ProductName } from './product.entity.js';

export { AccountResolver, OrganizationResolver } from './account.resolver.js';
export type {
  AccountsContext,
  AccountsParts,
  ActivityOrder,
  CountPersonalRecords,
  OwnsProject,
  PasswordHasher,
  ProductActivity,
  SignIn,
} from './accounts.context.js';
export { openAccounts } from './accounts.open.js';
export { Credential } from './credential.entity.js';
export {
  type CredentialKind,
  CredentialResolver,
  curlOf,
  type EndingKey,
  findEndingKeys,
  findKeyNames,
  findLiveAgentKeys,
  findTrackingKeys,
  generateToken,
  hashToken,
  hintOf,
  isLiveCredential,
  isLiveHash,
  loadBinding,
  mcpUrlOf,
  noticeEndingKeys,
  SCOPES,
  storeEnterpriseKey,
  storeTrackingKey,
  storeWorkflowToken,
  type TrackingKey,
  workflowTokenIds,
  writeLastUses,
} from './credentials/index.js';
export { openFactorSecrets } from './factors/index.js';
export { Invitation, Member, MemberRole } from './member.entity.js';
export {
  actorOf,
  boundProjectOf,
  findMemberNames,
  isEnough,
  lockPerson,
  ownerOf,
  personOf,
  recordAction,
  requireMember,
  requireVerified,
  reviewerOf,
} from './members/index.js';
export { newChallenge, Organization } from './organization.entity.js';
export {
  auditExportArgsOf,
  exportAuditLog,
  findOrganizationNames,
  findPlan,
  findProductNames,
  findProductUuid,
  findVendor,
  findWorkspaces,
  listOrganizationIds,
  lockOrganization,
  type ProvisionedWorkspace,
  provisionWorkspace,
  requireDomainProof,
  textRecordName,
  wellKnownUrl,
} from './organizations/index.js';
export { openPasskeys } from './passkeys/index.js';
export { planAt } from './plan.rules.js';
export { OrganizationPlan, PlanId } from './plan.types.js';
export { Product, ProductName, ProductStatus, ProductType } from './product.entity.js';
export {
  findNamedProduct,
  findOrganizationsOf,
  findProductIds,
  IsProductId,
  isIgnoredProduct,
  PRODUCT_ID,
  readProducts,
  storeProduct,
} from './products/index.js';
export { endAccount, ProfileResolver, resetFactor, SecondFactorResolver } from './profile/index.js';
export { resetDueFactors, SecurityResolver } from './security/index.js';
export {
  type AccountName,
  accountsRetention,
  findAccountByEmail,
  findMailboxes,
  findPeople,
  findPerson,
  findReviewers,
  forgetLinks,
  hasCredential,
  keepMailbox,
  mountSignIn,
  normalizeEmails,
  openSignIn,
  type Person,
  recordAccountAction,
  warnOfSharedEmails,
} from './sessions/index.js';
export { SingleSignOnResolver } from './single-sign-on/index.js';

/** The domain's tables, for the composition root. */
export const accountsEntities = [
  Organization,
  Member,
  Invitation,
  Product,
  ProductName,
  Credential,
  CredentialUse,
  EnterpriseKeyNotice,
  FormerMailbox,
  SecondFactor,
  Passkey,
  AnsweredChallenge,
  RecoveryCode,
  SignInChallenge,
  SecondFactorPolicy,
  SignInDevice,
  FactorReset,
  IdentityProvider,
  PersonIdentity,
  SignInFlow,
];
