import 'reflect-metadata';
import { AuditReceipt } from './audit-receipt.entity.js';

export { type EnterpriseParts, openEnterprise } from './enterprise.open.js';
export { EnterpriseResolver } from './enterprise.resolver.js';

/** The domain's tables, for the composition root. */
export const enterpriseEntities = [AuditReceipt];
