import Box from '@mui/material/Box';
import { useGetList } from 'react-admin';
import { Link } from 'react-router-dom';
import { Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { type Column, Rows } from '../components/Rows.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { useScope } from '../components/useScope.js';
import { ProductName } from '../products/ProductName.js';
import { EventOutcome, type LoggedEvent } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';

const SHOWN = 10;

/** The events of one developer or account that were stored last, whenever they happened. */
export function SubjectEvents({ filter }: { filter: { readonly developer: string } | { readonly account: string } }) {
  const { to } = useOrganization();
  const narrowed = { ...filter, outcome: EventOutcome.stored };
  const query = useGetList<LoggedEvent>('events', {
    filter: narrowed,
    pagination: { page: 1, perPage: SHOWN },
    meta: useScope(),
  });
  const columns: Column<LoggedEvent>[] = [
    {
      label: 'Event',
      cell: ({ id, event }) => (
        <Link to={to(`/events?${new URLSearchParams({ ...narrowed, event: id })}`)}>
          <code>{event?.event_name}</code>
        </Link>
      ),
    },
    { label: 'Family', cell: ({ event }) => event?.event_family ?? 'none' },
    { label: 'Product', cell: ({ productId }) => <ProductName id={productId} /> },
    {
      label: 'Happened',
      cell: ({ event }) => (event?.occurredAt ? <TimeAgo at={event.occurredAt} /> : 'unknown'),
      numeric: true,
    },
    { label: 'Received', cell: ({ receivedAt }) => <TimeAgo at={receivedAt} />, numeric: true },
  ];
  return (
    <Section title="Latest events" aside={<Link to={to(`/events?${new URLSearchParams(narrowed)}`)}>All events</Link>}>
      <QueryState query={query} what="events" rows={5}>
        {(events) =>
          events.length === 0 ? (
            <Box>None of its events is stored any more.</Box>
          ) : (
            <Rows caption="Latest events" rows={events} keyOf={({ id }) => id} columns={columns} />
          )
        }
      </QueryState>
    </Section>
  );
}
