import Box from '@mui/material/Box';
import { useGetOne } from 'react-admin';
import { Link, useParams } from 'react-router-dom';
import { Page, Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { CatalogImport } from '../providers/generated/operations.js';
import { useSession } from '../shell/useSession.js';
import { Counts } from './Counts.js';
import { labelOfFormat } from './formats.js';
import { ImportRows } from './ImportRows.js';
import { ImportStatusChip } from './ImportStatusChip.js';

const REFRESH_MS = 2_000;

/** One import: how far it is, and what became of each row. It can be left and found again. */
export function ImportShow() {
  const { importId = '' } = useParams();
  const found = useGetOne<CatalogImport>(
    'catalog-imports',
    { id: importId },
    { refetchInterval: ({ state }) => (state.data?.status === 'running' ? REFRESH_MS : false) },
  );
  return (
    <Page
      title={found.data?.fileName ?? 'Import'}
      where="Review"
      above={
        <Box sx={{ mb: 1, fontSize: '0.8125rem' }}>
          <Link to="/review/imports">← Imports</Link>
        </Box>
      }
      summary={found.data && <Standing one={found.data} />}
    >
      <QueryState query={found} what="import" rows={8}>
        {(one) => (
          <>
            <Section title="Progress">
              <Counts counted={one} label="What became of the rows" />
            </Section>
            <Section title="Row by row">
              <ImportRows importId={importId} running={one.status === 'running'} />
            </Section>
          </>
        )}
      </QueryState>
    </Page>
  );
}

function Standing({ one }: { one: CatalogImport }) {
  const me = useSession()?.person.id;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
      <ImportStatusChip status={one.status} />
      <span>{labelOfFormat(one.format)}</span>
      <span>
        begun <TimeAgo at={one.startedAt} /> by {one.actor === me ? 'you' : <code>{one.actor}</code>}
      </span>
      {one.finishedAt && (
        <span>
          ended <TimeAgo at={one.finishedAt} />
        </span>
      )}
    </Box>
  );
}
