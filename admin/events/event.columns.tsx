import Box from '@mui/material/Box';
import type { DataColumn } from '../components/columns.js';
import { EvidenceChip } from '../components/EvidenceChip.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { ProductName } from '../products/ProductName.js';
import type { LoggedEvent } from '../providers/generated/operations.js';
import { OutcomeChip } from './OutcomeChip.js';

const NOT_STORED = 'Of a refused event only a name of the catalog is stored: another one may be what was refused.';

/** The name of the event; null for a refused one whose name is not of the catalog. */
export const nameOf = ({ event, answer }: LoggedEvent): string | null => event?.event_name ?? answer?.eventName ?? null;

/** The first problem found in it, and the number of further ones. */
const problemOf = ({ answer }: LoggedEvent): string | null => {
  const [first, ...more] = answer?.errors ?? [];
  if (!first) return null;
  return `${first.code} at ${first.pointer || '/'}${more.length > 0 ? `, and ${more.length} more` : ''}`;
};

/** An event in a row, stored or not. */
export const EVENT_COLUMNS: readonly DataColumn<LoggedEvent>[] = [
  {
    source: 'name',
    label: 'Event',
    cell: (logged) => {
      const name = nameOf(logged);
      return name ? <code>{name}</code> : <span title={NOT_STORED}>name not stored</span>;
    },
    text: nameOf,
  },
  {
    source: 'outcome',
    label: 'Outcome',
    cell: ({ outcome }) => <OutcomeChip outcome={outcome} />,
    text: ({ outcome }) => outcome,
    card: 'state',
  },
  {
    source: 'problem',
    label: 'Problem',
    cell: (logged) => {
      const problem = problemOf(logged);
      const [first] = logged.answer?.errors ?? [];
      return (
        problem && (
          <Box component="code" title={`${problem}: ${first?.detail ?? ''}`}>
            {problem}
          </Box>
        )
      );
    },
    text: problemOf,
    card: 'fact',
  },
  { source: 'productId', label: 'Product', cell: ({ productId }) => <ProductName id={productId} /> },
  {
    source: 'developer',
    label: 'Developer',
    cell: ({ event }) => event && <code>{event.developer_id}</code>,
    text: ({ event }) => event?.developer_id ?? null,
  },
  {
    source: 'account',
    label: 'Account',
    cell: ({ event }) => event?.account_domain,
    text: ({ event }) => event?.account_domain ?? null,
  },
  {
    source: 'family',
    label: 'Family',
    cell: ({ event }) => event?.event_family,
    text: ({ event }) => event?.event_family ?? null,
    hidden: true,
  },
  {
    source: 'source',
    label: 'Source',
    cell: ({ event }) => event?.source,
    text: ({ event }) => event?.source ?? null,
    hidden: true,
  },
  {
    source: 'label',
    label: 'Label',
    cell: ({ event }) => event && <EvidenceChip label={event.label} />,
    text: ({ event }) => event?.label ?? null,
    hidden: true,
  },
  {
    source: 'key',
    label: 'Tracking key',
    cell: ({ answer }) => answer && <code>{answer.keyHint}</code>,
    text: ({ answer }) => answer?.keyHint ?? null,
    hidden: true,
  },
  {
    source: 'idempotencyKey',
    label: 'Idempotency key',
    cell: ({ event, answer }) => <code>{event?.idempotencyKey ?? answer?.idempotencyKey}</code>,
    text: ({ event, answer }) => event?.idempotencyKey ?? answer?.idempotencyKey ?? null,
    hidden: true,
  },
  {
    source: 'receivedAt',
    label: 'Received',
    cell: ({ receivedAt }) => <TimeAgo at={receivedAt} />,
    text: ({ receivedAt }) => receivedAt,
    sortable: true,
    numeric: true,
    hideable: false,
    card: 'fact',
  },
];
