import ReceiptsIcon from '@mui/icons-material/ReceiptLongOutlined';
import type { ResourcePages } from '../workspace/Resource.js';
import { AuditReceiptList } from './AuditReceiptList.js';

/** The receipts of calls that read a company's reports. */
export const auditReceipts: ResourcePages = { name: 'audit-receipts', icon: ReceiptsIcon, list: AuditReceiptList };
