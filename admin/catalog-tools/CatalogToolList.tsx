import type { DataColumn } from '../components/columns.js';
import { Day } from '../components/Day.js';
import { ListPage } from '../components/ListPage.js';
import { State } from '../components/StateChip.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { humanize } from '../directory/tool.labels.js';
import type { ListReviewerToolsAnswer } from '../providers/generated/operations.js';
import { MATURITY } from './tool.fields.js';

type CatalogTool = ListReviewerToolsAnswer['reviewerTools']['items'][number];

const FILTERS = [
  {
    source: 'listed',
    label: 'Listed',
    every: 'Every tool',
    choices: [
      ['true', 'Listed'],
      ['false', 'Not listed'],
    ],
  },
  { source: 'category', label: 'Category' },
  { source: 'maturity', label: 'Maturity', choices: MATURITY, folded: true },
] as const;

/** Every tool of the catalog, those that are not listed too, to be corrected. */
export function CatalogToolList() {
  return (
    <ListPage<CatalogTool>
      title="Catalog"
      where="Review"
      about="What the directory says of each tool. A correction names its source; from then on imports leave the record alone."
      columns={COLUMNS}
      filters={FILTERS}
      search="Search the catalog"
      sort={{ field: 'name', order: 'ASC' }}
      empty={{ text: 'Tools will be listed here once an import brings them.' }}
    />
  );
}

const vendorOf = ({ vendor }: CatalogTool): string | null => vendor.name ?? vendor.domain;
const categoriesOf = ({ categories }: CatalogTool): string => categories.map(humanize).join(', ');

const COLUMNS: readonly DataColumn<CatalogTool>[] = [
  { source: 'name', sortable: true, label: 'Tool', cell: ({ name }) => name },
  {
    source: 'listed',
    label: 'State',
    cell: ({ listed }) => !listed && <State of="listing" is="unlisted" />,
    text: ({ listed }) => (listed ? 'listed' : 'not listed'),
    card: 'state',
  },
  { source: 'vendor', label: 'Vendor', cell: vendorOf, text: vendorOf },
  {
    source: 'category',
    sortable: true,
    label: 'Categories',
    cell: (tool) => <span title={categoriesOf(tool)}>{categoriesOf(tool)}</span>,
    text: categoriesOf,
    card: 'fact',
  },
  { source: 'maturity', sortable: true, label: 'Maturity', cell: ({ maturity }) => maturity, hidden: true },
  {
    source: 'verified',
    sortable: true,
    label: 'Last checked',
    cell: ({ lastVerifiedAt }) => lastVerifiedAt && <Day at={lastVerifiedAt} />,
    text: ({ lastVerifiedAt }) => lastVerifiedAt,
    numeric: true,
  },
  {
    source: 'edited',
    sortable: true,
    label: 'Corrected',
    cell: ({ editedAt }) => editedAt && <TimeAgo at={editedAt} />,
    text: ({ editedAt }) => editedAt,
    numeric: true,
  },
  {
    source: 'updated',
    label: 'Changed',
    cell: ({ updatedAt }) => <TimeAgo at={updatedAt} />,
    text: ({ updatedAt }) => updatedAt,
    numeric: true,
    hidden: true,
  },
];
