import GoodIcon from '@mui/icons-material/CheckCircleOutlined';
import IgnoredIcon from '@mui/icons-material/DoNotDisturbOnOutlined';
import { StateChip } from '../components/StateChip.js';
import type { ProductStatus } from '../providers/generated/operations.js';

/** Whether the product's events are stored. */
export function ProductStatusChip({ status }: { status: ProductStatus }) {
  return status === 'registered' ? (
    <StateChip icon={GoodIcon} label="registered" tone="good" title="Its events are stored" />
  ) : (
    <StateChip icon={IgnoredIcon} label="ignored" tone="caution" title="Its events are answered and not stored" />
  );
}
