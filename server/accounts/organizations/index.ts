export { AuditEntriesArgs, AuditEntryList, listAuditEntries } from './audit.list.js';
export { createOrganization } from './organization.create.js';
export { readDomainChallenge, updateOrganization, verifyDomain } from './organization.update.js';
