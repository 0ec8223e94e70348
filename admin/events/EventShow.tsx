import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { CopyButton } from '../components/CopyButton.js';
import { EvidenceChip } from '../components/EvidenceChip.js';
import { Fact, Facts } from '../components/Facts.js';
import { Notice } from '../components/Notice.js';
import { Payload } from '../components/Payload.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { TrackedEvent } from '../providers/generated/operations.js';
import { curlOf } from '../start/snippets.js';
import { useSession } from '../workspace/useSession.js';
import { EventFigures } from './EventFigures.js';

/** One stored event: what we know about it, and what was sent, member by member. */
export function EventShow({ event }: { event: TrackedEvent }) {
  const payload = canonical(event);
  const apiUrl = useSession()?.apiUrl;
  return (
    <>
      {event.vendorOwnDomain && (
        <Box sx={{ mb: 4 }}>
          <Notice tone="caution">
            The account is the sending vendor's own domain: it is stored, and counted in no cohort.
          </Notice>
        </Box>
      )}
      <Facts>
        <Fact label="Event id">
          <code>{event.eventId}</code> <CopyButton small text={event.eventId} what="event id" />
        </Fact>
        <Fact label="Received">
          <TimeAgo at={event.receivedAt} />
        </Fact>
        <Fact label="Happened">{event.occurredAt ? <TimeAgo at={event.occurredAt} /> : 'not said'}</Fact>
        <Fact label="Came by">{event.source}</Fact>
        <Fact label="Label">
          <EvidenceChip label={event.label} />
        </Fact>
      </Facts>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 6, mb: 2 }}>
        <Typography variant="h3" component="h3" sx={{ flex: 1 }}>
          Payload
        </Typography>
        {apiUrl && (
          <CopyButton text={curlOf(apiUrl, '/api/usage/track', payload)} what="command" label="Copy as curl" />
        )}
        <CopyButton text={JSON.stringify(payload, null, 2)} what="payload" />
      </Box>
      <Payload value={payload} label={`Payload of ${event.event_name}`} />
      <EventFigures eventId={event.eventId} />
    </>
  );
}

/** The event in the form in which it is sent; what was not sent is left out. */
function canonical(event: TrackedEvent): Record<string, unknown> {
  const attribution = event.attribution && withoutNulls({ ...event.attribution });
  return withoutNulls({
    event_name: event.event_name,
    event_family: event.event_family,
    developer_id: event.developer_id,
    account_domain: event.account_domain,
    product: event.product,
    context: attribution && { attribution },
    occurredAt: event.occurredAt,
    projectId: event.projectId,
    idempotencyKey: event.idempotencyKey,
    metadata: event.metadata,
  });
}

const withoutNulls = (members: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined));
