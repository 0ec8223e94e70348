import Box from '@mui/material/Box';
import type { DataColumn } from '../components/columns.js';
import { Day } from '../components/Day.js';
import { Linked } from '../components/Linked.js';
import { ListPage } from '../components/ListPage.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { HeldMeasure } from '../providers/generated/operations.js';
import { factorOf, kindLabel } from './figures.js';
import { HeldMeasureDecision } from './HeldMeasureDecision.js';

/** Public figures that are zero, or moved more than tenfold: they count nowhere until a reviewer has taken them. */
export function HeldMeasureList() {
  return (
    <ListPage<HeldMeasure>
      title="Figures"
      where="Review"
      about="A public figure that is zero, or more than ten times or less than a tenth of the one beside it, waits here. Until it is taken no page, ranking or snapshot has it. Look at its source before you decide."
      columns={COLUMNS}
      sort={{ field: 'noted', order: 'ASC' }}
      to={null}
      empty={{ text: 'Figures will be listed here when a registry answers zero, or a figure moves more than tenfold.' }}
    />
  );
}

const figure = (value: number): string => value.toLocaleString('en');

const COLUMNS: readonly DataColumn<HeldMeasure>[] = [
  { source: 'subject', label: 'Figure of', cell: ({ subject }) => subject },
  {
    source: 'kind',
    label: 'Counted',
    cell: ({ kind }) => kindLabel(kind),
    text: ({ kind }) => kindLabel(kind),
    whole: true,
  },
  { source: 'day', label: 'Day', cell: ({ day }) => <Day at={day} />, whole: true },
  {
    source: 'standingValue',
    label: 'Old',
    cell: ({ standingValue, standingDay }) =>
      standingValue === null ? '' : <span title={standingDay ?? undefined}>{figure(standingValue)}</span>,
    text: ({ standingValue }) => standingValue,
    numeric: true,
  },
  {
    source: 'value',
    label: 'New',
    cell: ({ value }) => <strong>{figure(value)}</strong>,
    text: ({ value }) => value,
    numeric: true,
    card: 'fact',
  },
  { source: 'factor', label: 'Moved', cell: factorOf, text: factorOf, numeric: true, card: 'state' },
  {
    source: 'source',
    label: 'Source',
    cell: ({ source }) => (
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        <Linked text={source} />
      </Box>
    ),
    text: ({ source }) => source,
    wide: true,
  },
  {
    source: 'tools',
    label: 'Tools',
    cell: ({ tools }) => tools.map(({ name }) => name).join(', '),
    text: ({ tools }) => tools.map(({ name }) => name).join(', '),
    hidden: true,
  },
  {
    source: 'noted',
    label: 'Read',
    cell: ({ notedAt }) => <TimeAgo at={notedAt} />,
    text: ({ notedAt }) => notedAt,
    numeric: true,
    hidden: true,
  },
  {
    source: 'actions',
    label: 'Actions',
    unnamed: true,
    whole: true,
    cell: (measure) => (
      <Box sx={{ display: 'flex', gap: 2 }}>
        <HeldMeasureDecision measure={measure} decision="decline" />
        <HeldMeasureDecision measure={measure} decision="accept" />
      </Box>
    ),
  },
];
