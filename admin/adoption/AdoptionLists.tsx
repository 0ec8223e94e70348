import { useListContext } from 'react-admin';
import { BackTo } from '../components/BackTo.js';
import type { DataColumn } from '../components/columns.js';
import { ListPage } from '../components/ListPage.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { useProducts } from '../products/useProducts.js';
import { windowOf } from '../providers/data.adoption.js';
import type { ActiveAccount, ActiveDeveloper } from '../providers/generated/operations.js';
import { useOrganization } from '../shell/organization.js';
import { FAMILIES } from './families.js';

const ORDER = {
  source: 'order',
  label: 'Order',
  every: 'Most events',
  choices: [
    ['firstSeen', 'Newest'],
    ['lastSeen', 'Seen last'],
    ['name', 'Name'],
  ],
} as const;

const FAMILY = {
  source: 'family',
  label: 'Family',
  choices: FAMILIES.map((family) => [family, family] as const),
};

const SORT = { field: 'id', order: 'ASC' } as const;

function useFilters() {
  const { data: products = [] } = useProducts();
  const ofProduct = {
    source: 'product',
    label: 'Product',
    choices: products.map(({ productId, name }) => [productId, name] as const),
  };
  return products.length > 1 ? [ORDER, FAMILY, ofProduct] : [ORDER, FAMILY];
}

const time = (at: string | null) => (at === null ? 'not yet' : <TimeAgo at={at} />);

const ACCOUNT_COLUMNS: readonly DataColumn<ActiveAccount & { id: string }>[] = [
  { source: 'accountDomain', label: 'Account', cell: ({ accountDomain }) => accountDomain },
  { source: 'events', label: 'Events', cell: ({ events }) => events.toLocaleString('en'), numeric: true, card: 'fact' },
  {
    source: 'developers',
    label: 'Developers',
    cell: ({ developers }) => developers.toLocaleString('en'),
    numeric: true,
  },
  { source: 'activatedAt', label: 'Activated', cell: ({ activatedAt }) => time(activatedAt) },
  { source: 'firstSeen', label: 'First seen', cell: ({ firstSeen }) => time(firstSeen) },
  { source: 'lastSeen', label: 'Last seen', cell: ({ lastSeen }) => time(lastSeen) },
];

const DEVELOPER_COLUMNS: readonly DataColumn<ActiveDeveloper & { id: string }>[] = [
  { source: 'developerId', label: 'Developer', cell: ({ developerId }) => developerId },
  { source: 'events', label: 'Events', cell: ({ events }) => events.toLocaleString('en'), numeric: true, card: 'fact' },
  { source: 'activatedAt', label: 'Activated', cell: ({ activatedAt }) => time(activatedAt) },
  { source: 'retainedAt', label: 'Came back', cell: ({ retainedAt }) => time(retainedAt) },
  { source: 'firstSeen', label: 'First seen', cell: ({ firstSeen }) => time(firstSeen) },
  { source: 'lastSeen', label: 'Last seen', cell: ({ lastSeen }) => time(lastSeen) },
];

/** The window of the list, with both ends. */
function ListedWindow() {
  const { to } = useOrganization();
  const { filterValues } = useListContext();
  const window = windowOf(filterValues);
  return (
    <>
      <BackTo to={to('/adoption')}>Adoption</BackTo>
      <p>
        {window.from} to {window.to} (UTC)
      </p>
    </>
  );
}

/** Accounts with events in the window, by their domain. */
export function AccountList() {
  const { organization } = useOrganization();
  return (
    <ListPage<ActiveAccount & { id: string }>
      title="Active accounts"
      where={organization.name}
      about="Every account that an event of your servers named. First and last seen are those of the window; activated is the first activation, whenever it was."
      columns={ACCOUNT_COLUMNS}
      filters={useFilters()}
      search="Search accounts"
      time
      sort={SORT}
      to={null}
      empty={{ text: 'No event of this window names an account.' }}
    >
      <ListedWindow />
    </ListPage>
  );
}

/** Developers with events in the window, by the stable id that the company sends. */
export function DeveloperList() {
  const { organization } = useOrganization();
  return (
    <ListPage<ActiveDeveloper & { id: string }>
      title="Active developers"
      where={organization.name}
      about="Every developer_id that your servers sent. Came back is the first use at least 7 × 24 hours after the activation."
      columns={DEVELOPER_COLUMNS}
      filters={useFilters()}
      search="Search developers"
      time
      sort={SORT}
      to={null}
      empty={{ text: 'No developer sent an event in this window.' }}
    >
      <ListedWindow />
    </ListPage>
  );
}
