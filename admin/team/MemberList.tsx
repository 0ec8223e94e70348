import Box from '@mui/material/Box';
import { useGetList } from 'react-admin';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { type Column, Rows } from '../components/Rows.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { ListMembersAnswer } from '../providers/generated/operations.js';
import { useOrganization } from '../shell/organization.js';
import { useMayChange } from '../shell/useMayChange.js';
import { InvitationList } from './InvitationList.js';
import { InviteButton } from './InviteButton.js';
import { MemberActions } from './MemberActions.js';
import { ROLES } from './roles.js';

type Member = ListMembersAnswer['members'][number] & { readonly id: string };

/** The people of the organization, and for those who may invite the open invitations. */
export function MemberList() {
  const { organization, organizationId } = useOrganization();
  const mayInvite = useMayChange();
  const members = useGetList<Member>('members', { filter: { organizationId } });
  return (
    <Page
      title="Team"
      where={organization.name}
      summary="Who may see what this organization sends, and who may change it."
      action={mayInvite && <InviteButton />}
    >
      <QueryState query={members} what="team">
        {(items) => (
          <Box sx={{ mb: 8 }}>
            <Rows
              caption="Team"
              rows={items}
              keyOf={(member) => member.id}
              columns={mayInvite ? [...COLUMNS, ACTIONS] : COLUMNS}
            />
          </Box>
        )}
      </QueryState>
      {mayInvite && <InvitationList />}
    </Page>
  );
}

const COLUMNS: Column<Member>[] = [
  { label: 'Name', cell: (member) => member.name },
  { label: 'E-mail', cell: (member) => member.email },
  { label: 'Role', cell: (member) => member.role },
  { label: 'May', cell: (member) => ROLES[member.role] },
  { label: 'Since', cell: (member) => <TimeAgo at={member.since} />, numeric: true },
];

const ACTIONS: Column<Member> = {
  label: 'Actions',
  cell: (member) => <MemberActions member={member} />,
  unnamed: true,
};
