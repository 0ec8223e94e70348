import Box from '@mui/material/Box';
import { Link } from 'react-router-dom';
import { EvidenceChip } from '../components/EvidenceChip.js';
import { Section } from '../components/Page.js';
import { type Column, Rows } from '../components/Rows.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { ProductName } from '../products/ProductName.js';
import type { SeenOfFamily } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { type Behind, CountLink } from './figure.people.js';

/** The developer or account that a page is about, as the list of events narrows to it. */
export type SubjectName = Pick<Behind, 'developer' | 'account'>;

/** Label, window and source of what a page shows of one developer or account. */
export function SubjectSource(props: { label: string; asOf: string; window: { from: string; to: string } }) {
  const { label, asOf, window } = props;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mb: 5, color: 'var(--muted)' }}>
      <EvidenceChip label={label} />
      <span>
        {window.from} to {window.to} (UTC)
      </span>
      <span>
        events of your own servers, counted up to <TimeAgo at={asOf} />
      </span>
    </Box>
  );
}

/** The columns that each table of a developer or an account has. */
export const EVENTS: Column<{ readonly events: number }> = {
  label: 'Events',
  cell: ({ events }) => events.toLocaleString('en'),
  numeric: true,
};
export const LAST_SEEN: Column<{ readonly lastSeen: string }> = {
  label: 'Last seen',
  cell: ({ lastSeen }) => <TimeAgo at={lastSeen} />,
  numeric: true,
};

const columnsOf = (subject: SubjectName): Column<SeenOfFamily>[] => [
  { label: 'Family', cell: ({ family }) => family ?? 'none' },
  {
    ...EVENTS,
    cell: ({ family, events }) =>
      family ? (
        <CountLink of="events" part="families" family={family} count={events} {...subject} />
      ) : (
        events.toLocaleString('en')
      ),
  },
  { label: 'First seen', cell: ({ firstSeen }) => <TimeAgo at={firstSeen} />, numeric: true },
  LAST_SEEN,
];

/** A product with the event that proves its activation. */
interface ActivatedProduct {
  readonly productId: string;
  readonly events: number;
  readonly activatedAt: string | null;
  readonly activationEventId: string | null;
}
export const PRODUCT_COLUMNS: readonly Column<ActivatedProduct>[] = [
  { label: 'Product', cell: ({ productId }) => <ProductName id={productId} /> },
  EVENTS,
  {
    label: 'Activated',
    cell: ({ activatedAt, activationEventId }) => <ProvenTime at={activatedAt} eventId={activationEventId} />,
    numeric: true,
  },
];

/** The activity of the window, by family. */
export function FamilyTable({ families, subject }: { families: readonly SeenOfFamily[]; subject: SubjectName }) {
  return (
    <Section title="Families" part="families">
      <Rows caption="Families" rows={families} keyOf={({ family }) => family ?? ''} columns={columnsOf(subject)} />
    </Section>
  );
}

/** A time that an event proves, which is one step away. */
export function ProvenTime({ at, eventId }: { at: string | null; eventId: string | null }) {
  const { to } = useOrganization();
  if (at === null) return <>not yet</>;
  const time = <TimeAgo at={at} />;
  return eventId ? <Link to={to(`/events?event=${eventId}`)}>{time}</Link> : time;
}
