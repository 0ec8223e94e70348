import { useGetList } from 'react-admin';
import { Link } from 'react-router-dom';
import { BackTo } from '../components/BackTo.js';
import { Empty } from '../components/Empty.js';
import { Fact, Facts } from '../components/Facts.js';
import { Page, Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { type Column, Rows } from '../components/Rows.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { ActiveAccount, ReadCompanyDeveloperAnswer } from '../providers/generated/operations.js';
import type { FilterValues } from '../providers/records.js';
import { useOrganization } from '../workspace/organization.js';
import { SubjectEvents } from './SubjectEvents.js';
import { FamilyTable, ProvenTime, SubjectSource } from './SubjectFacts.js';
import { useSubject } from './useSubject.js';

type Found = NonNullable<ReadCompanyDeveloperAnswer['companyDeveloper']>;
type Product = Found['products'][number];

const PRODUCT_COLUMNS: Column<Product>[] = [
  { label: 'Product', cell: ({ productId }) => <code>{productId}</code> },
  { label: 'Events', cell: ({ events }) => events.toLocaleString('en'), numeric: true },
  {
    label: 'Activated',
    cell: ({ activatedAt, activationEventId }) => <ProvenTime at={activatedAt} eventId={activationEventId} />,
    numeric: true,
  },
  {
    label: 'Came back',
    cell: ({ retainedAt, returnEventId }) => <ProvenTime at={retainedAt} eventId={returnEventId} />,
    numeric: true,
  },
];

/** One developer by its stable id: what was done in the window, and which events prove activation and return. */
export function DeveloperShow() {
  const { organization, to } = useOrganization();
  const { id, filter, window, search, query } = useSubject<Found>('adoption-developers');
  return (
    <Page
      title={id}
      where={organization.name}
      above={<BackTo to={to(`/adoption/developers${search}`)}>Active developers</BackTo>}
    >
      <QueryState query={query} what="developer" rows={8}>
        {({ found }) =>
          found ? (
            <>
              <SubjectSource label={found.label} asOf={found.asOf} window={window} />
              <Section title="In this window">
                <Facts>
                  <Fact label="Events">{found.developer.events.toLocaleString('en')}</Fact>
                  <Fact label="First seen">
                    <TimeAgo at={found.developer.firstSeen} />
                  </Fact>
                  <Fact label="Last seen">
                    <TimeAgo at={found.developer.lastSeen} />
                  </Fact>
                  <Fact label="Activated">
                    {found.developer.activatedAt ? <TimeAgo at={found.developer.activatedAt} /> : 'not yet'}
                  </Fact>
                  <Fact label="Came back">
                    {found.developer.retainedAt ? <TimeAgo at={found.developer.retainedAt} /> : 'not yet'}
                  </Fact>
                </Facts>
              </Section>
              <FamilyTable families={found.families} />
              <Section title="Products">
                <Rows
                  caption="Products"
                  rows={found.products}
                  keyOf={({ productId }) => productId}
                  columns={PRODUCT_COLUMNS}
                />
              </Section>
              <AccountsOf developer={id} filter={filter} search={search} />
              <SubjectEvents filter={{ developer: id }} />
            </>
          ) : (
            <Empty>No event of this window names this developer.</Empty>
          )
        }
      </QueryState>
    </Page>
  );
}

const SHOWN = 25;

function AccountsOf({ developer, filter, search }: { developer: string; filter: FilterValues; search: string }) {
  const { organizationId, to } = useOrganization();
  const query = useGetList<ActiveAccount & { id: string }>('adoption-accounts', {
    filter: { ...filter, developer },
    sort: { field: 'events', order: 'DESC' },
    pagination: { page: 1, perPage: SHOWN },
    meta: { organizationId },
  });
  const columns: Column<ActiveAccount & { id: string }>[] = [
    {
      label: 'Account',
      cell: ({ id }) => <Link to={to(`/adoption/accounts/${encodeURIComponent(id)}${search}`)}>{id}</Link>,
    },
    { label: 'Events', cell: ({ events }) => events.toLocaleString('en'), numeric: true },
    { label: 'Last seen', cell: ({ lastSeen }) => <TimeAgo at={lastSeen} />, numeric: true },
  ];
  return (
    <Section title="Accounts">
      <QueryState query={query} what="accounts" rows={3}>
        {(accounts) =>
          accounts.length === 0 ? (
            <p>No event of this developer names an account.</p>
          ) : (
            <Rows caption="Accounts" rows={accounts} keyOf={({ id }) => id} columns={columns} />
          )
        }
      </QueryState>
    </Section>
  );
}
