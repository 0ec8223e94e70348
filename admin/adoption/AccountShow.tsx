import { useGetList } from 'react-admin';
import { Link } from 'react-router-dom';
import { BackTo } from '../components/BackTo.js';
import { Empty } from '../components/Empty.js';
import { Fact, Facts } from '../components/Facts.js';
import { Page, Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { type Column, Rows } from '../components/Rows.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { ActiveDeveloper, ReadCompanyAccountAnswer } from '../providers/generated/operations.js';
import type { FilterValues } from '../providers/records.js';
import { useOrganization } from '../workspace/organization.js';
import { SubjectEvents } from './SubjectEvents.js';
import { FamilyTable, ProvenTime, SubjectSource } from './SubjectFacts.js';
import { useSubject } from './useSubject.js';

type Found = NonNullable<ReadCompanyAccountAnswer['companyAccount']>;
type Product = Found['products'][number];

const PRODUCT_COLUMNS: Column<Product>[] = [
  { label: 'Product', cell: ({ productId }) => <code>{productId}</code> },
  { label: 'Events', cell: ({ events }) => events.toLocaleString('en'), numeric: true },
  {
    label: 'Activated',
    cell: ({ activatedAt, activationEventId }) => <ProvenTime at={activatedAt} eventId={activationEventId} />,
    numeric: true,
  },
];

/** One account by its domain: what its developers did in the window, and which event proves its activation. */
export function AccountShow() {
  const { organization, to } = useOrganization();
  const { id, filter, window, search, query } = useSubject<Found>('adoption-accounts');
  return (
    <Page
      title={id}
      where={organization.name}
      above={<BackTo to={to(`/adoption/accounts${search}`)}>Active accounts</BackTo>}
    >
      <QueryState query={query} what="account" rows={8}>
        {({ found }) =>
          found ? (
            <>
              <SubjectSource label={found.label} asOf={found.asOf} window={window} />
              <Section title="In this window">
                <Facts>
                  <Fact label="Events">{found.account.events.toLocaleString('en')}</Fact>
                  <Fact label="Developers">{found.account.developers.toLocaleString('en')}</Fact>
                  <Fact label="First seen">
                    <TimeAgo at={found.account.firstSeen} />
                  </Fact>
                  <Fact label="Last seen">
                    <TimeAgo at={found.account.lastSeen} />
                  </Fact>
                  <Fact label="Activated">
                    {found.account.activatedAt ? <TimeAgo at={found.account.activatedAt} /> : 'not yet'}
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
              <DevelopersOf account={id} filter={filter} search={search} />
              <SubjectEvents filter={{ account: id }} />
            </>
          ) : (
            <Empty>No event of this window names this account.</Empty>
          )
        }
      </QueryState>
    </Page>
  );
}

const SHOWN = 25;

function DevelopersOf({ account, filter, search }: { account: string; filter: FilterValues; search: string }) {
  const { organizationId, to } = useOrganization();
  const query = useGetList<ActiveDeveloper & { id: string }>('adoption-developers', {
    filter: { ...filter, account },
    sort: { field: 'events', order: 'DESC' },
    pagination: { page: 1, perPage: SHOWN },
    meta: { organizationId },
  });
  const columns: Column<ActiveDeveloper & { id: string }>[] = [
    {
      label: 'Developer',
      cell: ({ id }) => <Link to={to(`/adoption/developers/${encodeURIComponent(id)}${search}`)}>{id}</Link>,
    },
    { label: 'Events', cell: ({ events }) => events.toLocaleString('en'), numeric: true },
    { label: 'Activated', cell: ({ activatedAt }) => <ProvenTime at={activatedAt} eventId={null} />, numeric: true },
    { label: 'Came back', cell: ({ retainedAt }) => <ProvenTime at={retainedAt} eventId={null} />, numeric: true },
    { label: 'Last seen', cell: ({ lastSeen }) => <TimeAgo at={lastSeen} />, numeric: true },
  ];
  return (
    <Section
      title="Developers"
      aside={
        <Link to={to(`/adoption/developers?${new URLSearchParams({ ...stated(filter), account })}`)}>
          All developers
        </Link>
      }
    >
      <QueryState query={query} what="developers" rows={3}>
        {(developers) => <Rows caption="Developers" rows={developers} keyOf={({ id }) => id} columns={columns} />}
      </QueryState>
    </Section>
  );
}

/** The filters that have a value. */
const stated = (filter: FilterValues): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : [])));
