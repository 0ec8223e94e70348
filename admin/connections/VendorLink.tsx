import UnlinkedIcon from '@mui/icons-material/LinkOffOutlined';
import LinkedIcon from '@mui/icons-material/LinkOutlined';
import { StateChip } from '../components/StateChip.js';
import type { Connection } from '../providers/data.usage.js';

/** Whether a tool has a vendor here that could receive its receipts. */
export function VendorLink({ connection }: { connection: Connection }) {
  if (connection.vendorOrganizationLinked) return <StateChip icon={LinkedIcon} label="vendor linked" tone="info" />;
  return (
    <StateChip icon={UnlinkedIcon} label="vendor not linked" tone="neutral" title="No vendor receives anything yet" />
  );
}
