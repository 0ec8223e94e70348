import Box from '@mui/material/Box';
import { useGetOne } from 'react-admin';
import { Link, useParams } from 'react-router-dom';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { CatalogRecord } from '../providers/generated/operations.js';
import { ListedChip } from './ListedChip.js';
import { ListingDecision } from './ListingDecision.js';
import { ToolCorrection } from './ToolCorrection.js';

/** One record of the catalog: what it says, from where, and the way to correct it. */
export function ToolEdit() {
  const { slug = '' } = useParams();
  const tool = useGetOne<CatalogRecord>('catalog-tools', { id: slug });
  return (
    <Page
      title={tool.data?.name ?? slug}
      where="Review"
      above={
        <Box sx={{ mb: 1, fontSize: '0.8125rem' }}>
          <Link to="/review/catalog">← Catalog</Link>
        </Box>
      }
      summary={tool.data && <Standing tool={tool.data} />}
      action={tool.data && <ListingDecision tool={tool.data} onReload={() => void tool.refetch()} />}
    >
      <QueryState query={tool} what="record" rows={10}>
        {(record) => <ToolCorrection key={record.id} tool={record} onReload={() => void tool.refetch()} />}
      </QueryState>
    </Page>
  );
}

function Standing({ tool }: { tool: CatalogRecord }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
      <ListedChip listed={tool.listed} />
      <code>{tool.slug}</code>
      <span>revision {tool.revision}</span>
      <span>from {tool.origin}</span>
      <span>
        {tool.editedAt ? (
          <>
            corrected <TimeAgo at={tool.editedAt} />
          </>
        ) : (
          'never corrected'
        )}
      </span>
      {tool.listed && <Link to={`/directory/${tool.slug}`}>in the directory</Link>}
    </Box>
  );
}
