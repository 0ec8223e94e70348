import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Day } from '../components/Day.js';
import { Section } from '../components/Page.js';
import { type Column, Rows } from '../components/Rows.js';
import { useContainerWidth } from '../components/useContainerWidth.js';
import type { Report } from '../providers/data.enterprise.js';
import { useOrganization } from '../workspace/organization.js';

type Account = Report['accounts'][number];

/** The width of the whole table; a phone has room for the first three columns. */
const ROOM = 520;
const NARROW = 3;

/** The accounts with most events, each with its own page for the same days. */
export function AccountTable({ report, aside }: { report: Report; aside: ReactNode }) {
  const { to } = useOrganization();
  const { ref, wide } = useContainerWidth(ROOM);
  const { accounts, scope, window } = report;
  const search = new URLSearchParams({
    product: scope.productId,
    since: `${window.from}T00:00Z`,
    until: `${window.to}T23:59Z`,
  });
  const columns: Column<Account>[] = [
    {
      label: 'Account',
      cell: ({ accountDomain }) => (
        <Link to={to(`/adoption/accounts/${encodeURIComponent(accountDomain)}?${search}`)}>{accountDomain}</Link>
      ),
    },
    { label: 'Events', cell: ({ events }) => events.toLocaleString('en'), numeric: true },
    { label: 'Developers', cell: ({ developers }) => developers.toLocaleString('en'), numeric: true },
    {
      label: 'Activated',
      cell: ({ activatedAt }) => (activatedAt ? <Day at={activatedAt} /> : 'not yet'),
      numeric: true,
    },
    { label: 'Last seen', cell: ({ lastSeen }) => <Day at={lastSeen} />, numeric: true },
  ];
  return (
    <Section title="Which accounts use it most?" aside={aside}>
      {accounts.length === 0 ? (
        <p>No event of this window names an account.</p>
      ) : (
        <div ref={ref}>
          <Rows
            caption="Accounts"
            rows={accounts}
            keyOf={({ accountDomain }) => accountDomain}
            columns={wide ? columns : columns.slice(0, NARROW)}
            compact
          />
        </div>
      )}
    </Section>
  );
}
