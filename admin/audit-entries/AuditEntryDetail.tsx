import Box from '@mui/material/Box';
import { useRecordContext } from 'react-admin';
import { Fact, Facts } from '../components/Facts.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { NamedEntry } from '../providers/data.audit-entries.js';
import { tellChanges } from './entry.changes.js';

/** Every fact of one entry, its changes field by field. */
export function AuditEntryDetail() {
  const entry = useRecordContext<NamedEntry>();
  if (!entry) return null;
  const changes = tellChanges(entry);
  return (
    <Facts>
      <Fact label="Action">
        <Id text={entry.action} />
      </Fact>
      <Fact label="When">
        <TimeAgo at={entry.at} />
      </Fact>
      <Fact label="Who">
        {entry.actorName && <div>{entry.actorName}</div>}
        <Id text={entry.actor} />
      </Fact>
      <Fact label="What">
        <Id text={entry.resourceId} />
      </Fact>
      {entry.revision !== null && <Fact label="Revision">{entry.revision}</Fact>}
      {changes.length > 0 && (
        <Fact label="Changes">
          {changes.map((change) => (
            <Box key={change} sx={{ overflowWrap: 'anywhere' }}>
              {change}
            </Box>
          ))}
        </Fact>
      )}
      {entry.reason && <Fact label="Reason">{entry.reason}</Fact>}
      {entry.requestId && (
        <Fact label="Request">
          <Id text={entry.requestId} />
        </Fact>
      )}
      <Fact label="Hash">
        <Id text={entry.hash} />
      </Fact>
    </Facts>
  );
}

/** An id of a person, a key or a record, broken where it has to be. */
const Id = ({ text }: { text: string }) => (
  <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
    {text}
  </Box>
);
