import type { DataColumn } from '../components/columns.js';
import { ListPage } from '../components/ListPage.js';
import { StateNow } from '../components/StateChip.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { TimeUntil } from '../components/TimeUntil.js';
import { ALL_INVITATIONS } from '../providers/data.members.js';
import type { Invitation } from '../providers/generated/operations.js';
import { AskAdmin } from '../workspace/AskAdmin.js';
import { useOrganization } from '../workspace/organization.js';
import { useMayChange } from '../workspace/useMayChange.js';
import { InvitationRevokeButton } from './InvitationRevokeButton.js';
import { InviteButton } from './InviteButton.js';
import { stateOf } from './states.js';

const STATE = {
  source: 'state',
  label: 'State',
  every: 'Open',
  choices: [[ALL_INVITATIONS, 'All']],
  narrows: true,
} as const;

/** The invitations of the organization, those that can still be accepted at first, for those who may send one. */
export function InvitationList() {
  const { organization } = useOrganization();
  if (!useMayChange()) return <AskAdmin what="see who is invited" />;
  return (
    <ListPage<Invitation>
      title="Invitations"
      where={organization.name}
      about="An invitation is open until it is accepted, revoked or 7 days old."
      action={<InviteButton />}
      columns={COLUMNS}
      filters={[STATE]}
      search="Search invitations"
      sort={{ field: 'created', order: 'DESC' }}
      to={null}
      empty={{ text: 'Open invitations will be listed here.' }}
    />
  );
}

const COLUMNS: readonly DataColumn<Invitation>[] = [
  { source: 'email', label: 'E-mail', cell: ({ email }) => email, sortable: true },
  {
    source: 'state',
    label: 'State',
    cell: (invitation) => <StateNow of="invitation" at={(now) => stateOf(invitation, now)} />,
    text: (invitation) => stateOf(invitation, Date.now()),
    card: 'state',
  },
  { source: 'role', label: 'Role', cell: ({ role }) => role, sortable: true, card: 'fact' },
  {
    source: 'created',
    label: 'Sent',
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
    text: ({ createdAt }) => createdAt,
    numeric: true,
    sortable: true,
  },
  {
    source: 'expires',
    label: 'Expires',
    cell: (invitation) => stateOf(invitation, Date.now()) === 'open' && <TimeUntil at={invitation.expiresAt} />,
    text: ({ expiresAt }) => expiresAt,
    numeric: true,
  },
  {
    source: 'actions',
    label: 'Actions',
    cell: (invitation) => <InvitationRevokeButton invitation={invitation} />,
    unnamed: true,
  },
];
