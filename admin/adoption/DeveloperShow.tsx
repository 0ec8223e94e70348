import { Link } from 'react-router-dom';
import type { Column } from '../components/Rows.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { ActiveAccount, ReadCompanyDeveloperAnswer } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { CountLink } from './figure.people.js';
import { RelatedRows } from './RelatedRows.js';
import { EVENTS, LAST_SEEN, PRODUCT_COLUMNS, ProvenTime } from './SubjectFacts.js';
import { type Subject, SubjectShow, stated } from './SubjectShow.js';

type Found = NonNullable<ReadCompanyDeveloperAnswer['companyDeveloper']>;
type Account = ActiveAccount & { readonly id: string };

const PRODUCTS: readonly Column<Found['products'][number]>[] = [
  ...PRODUCT_COLUMNS,
  {
    label: 'Came back',
    cell: ({ retainedAt, returnEventId }) => <ProvenTime at={retainedAt} eventId={returnEventId} />,
    numeric: true,
  },
];

const factsOf = ({ developer: { developerId, events, firstSeen, lastSeen, activatedAt, retainedAt } }: Found) =>
  [
    ['Events', <CountLink key="events" of="events" part="facts" developer={developerId} count={events} />],
    ['First seen', <TimeAgo key="first" at={firstSeen} />],
    ['Last seen', <TimeAgo key="last" at={lastSeen} />],
    ['Activated', <ProvenTime key="activated" at={activatedAt} eventId={null} />],
    ['Came back', <ProvenTime key="back" at={retainedAt} eventId={null} />],
  ] as const;

/** One developer by its stable id: what was done in the window, and which events prove activation and return. */
export const DeveloperShow = () => (
  <SubjectShow<Found> what="developer" facts={factsOf} products={PRODUCTS} related={AccountsOf} />
);

function AccountsOf({ id: developer, filter, search }: Subject) {
  const { to } = useOrganization();
  const columns: readonly Column<Account>[] = [
    {
      label: 'Account',
      cell: ({ id }) => <Link to={to(`/adoption/accounts/${encodeURIComponent(id)}${search}`)}>{id}</Link>,
    },
    EVENTS,
    LAST_SEEN,
  ];
  return (
    <RelatedRows<Account>
      resource="adoption-accounts"
      title="Accounts"
      filter={{ ...filter, developer }}
      columns={columns}
      aside={
        <Link to={to(`/adoption/accounts?${new URLSearchParams({ ...stated(filter), developer })}`)}>All accounts</Link>
      }
      none="No event of this developer names an account."
    />
  );
}
