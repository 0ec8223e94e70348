export { AuditEntriesArgs, AuditEntryList, listAuditEntries } from './audit.list.js';
export { AuditChainArgs, AuditChainState, readAuditChain } from './audit-chain.read.js';
export { requireDomainProof, textRecordName, wellKnownUrl } from './domain-proof.require.js';
export { createOrganization } from './organization.create.js';
export { listReviewerOrganizations } from './organization.list.js';
export { findVendor, lockOrganization, type Vendor } from './organization.query.js';
export { readDomainChallenge, updateOrganization, verifyDomain } from './organization.update.js';
export { findPlan } from './plan.query.js';
export { type NewWorkspace, type ProvisionedWorkspace, provisionWorkspace } from './workspace.provision.js';
export {
  type DomainWorkspace,
  findOrganizationNames,
  findProductNames,
  findProductUuid,
  findWorkspaces,
} from './workspace.query.js';
