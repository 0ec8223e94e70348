import type { DataColumn } from '../components/columns.js';
import { ListPage } from '../components/ListPage.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { MemberRole } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { useMayChange } from '../workspace/useMayChange.js';
import { InviteButton } from './InviteButton.js';
import { type Member, MemberActions } from './MemberActions.js';
import { ROLES } from './roles.js';

const ROLE = {
  source: 'role',
  label: 'Role',
  every: 'Every role',
  choices: Object.values(MemberRole).map((role) => [role, role] as const),
};

/** The people of the organization, with what each may do. */
export function MemberList() {
  const { organization } = useOrganization();
  const mayInvite = useMayChange();
  return (
    <ListPage<Member>
      title="Team"
      where={organization.name}
      about="Who may see what this organization sends, and who may change it."
      action={mayInvite && <InviteButton />}
      columns={mayInvite ? [...COLUMNS, ACTIONS] : COLUMNS}
      filters={[ROLE]}
      search="Search people"
      sort={{ field: 'joined', order: 'ASC' }}
      to={null}
      empty={{ text: 'The people of the organization will be listed here.' }}
    />
  );
}

const COLUMNS: readonly DataColumn<Member>[] = [
  { source: 'name', label: 'Name', cell: ({ name }) => name, sortable: true },
  { source: 'email', label: 'E-mail', cell: ({ email }) => email, sortable: true, card: 'fact' },
  { source: 'role', label: 'Role', cell: ({ role }) => role, sortable: true, card: 'state' },
  {
    source: 'may',
    label: 'May',
    cell: ({ role }) => <span title={ROLES[role]}>{ROLES[role]}</span>,
    text: ({ role }) => ROLES[role],
  },
  {
    source: 'joined',
    label: 'Since',
    cell: ({ since }) => <TimeAgo at={since} />,
    text: ({ since }) => since,
    numeric: true,
    sortable: true,
  },
];

const ACTIONS: DataColumn<Member> = {
  source: 'actions',
  label: 'Actions',
  cell: (member) => <MemberActions member={member} />,
  unnamed: true,
};
