import Box from '@mui/material/Box';
import { Link } from 'react-router-dom';
import { Rows } from '../components/Rows.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { TimeUntil } from '../components/TimeUntil.js';
import type { Connection } from '../providers/data.usage.js';
import { ConnectionActions } from './ConnectionActions.js';
import { ConnectionStateChip } from './ConnectionStateChip.js';
import { VendorLink } from './VendorLink.js';

interface ConnectionTableProps {
  readonly connections: readonly Connection[];
  readonly onReload: () => void;
}

/** The connections, active ones first, each group with its newest first. */
export function ConnectionTable({ connections, onReload }: ConnectionTableProps) {
  const active = connections.filter(({ state }) => state === 'active');
  const ended = connections.filter(({ state }) => state !== 'active');
  return (
    <Rows
      caption="Your connections"
      rows={[...active, ...ended]}
      keyOf={({ id }) => id}
      columns={[
        { label: 'Tool', cell: ({ tool }) => <Link to={`/directory/${tool.slug}`}>{tool.name}</Link> },
        { label: 'State', cell: (connection) => <State connection={connection} /> },
        { label: 'Vendor', cell: (connection) => <VendorLink connection={connection} /> },
        { label: 'Queued', cell: ({ undelivered }) => undelivered, numeric: true },
        {
          label: 'Connected',
          cell: ({ connectedAt }) => (connectedAt ? <TimeAgo at={connectedAt} /> : '–'),
          numeric: true,
        },
        {
          label: 'Actions',
          cell: (connection) => <ConnectionActions connection={connection} onReload={onReload} />,
          unnamed: true,
        },
      ]}
    />
  );
}

/** The state in a word and, under it, how long it lasts or since when it has ended. */
function State({ connection }: { connection: Connection }) {
  const { state, expiresAt, revokedAt } = connection;
  const endedAt = revokedAt ?? expiresAt;
  return (
    <>
      <ConnectionStateChip connection={connection} />
      <Box component="span" sx={{ display: 'block', color: 'var(--muted)', fontSize: '0.8125rem' }}>
        {state === 'active' && expiresAt && (
          <>
            ends <TimeUntil at={expiresAt} />
          </>
        )}
        {state !== 'active' && endedAt && <TimeAgo at={endedAt} />}
      </Box>
    </>
  );
}
