import { useListContext } from 'react-admin';
import { useLocation, useSearchParams } from 'react-router-dom';
import { BackTo } from '../components/BackTo.js';
import type { DataColumn } from '../components/columns.js';
import type { ListFilter } from '../components/filters.js';
import { ListPage } from '../components/ListPage.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { useBack } from '../components/useBack.js';
import { useProductFilter } from '../products/useProductFilter.js';
import { dayAfter, windowOf } from '../providers/data.adoption.js';
import { type ActiveAccount, type ActiveDeveloper, AdoptionPage } from '../providers/generated/operations.js';
import type { FilterValues } from '../providers/records.js';
import { useOrganization } from '../workspace/organization.js';
import { FAMILIES } from './families.js';
import { ACCOUNT_FIGURES, choicesOf, DEVELOPER_FIGURES, EARLIER_DAYS, OF_EARLIER } from './figure.labels.js';
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

const ofFigure = (figures: Parameters<typeof choicesOf>[0]): ListFilter => ({
  source: 'figure',
  label: 'Figure',
  every: 'Everyone with an event',
  choices: choicesOf(figures),
  folded: true,
});
const CAMPAIGN: readonly ListFilter[] = [
  { source: 'campaign', argument: 'campaignId', label: 'Campaign' },
  { source: 'campaignSource', label: 'Source of the campaign' },
];
const OF_DEVELOPERS: readonly ListFilter[] = [
  ofFigure(DEVELOPER_FIGURES),
  ...CAMPAIGN,
  { source: 'cohort', label: 'Activated in week', readable: (text) => /^\d{4}-W\d{2}$/.test(text) },
  {
    source: 'week',
    label: 'Weeks after',
    readable: (text, { cohort }) => cohort !== undefined && /^\d{1,2}$/.test(text) && Number(text) <= WEEKS_MAX,
  },
  { source: 'withoutAccount', label: 'Account', choices: [['true', 'Events for no account']], folded: true },
];
const OF_ACCOUNTS: readonly ListFilter[] = [ofFigure(ACCOUNT_FIGURES), ...CAMPAIGN];
/** The weeks of the longest window. */
const WEEKS_MAX = 58;

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

/** The window of the list with both ends, and who is in it where the list is that of one number. */
function ListedWindow({ everyone }: { everyone: string }) {
  const { filterValues } = useListContext();
  const { figure } = filterValues;
  const { from, to } = windowOf(filterValues);
  const days = OF_EARLIER.includes(figure) ? -EARLIER_DAYS : 0;
  return (
    <p>
      {meaningOf(filterValues) ?? everyone} {dayAfter(from, days)} to {dayAfter(to, days)} (UTC).
    </p>
  );
}

const LABELS: Readonly<Record<string, { readonly meaning: string }>> = { ...DEVELOPER_FIGURES, ...ACCOUNT_FIGURES };

/** Those whom the filters leave, in a sentence; null where every developer or account with an event is listed. */
function meaningOf({ figure, cohort, week, campaign, withoutAccount }: FilterValues): string | null {
  const named = figure === undefined ? undefined : LABELS[figure]?.meaning;
  if (named) return campaign ? `${named} Of the campaign ${campaign}.` : named;
  if (cohort)
    return week && week !== '0'
      ? `Developers whose first activation lies in ${cohort}, and who used the product ${week} ${week === '1' ? 'week' : 'weeks'} later.`
      : `Developers whose first activation lies in ${cohort}.`;
  if (withoutAccount) return 'Developers with events that count for no account, and those events alone.';
  return campaign ? `Those with an event of the campaign ${campaign}, and those events alone.` : null;
}

/** Back to the number that the list was opened from, or to the window that it lists. */
function BackToAdoption() {
  const { to } = useOrganization();
  const back = useBack();
  const [search] = useSearchParams();
  if (back) return <BackTo to={back.to}>{back.label}</BackTo>;
  const [since, until] = [search.get('since'), search.get('until')];
  const window: Record<string, string> = since && until ? { from: since.slice(0, 10), to: until.slice(0, 10) } : {};
  const address = new URLSearchParams({ ...window, ...chosenIn(search) }).toString();
  return <BackTo to={to(`/adoption${address ? `?${address}` : ''}`)}>Adoption</BackTo>;
}

const chosenIn = (search: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    ['product', 'family'].flatMap((name) => {
      const value = search.get(name);
      return value ? [[name, value]] : [];
    }),
  );

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
      filters={[...useFilters(), ...OF_ACCOUNTS, OF_DEVELOPER]}
      search="Search accounts"
      time="days"
      sort={SORT}
      to={useOwnPage('accounts')}
      saved={<SavedLists page={AdoptionPage.accounts} sort={SORT} />}
      empty={{ text: 'No event of this window names an account.' }}
    >
      <ListedWindow everyone="Accounts that an event names." />
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
      filters={[...useFilters(), ...OF_DEVELOPERS, OF_ACCOUNT]}
      search="Search developers"
      time="days"
      sort={SORT}
      to={useOwnPage('developers')}
      saved={<SavedLists page={AdoptionPage.developers} sort={SORT} />}
      empty={{ text: 'No developer sent an event in this window.' }}
    >
      <ListedWindow everyone="Developers with an event." />
    </ListPage>
  );
}
