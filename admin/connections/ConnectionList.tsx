import Box from '@mui/material/Box';
import { useListContext } from 'react-admin';
import { Link, useSearchParams } from 'react-router-dom';
import type { DataColumn } from '../components/columns.js';
import { LearnMore } from '../components/LearnMore.js';
import { Page, Section } from '../components/Page.js';
import { RecordList } from '../components/RecordList.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { TimeUntil } from '../components/TimeUntil.js';
import type { Connection } from '../providers/data.usage.js';
import { ToolChooser } from '../workbench/ToolChooser.js';
import { ConnectionActions } from './ConnectionActions.js';
import { ConnectionStateChip } from './ConnectionStateChip.js';
import { RequestedTool } from './RequestedTool.js';
import { VendorLink } from './VendorLink.js';
import { WhatSharingMeans } from './WhatSharingMeans.js';

/** Agents report while the person looks: what is queued meanwhile appears by itself. */
const REFRESH_MS = 20_000;

/** The consent to share receipts with vendors, tool by tool; `?tool=slug` asks about one of them. */
export function ConnectionList() {
  const [search, setSearch] = useSearchParams();
  const requested = search.get('tool');
  const ask = (slug: string | null) => setSearch(slug === null ? {} : { tool: slug }, { replace: true });
  return (
    <Page
      title="Connections"
      summary={
        <LearnMore page="connections" below={SHARING}>
          Your agents report here <Link to="/me/usage-receipts">how your tools did</Link>. Those receipts are yours.
          With your consent, and only then, a tool’s vendor gets them too.
        </LearnMore>
      }
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, mb: 8 }}>
        <Box sx={{ maxWidth: 480 }}>
          <ToolChooser title="Connect a tool" chosen={[]} onToggle={ask} />
        </Box>
        {requested && <RequestedTool key={requested} slug={requested} onClose={() => ask(null)} />}
      </Box>
      <Section title="Your connections">
        <RecordList<Connection>
          caption="Your connections"
          columns={COLUMNS}
          search="Search connections"
          sort={{ field: 'id', order: 'ASC' }}
          refreshMs={REFRESH_MS}
          to={({ tool }) => `/directory/${tool.slug}`}
          empty={{
            text: 'Your connections will be listed here, each with how long it lasts and whether its vendor is linked. Until you choose a tool above and connect it, no vendor gets anything from you.',
          }}
        />
      </Section>
    </Page>
  );
}

const SHARING = (
  <Section title="What sharing means">
    <WhatSharingMeans />
  </Section>
);

const COLUMNS: readonly DataColumn<Connection>[] = [
  { source: 'tool', label: 'Tool', cell: ({ tool }) => tool.name, text: ({ tool }) => tool.name, sortable: true },
  {
    source: 'state',
    label: 'State',
    cell: (connection) => <ConnectionStateChip connection={connection} />,
    card: 'state',
  },
  {
    source: 'ends',
    label: 'Ends',
    cell: (connection) => <Ends connection={connection} />,
    text: endOf,
    card: 'fact',
    whole: true,
  },
  {
    source: 'vendor',
    label: 'Vendor',
    cell: (connection) => <VendorLink connection={connection} />,
    whole: true,
    text: ({ vendorOrganizationLinked }) => (vendorOrganizationLinked ? 'linked' : 'not linked'),
  },
  {
    source: 'undelivered',
    label: 'Queued',
    cell: ({ undelivered }) => undelivered,
    numeric: true,
    sortable: true,
  },
  {
    source: 'connected',
    label: 'Connected',
    cell: ({ connectedAt }) => (connectedAt ? <TimeAgo at={connectedAt} /> : '–'),
    text: ({ connectedAt }) => connectedAt,
    numeric: true,
    sortable: true,
    hidden: true,
  },
  { source: 'actions', label: 'Actions', cell: (connection) => <Actions connection={connection} />, unnamed: true },
];

/** When a consent ends, or since when it has ended. */
function endOf({ revokedAt, expiresAt }: Connection): string | null {
  return revokedAt ?? expiresAt;
}

function Ends({ connection }: { connection: Connection }) {
  const at = endOf(connection);
  if (at === null) return null;
  if (connection.state !== 'active') return <TimeAgo at={at} />;
  return (
    <>
      ends <TimeUntil at={at} />
    </>
  );
}

function Actions({ connection }: { connection: Connection }) {
  const { refetch } = useListContext();
  return <ConnectionActions connection={connection} onReload={() => void refetch()} />;
}
