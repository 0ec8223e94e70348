import Button from '@mui/material/Button';
import { useGetList } from 'react-admin';
import { Link } from 'react-router-dom';
import { Notice } from '../components/Notice.js';
import { QueryState } from '../components/QueryState.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { useNow } from '../components/useNow.js';
import type { StoredEvent } from '../events/useStoredEvents.js';
import { useOrganization } from '../shell/organization.js';

const REFRESH_MS = 10_000;
/** After a day without an event, silence is worth a look. */
const QUIET_MS = 86_400_000;

/** The answer to the page's question: is data arriving? */
export function ActivityStatus({ productId }: { productId: string | undefined }) {
  const { organizationId } = useOrganization();
  const last = useGetList<StoredEvent>(
    'events',
    { filter: { organizationId, productId }, pagination: { page: 1, perPage: 1 } },
    { refetchInterval: REFRESH_MS },
  );
  return (
    <QueryState query={last} what="last event" rows={1}>
      {([event]) => (event ? <Seen event={event} /> : <NothingYet />)}
    </QueryState>
  );
}

function Seen({ event }: { event: StoredEvent }) {
  const { to } = useOrganization();
  const quiet = useNow() - Date.parse(event.receivedAt) > QUIET_MS;
  return (
    <Notice
      tone={quiet ? 'caution' : 'good'}
      action={
        <Button component={Link} to={to('/events')} variant="outlined" size="small">
          Watch events
        </Button>
      }
    >
      <strong>{quiet ? 'Nothing has arrived for a day.' : 'Data is arriving.'}</strong> The last event,{' '}
      <code>{event.event_name}</code> of <code>{event.product.id}</code>, came <TimeAgo at={event.receivedAt} />.
    </Notice>
  );
}

function NothingYet() {
  const { to } = useOrganization();
  return (
    <Notice
      tone="info"
      action={
        <Button component={Link} to={to('/start')} variant="contained" size="small">
          Get started
        </Button>
      }
    >
      <strong>No event has arrived yet.</strong> Five steps lead from here to the first one; most take a minute.
    </Notice>
  );
}
