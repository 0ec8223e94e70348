export { listAuditEntries, readAuditChain } from './audit.operations.js';
export { AuditChainArgs, AuditChainState, AuditEntriesArgs, AuditEntryList } from './audit.types.js';
export { auditExportArgsOf, exportAuditLog } from './audit-export.operations.js';
export { requireDomainProof, textRecordName, wellKnownUrl } from './domain-proof.client.js';
export {
  createOrganization,
  listReviewerOrganizations,
  readDomainChallenge,
  readOrganization,
  readViewer,
  updateOrganization,
  verifyDomain,
} from './organization.operations.js';
export {
  type DomainWorkspace,
  findOrganization,
  findOrganizationNames,
  findPlan,
  findProductNames,
  findProductUuid,
  findVendor,
  findWorkspaces,
  listOrganizationIds,
  lockOrganization,
  lockOwn,
  recordOrganizationChange,
  type Vendor,
} from './organization.query.js';
export { type NewWorkspace, type ProvisionedWorkspace, provisionWorkspace } from './workspace.operations.js';
