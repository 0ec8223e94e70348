import ArrivingIcon from '@mui/icons-material/CheckCircleOutlined';
import SilentIcon from '@mui/icons-material/RadioButtonUncheckedOutlined';
import { type Column, Rows } from '../components/Rows.js';
import { StateChip } from '../components/StateChip.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { CoverageArea } from '../providers/generated/operations.js';

/** Areas of coverage: which arrive, and what to send for those that don't. */
export function AreaTable({ areas }: { areas: readonly CoverageArea[] }) {
  const columns = areas.some(({ arriving, lastSeenAt }) => arriving || lastSeenAt) ? [...COLUMNS, ...ARRIVED] : COLUMNS;
  return <Rows caption="Event coverage" rows={areas} keyOf={({ area }) => area} columns={columns} />;
}

const COLUMNS: Column<CoverageArea>[] = [
  { label: 'Area', cell: (one) => one.title },
  { label: 'Next', cell: (one) => !one.arriving && one.next },
];
/** Left out where nothing of any area ever came, which the heading says. */
const ARRIVED: Column<CoverageArea>[] = [
  {
    label: 'State',
    cell: (one) =>
      one.arriving ? (
        <StateChip icon={ArrivingIcon} label="arriving" tone="good" />
      ) : (
        <StateChip icon={SilentIcon} label="silent" tone="neutral" />
      ),
  },
  { label: 'Last seen', cell: (one) => (one.lastSeenAt ? <TimeAgo at={one.lastSeenAt} /> : 'never'), numeric: true },
  { label: 'Events', cell: (one) => one.events.toLocaleString('en'), numeric: true },
];
