import AuditIcon from '@mui/icons-material/HistoryOutlined';
import type { AuditEntry } from '../providers/generated/operations.js';
import type { ResourcePages } from '../workspace/Resource.js';
import { AuditEntryList } from './AuditEntryList.js';

/** The audit log of an organization. */
export const auditEntries: ResourcePages = {
  name: 'audit-entries',
  icon: AuditIcon,
  list: AuditEntryList,
  panel: true,
  recordRepresentation: ({ action }: AuditEntry) => action,
};
