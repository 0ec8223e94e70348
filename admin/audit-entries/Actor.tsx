import { useGetList } from 'react-admin';
import { useScope } from '../components/useScope.js';
import type { Member } from '../team/MemberActions.js';

/** The members are asked for whole; an organization has few. */
const EVERYONE = { pagination: { page: 1, perPage: 1_000 }, sort: { field: 'name', order: 'ASC' } } as const;

/** Who acted: a member of the organization by name, and anyone or anything else by its id. */
export function Actor({ id }: { id: string }) {
  const meta = useScope();
  const { data: members = [] } = useGetList<Member>(
    'members',
    { ...EVERYONE, meta },
    { enabled: meta.organizationId !== undefined },
  );
  const member = members.find(({ userId }) => userId === id);
  return member ? <span title={id}>{member.name || member.email}</span> : <code title={id}>{id}</code>;
}
