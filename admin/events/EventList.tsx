import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useSearchParams } from 'react-router-dom';
import { Empty } from '../components/Empty.js';
import { EvidenceChip } from '../components/EvidenceChip.js';
import { Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { type Column, Rows } from '../components/Rows.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { EventShow } from './EventShow.js';
import { type StoredEvent, useStoredEvents } from './useStoredEvents.js';

/** The stored events; one of them opens beside the list, by its address. */
export function EventList() {
  const [search, setSearch] = useSearchParams();
  const stored = useStoredEvents(search.get('product') ?? undefined);
  const open = (eventId: string | null) =>
    setSearch((before) => {
      const after = new URLSearchParams(before);
      if (eventId) after.set('event', eventId);
      else after.delete('event');
      return after;
    });
  const refresh = (
    <Button size="small" variant="outlined" onClick={() => void stored.refetch()} loading={stored.isRefetching}>
      Refresh
    </Button>
  );
  return (
    <Section title="Stored events" aside={refresh}>
      <QueryState query={stored} what="events" rows={8}>
        {({ pages }) => {
          const events = pages.flatMap((page) => page.data);
          const shown = events.find((event) => event.eventId === search.get('event'));
          return (
            <>
              {events.length === 0 ? (
                <Empty>Events will be listed here once they are stored, the newest first.</Empty>
              ) : (
                <Rows caption="Stored events" rows={events} keyOf={(event) => event.id} columns={columns(open)} />
              )}
              {stored.hasNextPage && (
                <Box sx={{ mt: 3 }}>
                  <Button
                    variant="outlined"
                    onClick={() => void stored.fetchNextPage()}
                    loading={stored.isFetchingNextPage}
                  >
                    Show older events
                  </Button>
                </Box>
              )}
              {shown && <EventShow event={shown} onClose={() => open(null)} />}
            </>
          );
        }}
      </QueryState>
    </Section>
  );
}

const columns = (open: (eventId: string) => void): Column<StoredEvent>[] => [
  {
    label: 'Event',
    cell: (event) => (
      <Button
        size="small"
        onClick={() => open(event.eventId)}
        sx={{ p: 0, minWidth: 0, minHeight: 24 }}
        aria-haspopup="dialog"
      >
        <code>{event.event_name}</code>
      </Button>
    ),
  },
  { label: 'Family', cell: (event) => event.event_family ?? 'none' },
  { label: 'Developer', cell: (event) => <code>{event.developer_id}</code> },
  { label: 'Account', cell: (event) => event.account_domain ?? '–' },
  { label: 'Product', cell: (event) => <code>{event.product.id}</code> },
  { label: 'Label', cell: (event) => <EvidenceChip label={event.label} /> },
  { label: 'Received', cell: (event) => <TimeAgo at={event.receivedAt} />, numeric: true },
];
