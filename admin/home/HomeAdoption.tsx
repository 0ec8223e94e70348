import type { ReactNode } from 'react';
import { useGetOne } from 'react-admin';
import { Link } from 'react-router-dom';
import { CampaignTable } from '../adoption/CampaignTable.js';
import { FunnelTable } from '../adoption/FunnelTable.js';
import { Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { type Column, Rows } from '../components/Rows.js';
import type { ReadHomeAdoptionAnswer } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import type { CompanyHomeData } from './useCompanyHome.js';

type HomeAdoptionView = ReadHomeAdoptionAnswer['companyAdoption'] & { readonly id: string };
type Account = HomeAdoptionView['accounts'][number];

/** How many accounts and campaigns Home names; the pages of adoption have all of them. */
const TOP = 5;
const REFRESH_MS = 60_000;

/**
 * How far developers of the period come, and which accounts and campaigns they come from. Asked by itself: the activity of every developer is
 * read for it, and the figures above shall not wait for that.
 */
export function HomeAdoption({ home }: { home: CompanyHomeData }) {
  const { organizationId, to } = useOrganization();
  const { scope, window } = home;
  const question = { organizationId, productId: scope.productId, from: window.from, to: window.to };
  const query = useGetOne<HomeAdoptionView>(
    'home-adoption',
    { id: JSON.stringify(question), meta: question },
    { refetchInterval: REFRESH_MS },
  );
  const inWindow = (path: string): string => {
    const search = new URLSearchParams({ since: `${window.from}T00:00Z`, until: `${window.to}T23:59Z` });
    if (scope.productId) search.set('product', scope.productId);
    return to(`${path}?${search}`);
  };
  return (
    <QueryState query={query} what="Adoption" rows={6}>
      {({ funnel, accounts, campaigns }) => (
        <>
          <FunnelTable funnel={funnel} />
          <TopAccounts
            accounts={accounts.slice(0, TOP)}
            to={(domain) => inWindow(`/adoption/accounts/${encodeURIComponent(domain)}`)}
            aside={accounts.length > TOP && <Link to={inWindow('/adoption/accounts')}>All accounts</Link>}
          />
          <CampaignTable
            campaigns={campaigns.slice(0, TOP)}
            aside={campaigns.length > TOP && <Link to={to('/adoption')}>All campaigns</Link>}
          />
        </>
      )}
    </QueryState>
  );
}

function TopAccounts(props: { accounts: readonly Account[]; to: (domain: string) => string; aside: ReactNode }) {
  const { accounts, to, aside } = props;
  const columns: Column<Account>[] = [
    { label: 'Account', cell: ({ accountDomain }) => <Link to={to(accountDomain)}>{accountDomain}</Link> },
    { label: 'Developers', cell: ({ developers }) => developers.toLocaleString('en'), numeric: true },
    { label: 'Events', cell: ({ events }) => events.toLocaleString('en'), numeric: true },
  ];
  return (
    <Section title="Which accounts are most active?" aside={aside}>
      {accounts.length === 0 ? (
        <p>No event of this period names an account.</p>
      ) : (
        <Rows
          caption="Most active accounts"
          rows={accounts}
          keyOf={({ accountDomain }) => accountDomain}
          columns={columns}
        />
      )}
    </Section>
  );
}
