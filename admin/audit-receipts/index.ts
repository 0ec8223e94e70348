import ReceiptsIcon from '@mui/icons-material/ReceiptLongOutlined';
import type { ResourcePages } from '../workspace/Resource.js';
import { AuditReceiptList } from './AuditReceiptList.js';

/** What was read of a company's reports, call by call. */
export const auditReceipts: ResourcePages = { name: 'audit-receipts', icon: ReceiptsIcon, list: AuditReceiptList };
