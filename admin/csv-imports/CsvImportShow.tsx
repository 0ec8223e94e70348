import Box from '@mui/material/Box';
import { useShowContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { BackTo } from '../components/BackTo.js';
import { Notice } from '../components/Notice.js';
import { Page, Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { RecordBase } from '../components/RecordBase.js';
import { State } from '../components/StateChip.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { TimeUntil } from '../components/TimeUntil.js';
import { useScope } from '../components/useScope.js';
import { ProductName } from '../products/ProductName.js';
import { type CsvImport, CsvImportStatus } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { CsvCounts } from './CsvCounts.js';
import { MappingStep } from './MappingStep.js';
import { RefusedRows } from './RefusedRows.js';
import { isOpen, isRunning } from './states.js';

const REFRESH_MS = 1_500;

/** One import: its mapping and preview until it is confirmed, then how far it is and which rows were refused. */
export function CsvImportShow() {
  const meta = useScope();
  return (
    <RecordBase<CsvImport>
      query={{
        meta,
        refetchInterval: ({ state: { data } }) => (data && isRunning(data.status) ? REFRESH_MS : false),
      }}
    >
      <Shown />
    </RecordBase>
  );
}

function Shown() {
  const { record, error, refetch } = useShowContext<CsvImport>();
  const { organization, to } = useOrganization();
  return (
    <Page
      title={record?.fileName ?? 'Import'}
      where={organization.name}
      above={
        <BackTo to={to('/csv-imports')} steps>
          Imports
        </BackTo>
      }
      summary={record && <Standing csvImport={record} />}
    >
      <QueryState query={{ data: record, error, refetch }} what="import" rows={8}>
        {(one) => (isOpen(one.status) ? <MappingStep csvImport={one} /> : <Progress csvImport={one} />)}
      </QueryState>
    </Page>
  );
}

function Standing({ csvImport: { status, productId, createdAt, expiresAt, finishedAt } }: { csvImport: CsvImport }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
      <State of="csvImport" is={status} />
      <ProductName id={productId} />
      <span>
        uploaded <TimeAgo at={createdAt} />
      </span>
      {expiresAt && (
        <span>
          deleted <TimeUntil at={expiresAt} /> unless it is imported
        </span>
      )}
      {finishedAt && (
        <span>
          finished <TimeAgo at={finishedAt} />
        </span>
      )}
    </Box>
  );
}

const countOf = (count: number, one: string): string => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

function Progress({ csvImport: { id, status, counts, rows, productId } }: { csvImport: CsvImport }) {
  const { to } = useOrganization();
  return (
    <>
      {status === CsvImportStatus.failed && (
        <Box sx={{ mb: 5 }}>
          <Notice tone="bad">
            The import ended before its last row; what it stored stays. Import the file again: those rows are known
            then.
          </Notice>
        </Box>
      )}
      <Section title="Progress">
        <CsvCounts label="What became of the rows" counts={counts} rows={rows} />
        <p role="status">
          {isRunning(status)
            ? 'You can leave this page: the import goes on.'
            : status === CsvImportStatus.done &&
              `The import is done: ${countOf(counts.taken, 'event')} stored, ${countOf(counts.refused, 'row')} refused.`}
        </p>
        {counts.taken > 0 && (
          <p>
            <Link to={to(`/events?product=${encodeURIComponent(productId)}&source=csv_import`)}>
              See the imported events
            </Link>
          </p>
        )}
      </Section>
      {counts.refused > 0 && <RefusedRows importId={id} />}
    </>
  );
}
