import Box from '@mui/material/Box';
import { Link, useSearchParams } from 'react-router-dom';
import { Empty } from '../components/Empty.js';
import { Page, Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { ToolChooser } from '../workbench/ToolChooser.js';
import { ConnectionTable } from './ConnectionTable.js';
import { RequestedTool } from './RequestedTool.js';
import { useConnections } from './useConnections.js';
import { WhatSharingMeans } from './WhatSharingMeans.js';

/** The consent to share receipts with vendors, tool by tool; `?tool=slug` asks about one of them. */
export function ConnectionList() {
  const [search, setSearch] = useSearchParams();
  const connections = useConnections();
  const requested = search.get('tool');
  const ask = (slug: string | null) => setSearch(slug === null ? {} : { tool: slug }, { replace: true });
  return (
    <Page
      title="Connections"
      summary={
        <>
          Your agents report here <Link to="/me/usage">how your tools did</Link>. Those receipts are yours. With your
          consent, and only then, a tool’s vendor gets them too.
        </>
      }
    >
      <Section title="What sharing means">
        <WhatSharingMeans />
      </Section>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, mb: 8 }}>
        <Box sx={{ maxWidth: 480 }}>
          <ToolChooser title="Connect a tool" chosen={[]} onToggle={ask} />
        </Box>
        {requested && <RequestedTool key={requested} slug={requested} onClose={() => ask(null)} />}
      </Box>
      <Section title="Your connections">
        <QueryState query={connections} what="connections" rows={4}>
          {(all) =>
            all.length === 0 ? (
              <Empty>
                Your connections will be listed here, each with how long it lasts and whether its vendor is linked.
                Until you choose a tool above and connect it, no vendor gets anything from you.
              </Empty>
            ) : (
              <ConnectionTable connections={all} onReload={() => void connections.refetch()} />
            )
          }
        </QueryState>
      </Section>
    </Page>
  );
}
