import { useListContext } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { BackTo } from '../components/BackTo.js';
import type { DataColumn } from '../components/columns.js';
import { ListPage } from '../components/ListPage.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { useProductFilter } from '../products/useProductFilter.js';
import { windowOf } from '../providers/data.adoption.js';
import { type ActiveAccount, type ActiveDeveloper, AdoptionPage } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { FAMILIES } from './families.js';
import { SavedLists } from './SavedLists.js';

const FAMILY = {
  source: 'family',
  label: 'Family',
  choices: FAMILIES.map((family) => [family, family] as const),
};

/** Set by the pages of one account and one developer. */
const OF_ACCOUNT = { source: 'account', argument: 'accountDomain', label: 'Account' };
const OF_DEVELOPER = { source: 'developer', argument: 'developerId', label: 'Developer' };

const SORT = { field: 'events', order: 'DESC' } as const;

function useFilters() {
  const ofProduct = useProductFilter();
  return [FAMILY, ofProduct];
}

const time = (at: string | null) => (at === null ? 'not yet' : <TimeAgo at={at} />);

const count = (source: 'events' | 'developers', label: string) => ({
  source,
  label,
  numeric: true,
  sortable: true,
});

const instant = <Source extends string>(source: Source, label: string) => ({
  source,
  label,
  cell: (row: Readonly<Record<Source, string | null>>) => time(row[source]),
  numeric: true,
  sortable: true,
});

type Account = ActiveAccount & { id: string };
type Developer = ActiveDeveloper & { id: string };

const ACCOUNT_COLUMNS: readonly DataColumn<Account>[] = [
  { source: 'name', label: 'Account', cell: ({ id }) => id, text: ({ id }) => id, sortable: true },
  { ...count('events', 'Events'), cell: ({ events }) => events.toLocaleString('en'), card: 'fact' },
  { ...count('developers', 'Developers'), cell: ({ developers }) => developers.toLocaleString('en') },
  instant('activatedAt', 'Activated'),
  instant('firstSeen', 'First seen'),
  instant('lastSeen', 'Last seen'),
];

const DEVELOPER_COLUMNS: readonly DataColumn<Developer>[] = [
  { source: 'name', label: 'Developer', cell: ({ id }) => id, text: ({ id }) => id, sortable: true },
  { ...count('events', 'Events'), cell: ({ events }) => events.toLocaleString('en'), card: 'fact' },
  instant('activatedAt', 'Activated'),
  instant('retainedAt', 'Came back'),
  instant('firstSeen', 'First seen'),
  instant('lastSeen', 'Last seen'),
];

/** The page of one of them, with the window and filters of the list. */
function useOwnPage(part: 'accounts' | 'developers'): (row: { readonly id: string }) => string {
  const { to } = useOrganization();
  const { search } = useLocation();
  return ({ id }) => to(`/adoption/${part}/${encodeURIComponent(id)}${search}`);
}

/** The window of the list, with both ends. */
function ListedWindow() {
  const { filterValues } = useListContext();
  const window = windowOf(filterValues);
  return (
    <p>
      {window.from} to {window.to} (UTC)
    </p>
  );
}

const BackToAdoption = () => <BackTo to={useOrganization().to('/adoption')}>Adoption</BackTo>;

/** Accounts with events in the window, by their domain. */
export function AccountList() {
  const { organization } = useOrganization();
  return (
    <ListPage<Account>
      title="Active accounts"
      above={<BackToAdoption />}
      where={organization.name}
      about="Every account that an event of your servers named. First and last seen are those of the window; activated is the first activation, whenever it was."
      columns={ACCOUNT_COLUMNS}
      filters={[...useFilters(), OF_DEVELOPER]}
      search="Search accounts"
      time="days"
      sort={SORT}
      to={useOwnPage('accounts')}
      saved={<SavedLists page={AdoptionPage.accounts} sort={SORT} />}
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
    <ListPage<Developer>
      title="Active developers"
      above={<BackToAdoption />}
      where={organization.name}
      about="Every developer that your servers named, by the id they sent. Came back is the first use at least 7 × 24 hours after the activation."
      columns={DEVELOPER_COLUMNS}
      filters={[...useFilters(), OF_ACCOUNT]}
      search="Search developers"
      time="days"
      sort={SORT}
      to={useOwnPage('developers')}
      saved={<SavedLists page={AdoptionPage.developers} sort={SORT} />}
      empty={{ text: 'No developer sent an event in this window.' }}
    >
      <ListedWindow />
    </ListPage>
  );
}
