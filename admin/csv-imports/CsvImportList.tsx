import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import type { DataColumn } from '../components/columns.js';
import { ListPage } from '../components/ListPage.js';
import { State } from '../components/StateChip.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { ProductName } from '../products/ProductName.js';
import { useProductFilter } from '../products/useProductFilter.js';
import { type CsvImport, CsvImportStatus } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { useMayChange } from '../workspace/useMayChange.js';

/** A running import moves some hundred rows a second. */
const REFRESH_MS = 3_000;

const STATE = {
  source: 'state',
  label: 'State',
  every: 'Every state',
  choices: Object.values(CsvImportStatus).map((status) => [status, status] as const),
};

/** Files of events that were uploaded, and what became of their rows. */
export function CsvImportList() {
  const { organization, to } = useOrganization();
  const ofProduct = useProductFilter();
  const mayChange = useMayChange();
  const create = mayChange && (
    <Button component={Link} to={to('/csv-imports/create')} variant="contained">
      Import file
    </Button>
  );
  return (
    <ListPage<CsvImport>
      title="Imports"
      where={organization.name}
      about="CSV files of events from before you tracked them. Importing a file twice stores nothing twice. Imported events are labelled as imported and never count as activation, retention or repository evidence."
      create={create}
      columns={COLUMNS}
      filters={[STATE, ofProduct]}
      search="Search imports"
      time
      sort={{ field: 'created', order: 'DESC' }}
      refreshMs={REFRESH_MS}
      empty={{
        text: 'Your files will be listed here, each with what became of its rows.',
      }}
    />
  );
}

const count = (figure: number): string => figure.toLocaleString('en');

const COLUMNS: readonly DataColumn<CsvImport>[] = [
  { source: 'fileName', label: 'File', cell: ({ fileName }) => fileName },
  {
    source: 'state',
    label: 'State',
    cell: ({ status }) => <State of="csvImport" is={status} />,
    text: ({ status }) => status,
    sortable: true,
    card: 'state',
  },
  {
    source: 'product',
    label: 'Product',
    cell: ({ productId }) => <ProductName id={productId} />,
    text: ({ productId }) => productId,
  },
  {
    source: 'read',
    label: 'Rows read',
    cell: ({ counts, rows }) => `${count(counts.read)} of ${count(rows)}`,
    text: ({ counts }) => counts.read,
    numeric: true,
    card: 'fact',
  },
  {
    source: 'taken',
    label: 'Stored',
    cell: ({ counts }) => count(counts.taken),
    text: ({ counts }) => counts.taken,
    numeric: true,
  },
  {
    source: 'refused',
    label: 'Refused',
    cell: ({ counts }) => count(counts.refused),
    text: ({ counts }) => counts.refused,
    numeric: true,
    sortable: true,
  },
  {
    source: 'created',
    label: 'Uploaded',
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
    text: ({ createdAt }) => createdAt,
    numeric: true,
    sortable: true,
  },
];
