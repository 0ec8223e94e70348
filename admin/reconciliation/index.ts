import ReconciliationIcon from '@mui/icons-material/CompareArrowsOutlined';
import type { Reconciled } from '../providers/data.reports.js';
import type { ResourcePages } from '../workspace/Resource.js';
import { ReconciliationList } from './ReconciliationList.js';

/** A partner's reports beside the figures of events. */
export const reconciliation: ResourcePages = {
  name: 'reconciliation',
  icon: ReconciliationIcon,
  list: ReconciliationList,
  recordRepresentation: ({ accountDomain }: Reconciled) => accountDomain ?? 'unknown account',
};
