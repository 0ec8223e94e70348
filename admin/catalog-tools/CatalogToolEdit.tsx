import Box from '@mui/material/Box';
import { EditBase, useEditContext } from 'react-admin';
import { Link, useParams } from 'react-router-dom';
import { BackTo } from '../components/BackTo.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { CatalogRecord } from '../providers/generated/operations.js';
import { RECORD_QUERY, WHOLE } from '../providers/query-client.js';
import { CorrectionForm } from './CorrectionForm.js';
import { ListedChip } from './ListedChip.js';
import { ListingDecision } from './ListingDecision.js';

/** One record of the catalog: what it says, from where, and the way to correct it. */
export function CatalogToolEdit() {
  const { id = '' } = useParams();
  return (
    <EditBase<CatalogRecord>
      key={id}
      id={id}
      mutationMode="pessimistic"
      disableAuthentication
      redirect={false}
      queryOptions={{ ...RECORD_QUERY, meta: WHOLE }}
    >
      <EditPage slug={id} />
    </EditBase>
  );
}

function EditPage({ slug }: { slug: string }) {
  const { record: tool, error, refetch } = useEditContext<CatalogRecord>();
  const reload = () => void refetch();
  return (
    <Page
      title={tool?.name ?? slug}
      where="Review"
      above={
        <BackTo to="/review/catalog-tools" steps>
          Catalog
        </BackTo>
      }
      summary={tool && <Standing tool={tool} />}
      action={tool && <ListingDecision tool={tool} onReload={reload} />}
    >
      <QueryState query={{ data: tool, error, refetch }} what="record" rows={10}>
        {(shown) => <CorrectionForm tool={shown} onReload={reload} />}
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
