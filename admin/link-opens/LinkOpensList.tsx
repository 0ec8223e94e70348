import { BackTo } from '../components/BackTo.js';
import type { DataColumn } from '../components/columns.js';
import { ListPage } from '../components/ListPage.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { LinkOpens } from '../providers/data.reports.js';
import { useOrganization } from '../workspace/organization.js';

const FILTERS = [
  {
    source: 'days',
    label: 'Period',
    narrows: true,
    choices: [
      ['7', '7 days'],
      ['', '30 days'],
      ['90', '90 days'],
    ],
  },
  {
    source: 'resource',
    label: 'Of',
    every: 'Tools and offers',
    choices: [
      ['tool', 'Tools'],
      ['offer', 'Offers'],
    ],
  },
] as const;

/** How often people opened the directory's links to the company's tools and offers. */
export function LinkOpensList() {
  const { organization, to } = useOrganization();
  return (
    <ListPage<LinkOpens>
      title="Link opens"
      where={organization.name}
      above={<BackTo to={to('/adoption')}>Adoption</BackTo>}
      about="How often the directory’s links to your tools and offers were opened. Openings are anonymous intent and never count as activation."
      columns={COLUMNS}
      filters={FILTERS}
      search="Search links"
      sort={{ field: 'opens', order: 'DESC' }}
      to={({ resource, slug }) => (resource === 'tool' ? `/directory/${slug}` : `/offers/${slug}`)}
      empty={{
        text: 'Links will be listed here once a reviewer has linked a product of yours with its tool in the directory, or bound an offer to you, and someone opens one.',
      }}
    />
  );
}

const COLUMNS: readonly DataColumn<LinkOpens>[] = [
  { source: 'slug', label: 'Tool or offer', cell: ({ slug }) => slug, sortable: true },
  { source: 'resource', label: 'Of', cell: ({ resource }) => resource, card: 'state' },
  { source: 'kind', label: 'Link', cell: ({ kind }) => kind, sortable: true, card: 'fact' },
  {
    source: 'opens',
    label: 'Opens',
    cell: ({ opens }) => opens.toLocaleString('en'),
    text: ({ opens }) => opens,
    numeric: true,
    sortable: true,
  },
  {
    source: 'last',
    label: 'Last open',
    cell: ({ lastAt }) => <TimeAgo at={lastAt} />,
    text: ({ lastAt }) => lastAt,
    numeric: true,
    sortable: true,
  },
];
