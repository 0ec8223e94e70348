import ArrivingIcon from '@mui/icons-material/CheckCircleOutlined';
import SilentIcon from '@mui/icons-material/RadioButtonUncheckedOutlined';
import { type Column, Rows } from '../components/Rows.js';
import { StateChip } from '../components/StateChip.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { Waiting } from '../components/Waiting.js';
import type { Coverage } from './useProgress.js';

type Area = Coverage['areas'][number];

/** The seven areas of coverage: which arrive, and what to send for those that don't. */
export function CoverageStep({ coverage }: { coverage: Coverage | undefined }) {
  if (!coverage) return <Waiting what="coverage" rows={7} />;
  return <Rows caption="Event coverage" rows={coverage.areas} keyOf={(one) => one.area} columns={COLUMNS} />;
}

const COLUMNS: Column<Area>[] = [
  { label: 'Area', cell: (one) => one.title },
  {
    label: 'State',
    cell: (one) =>
      one.arriving ? (
        <StateChip icon={ArrivingIcon} label="arriving" tone="good" />
      ) : (
        <StateChip icon={SilentIcon} label="silent" tone="neutral" />
      ),
  },
  { label: 'Next', cell: (one) => (one.arriving ? '–' : one.next) },
  { label: 'Last seen', cell: (one) => (one.lastSeenAt ? <TimeAgo at={one.lastSeenAt} /> : 'never'), numeric: true },
  { label: 'Events', cell: (one) => one.events.toLocaleString('en'), numeric: true },
];
