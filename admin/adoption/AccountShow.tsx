import { Link } from 'react-router-dom';
import type { Column } from '../components/Rows.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { ActiveDeveloper, ReadCompanyAccountAnswer } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { AccountStory } from './AccountStory.js';
import { CountLink } from './figure.people.js';
import { RelatedRows } from './RelatedRows.js';
import { EVENTS, LAST_SEEN, PRODUCT_COLUMNS, ProvenTime } from './SubjectFacts.js';
import { type Subject, SubjectShow, stated } from './SubjectShow.js';

type Found = NonNullable<ReadCompanyAccountAnswer['companyAccount']>;
type Developer = ActiveDeveloper & { readonly id: string };

const factsOf = ({ account: { accountDomain, events, developers, firstSeen, lastSeen, activatedAt } }: Found) =>
  [
    ['Events', <CountLink key="events" of="events" part="facts" account={accountDomain} count={events} />],
    [
      'Developers',
      <CountLink key="developers" of="developers" part="facts" account={accountDomain} count={developers} />,
    ],
    ['First seen', <TimeAgo key="first" at={firstSeen} />],
    ['Last seen', <TimeAgo key="last" at={lastSeen} />],
    ['Activated', <ProvenTime key="activated" at={activatedAt} eventId={null} />],
  ] as const;

/** One account by its domain: what its developers did in the window, and which event proves its activation. */
export const AccountShow = () => (
  <SubjectShow<Found>
    what="account"
    facts={factsOf}
    products={PRODUCT_COLUMNS}
    related={DevelopersOf}
    story={AccountStory}
  />
);

function DevelopersOf({ id: account, filter, search }: Subject) {
  const { to } = useOrganization();
  const columns: readonly Column<Developer>[] = [
    {
      label: 'Developer',
      cell: ({ id }) => <Link to={to(`/adoption/developers/${encodeURIComponent(id)}${search}`)}>{id}</Link>,
    },
    EVENTS,
    { label: 'Activated', cell: ({ activatedAt }) => <ProvenTime at={activatedAt} eventId={null} />, numeric: true },
    { label: 'Came back', cell: ({ retainedAt }) => <ProvenTime at={retainedAt} eventId={null} />, numeric: true },
    LAST_SEEN,
  ];
  return (
    <RelatedRows<Developer>
      resource="adoption-developers"
      title="Developers"
      filter={{ ...filter, account }}
      columns={columns}
      aside={
        <Link to={to(`/adoption/developers?${new URLSearchParams({ ...stated(filter), account })}`)}>
          All developers
        </Link>
      }
      none="No developer of this window names this account."
    />
  );
}
