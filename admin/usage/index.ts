import UsageIcon from '@mui/icons-material/InsightsOutlined';
import type { UsageReceipt } from '../providers/generated/operations.js';
import type { ResourcePages } from '../workspace/Resource.js';
import { UsageList } from './UsageList.js';

/** Receipts of a person's own use of tools. */
export const usageReceipts: ResourcePages = {
  name: 'usage-receipts',
  icon: UsageIcon,
  list: UsageList,
  panel: true,
  recordRepresentation: ({ tool }: UsageReceipt) => tool.name,
};
