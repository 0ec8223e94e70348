import type { EntityManager } from '@mikro-orm/postgresql';
import { rowReader, type TableOf } from '../../platform/database/rows.read.js';
import { publicId, uuidOf } from '../../platform/ids.js';
import { Member, type MemberRole } from '../member.entity.js';
import { Organization } from '../organization.entity.js';
import { type MembersArgs, memberSorts, type OrganizationMember } from '../organization.types.js';

/**
 * Locks a person (a bare UUID) until the transaction ends: what counts or decides about one person's things goes one after the other, on
 * every replica. Rows that refer to the person can still be written.
 */
export const lockPerson = (em: EntityManager, userUuid: string): Promise<unknown> =>
  em.execute('select 1 from auth."user" where id = ? for no key update', [userUuid]);

/** Whether a person (a public id) has shown that their address is theirs. */
export async function isVerified(em: EntityManager, userId: string): Promise<boolean> {
  const verified = await em.execute<unknown[]>('select 1 from auth."user" where id = ? and "emailVerified"', [
    uuidOf('usr', userId),
  ]);
  return verified.length > 0;
}

interface MemberTables {
  readonly member: TableOf<Member>;
  readonly organization: TableOf<Organization>;
}

/** The organizations that a person (a bare UUID) is in, with the person's role, in the order in which they joined. */
export async function readMemberships(
  em: EntityManager,
  userUuid: string,
): Promise<{ organization: Organization; role: MemberRole }[]> {
  const member = rowReader(em, Member, 'm', ['role']);
  const organization = rowReader(em, Organization, 'o');
  const rows = await em
    .getKysely<MemberTables>()
    .selectFrom('member as m')
    .innerJoin('organization as o', 'o.id', 'm.organization_id')
    .where('m.user_id', '=', userUuid)
    .orderBy('m.created_at')
    .select([...member.columns, ...organization.columns])
    .execute();
  return rows.map((row) => ({ organization: organization.read(row), role: member.read(row).role }));
}

interface Row {
  user_id: string;
  email: string;
  name: string;
  role: MemberRole;
  created_at: Date;
}

/** What members are sorted by; a role by what it may do. */
const ORDERS: Record<(typeof memberSorts)['names'][number], string> = {
  joined: 'm.created_at',
  name: 'lower(u.name)',
  email: 'lower(u.email)',
  role: `case m.role when 'owner' then 0 when 'admin' then 1 else 2 end`,
};

function orderOf(sort: string): string {
  const name = memberSorts.names.find((one) => sort === one || sort === `-${one}`) ?? 'joined';
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  return `${ORDERS[name]} ${direction}, m.user_id ${direction}`;
}

/** Members with their names and addresses: those with a part of either in any case, in the order in which they joined or another one. */
export async function findMembers(
  em: EntityManager,
  organizationId: string,
  { sort, q }: Pick<MembersArgs, 'sort' | 'q'> = {},
): Promise<OrganizationMember[]> {
  const part = q?.trim() ?? '';
  const rows = await em.execute<Row[]>(
    'select m.user_id, u.email, u.name, m.role, m.created_at from member m join auth."user" u on u.id = m.user_id where m.organization_id = ? and position(lower(?) in lower(concat(u.name, chr(10), u.email))) > 0 order by ' +
      orderOf(sort ?? memberSorts.standard),
    [uuidOf('org', organizationId), part],
  );
  return rows.map((row) => ({
    userId: publicId('usr', row.user_id),
    email: row.email,
    name: row.name,
    role: row.role,
    since: new Date(row.created_at),
  }));
}

/**
 * The people among those who acted, by name, as the readers of the log may see them: of an organization's log its members, of the platform's
 * (null) its reviewers. Agents, operators and the service have no name, and of people who have left there is the id alone.
 */
export async function findActors(
  em: EntityManager,
  organizationId: string | null,
  actors: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const people = [...new Set(actors)].map((actor) => uuidOf('usr', actor)).filter((uuid) => uuid !== null);
  if (people.length === 0) return [];
  const rows = await em.execute<{ id: string; name: string }[]>(
    `select u.id, u.name from auth."user" u where u.id in (?) and u.name <> '' and ` +
      (organizationId === null
        ? 'u.reviewer'
        : 'exists (select 1 from member m where m.organization_id = ? and m.user_id = u.id)'),
    organizationId === null ? [people] : [people, uuidOf('org', organizationId)],
  );
  return rows.map(({ id, name }) => ({ id: publicId('usr', id), name }));
}
