import { useGetList } from 'react-admin';
import { Answered } from '../pieces/Answered.js';
import { Page } from '../pieces/Page.js';
import { type Column, Rows } from '../pieces/Rows.js';
import { TimeAgo } from '../pieces/TimeAgo.js';
import type { ListMembersAnswer } from '../providers/schema.js';
import { useOrganization } from '../shell/organization.js';

type Member = ListMembersAnswer['members'][number] & { readonly id: string };

/** The people of the organization. */
export function MemberList() {
  const { organization, organizationId } = useOrganization();
  const members = useGetList<Member>('members', { filter: { organizationId } });
  return (
    <Page
      title="Team"
      where={organization.name}
      summary="Who may see what this organization sends, and who may change it."
    >
      <Answered query={members} what="team">
        {(items) => <Rows caption="Team" rows={items} keyOf={(member) => member.id} columns={COLUMNS} />}
      </Answered>
    </Page>
  );
}

const MAY: Record<Member['role'], string> = {
  owner: 'change everything, owners too',
  admin: 'change products, keys and members',
  member: 'see everything, change nothing',
};

const COLUMNS: Column<Member>[] = [
  { label: 'Name', cell: (member) => member.name },
  { label: 'E-mail', cell: (member) => member.email },
  { label: 'Role', cell: (member) => member.role },
  { label: 'May', cell: (member) => MAY[member.role] },
  { label: 'Since', cell: (member) => <TimeAgo at={member.since} />, numeric: true },
];
