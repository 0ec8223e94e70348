import AuditIcon from '@mui/icons-material/HistoryOutlined';
import { wordsOf } from '../../formats/audit.words.js';
import type { AuditEntry } from '../providers/generated/operations.js';
import type { ResourcePages } from '../workspace/Resource.js';
import { AuditEntryList, PlatformAuditList } from './AuditEntryList.js';

/** The audit log of an organization. */
export const auditEntries: ResourcePages = {
  name: 'audit-entries',
  icon: AuditIcon,
  list: AuditEntryList,
  panel: true,
  recordRepresentation: ({ action }: AuditEntry) => wordsOf(action),
};

/** The log of what reviewers and operators did in the platform's name. */
export const platformAudit: ResourcePages = { ...auditEntries, list: PlatformAuditList };
