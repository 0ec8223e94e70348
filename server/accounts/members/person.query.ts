import type { EntityManager } from '@mikro-orm/postgresql';
import { BareStatement, membersOf, NamedStatement, type RowOf } from '../../platform/database/bare-statement.js';
import { columnsOf } from '../../platform/database/kysely.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { storedEmail } from '../../platform/email.rules.js';
import { readId } from '../../platform/ids.js';
import type { Row } from '../../platform/row.types.js';
import { Member, type MemberRole } from '../member.entity.js';
import { Organization } from '../organization.entity.js';
import { type MembersArgs, memberSorts, type OrganizationMember } from '../organization.types.js';

/**
 * Locks a person until the transaction ends: transactions that count or decide about one person's records run one after the other, on
 * every replica. Rows that refer to the person can still be written.
 */
export const lockPerson = (em: EntityManager, userId: string): Promise<unknown> =>
  em.execute('select 1 from auth."user" where id = ? for no key update', [userId]);

/** Whether a person has shown that their address is theirs. */
export async function isVerified(em: EntityManager, userId: string): Promise<boolean> {
  const verified = await em.execute<unknown[]>('select 1 from auth."user" where id = ? and "emailVerified"', [userId]);
  return verified.length > 0;
}

/** Whether a member of the organization has this address, in whatever case it is written. */
export async function isMemberAddress(em: EntityManager, organizationId: string, email: string): Promise<boolean> {
  const members = await em.execute<unknown[]>(
    'select 1 from member m join auth."user" u on u.id = m.user_id where m.organization_id = ? and u.email in (?, ?)',
    [organizationId, email.trim(), storedEmail(email)],
  );
  return members.length > 0;
}

export const EMAIL = new BareStatement({ email: 'text' }, 'select email from auth."user" where id = ?');

/** The address of a person as the account stores it; null when the account is gone. */
export async function findEmail(em: EntityManager, userId: string): Promise<string | null> {
  const [person] = await em.execute<RowOf<typeof EMAIL>[]>(EMAIL.text, [userId]);
  return person?.email ?? null;
}

/** The tables of memberships for Kysely. */
export interface MemberTables {
  readonly member: TableOf<Member>;
  readonly organization: TableOf<Organization>;
}

/** The organizations that a person is in, with the person's role, in the order in which they joined. */
export async function readMemberships(
  em: EntityManager,
  userId: string,
): Promise<{ organization: Row<Organization>; role: MemberRole }[]> {
  const rows = await em
    .getKysely<MemberTables>()
    .selectFrom('member as m')
    .innerJoin('organization as o', 'o.id', 'm.organization_id')
    .where('m.user_id', '=', userId)
    .orderBy('m.created_at')
    .select(['m.role as memberRole', columnsOf(em, Organization, 'o')])
    .$castTo<Row<Organization> & { readonly memberRole: MemberRole }>()
    .execute();
  return rows.map((organization) => ({ organization, role: organization.memberRole }));
}

const membersBy = (order: string, direction: 'asc' | 'desc') =>
  new NamedStatement(
    { ...membersOf(Member, 'userId', 'role', 'createdAt'), email: 'text', name: 'text' },
    `select m.user_id as "userId", m.role, m.created_at as "createdAt", u.email, u.name
     from member m join auth."user" u on u.id = m.user_id
     where m.organization_id = :organization::uuid and (:member::uuid is null or m.user_id = :member::uuid)
       and position(lower(:part) in lower(concat(u.name, chr(10), u.email))) > 0
     order by ${order} ${direction}, m.user_id ${direction}`,
  );
const bothWays = (order: string) => ({ asc: membersBy(order, 'asc'), desc: membersBy(order, 'desc') });

/** The statements by sort order; roles are sorted by their rights. */
export const MEMBERS = {
  joined: bothWays('m.created_at'),
  name: bothWays('lower(u.name)'),
  email: bothWays('lower(u.email)'),
  role: bothWays(`case m.role when 'owner' then 0 when 'admin' then 1 when 'member' then 2 else 3 end`),
} satisfies Record<(typeof memberSorts)['names'][number], object>;

function statementOf(sort: string) {
  const name = memberSorts.names.find((one) => sort === one || sort === `-${one}`) ?? 'joined';
  return MEMBERS[name][sort.startsWith('-') ? 'desc' : 'asc'];
}

/** Members with their names and addresses: those with a part of either in any case, in the order in which they joined or another one. */
export const findMembers = (
  em: EntityManager,
  organizationId: string,
  { sort, q }: Pick<MembersArgs, 'sort' | 'q'>,
): Promise<OrganizationMember[]> =>
  readMembers(em, statementOf(sort ?? memberSorts.standard), { organizationId, part: q?.trim() ?? '' });

/** One member, or null. */
export async function findMember(
  em: EntityManager,
  organizationId: string,
  userId: string,
): Promise<OrganizationMember | null> {
  const [member] = await readMembers(em, MEMBERS.joined.asc, { organizationId, userId, part: '' });
  return member ?? null;
}

interface WantedMembers {
  readonly organizationId: string;
  readonly userId?: string;
  readonly part: string;
}

async function readMembers(
  em: EntityManager,
  statement: typeof MEMBERS.joined.asc,
  { organizationId, userId, part }: WantedMembers,
): Promise<OrganizationMember[]> {
  const values = {
    organization: organizationId,
    member: userId ?? null,
    part,
  };
  const rows = await em.execute<RowOf<typeof statement>[]>(statement.text, statement.valuesOf(values));
  return rows.map(({ createdAt, ...member }) => ({ ...member, since: createdAt }));
}

const ACTOR = { id: 'uuid', name: 'text' } as const;
const NAMED = `select u.id, u.name from auth."user" u where u.id in (?) and u.name <> ''`;
export const NAMES = new BareStatement(ACTOR, NAMED);
export const REVIEWERS = new BareStatement(ACTOR, `${NAMED} and u.reviewer`);
export const COLLEAGUES = new BareStatement(
  ACTOR,
  `${NAMED} and exists (select 1 from member m where m.organization_id = ? and m.user_id = u.id)`,
);

/** More people of one organization than a search is likely to mean. */
const NAMED_MAX = 100;
const ALIKE = `select u.id, u.name from auth."user" u where position(lower(?) in lower(u.name)) > 0`;
export const REVIEWERS_NAMED = new BareStatement(ACTOR, `${ALIKE} and u.reviewer order by u.id limit ${NAMED_MAX}`);
export const COLLEAGUES_NAMED = new BareStatement(
  ACTOR,
  `${ALIKE} and exists (select 1 from member m where m.organization_id = ? and m.user_id = u.id) order by u.id limit ${NAMED_MAX}`,
);

/** The names of people by their ids; people without a name and closed accounts are missing from the answer. */
export async function findNames(em: EntityManager, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const people = await em.execute<RowOf<typeof NAMES>[]>(NAMES.text, [[...new Set(userIds)]]);
  return new Map(people.map(({ id, name }) => [id, name]));
}

export const KEY_READERS = new NamedStatement(
  { email: 'text' },
  `select u.email from auth."user" u join member m on m.user_id = u.id
   where m.organization_id = :organization::uuid and u."emailVerified" and (m.role = 'owner' or u.id = :creator::uuid) order by u.email`,
);

/** The verified addresses of an organization's owners, and of the person who created something of it and is still in it. */
export async function findKeyReaders(
  em: EntityManager,
  organizationId: string,
  createdBy: string | null,
): Promise<string[]> {
  const values = { organization: organizationId, creator: createdBy };
  const rows = await em.execute<RowOf<typeof KEY_READERS>[]>(KEY_READERS.text, KEY_READERS.valuesOf(values));
  return rows.map(({ email }) => email);
}

/** The names of people by their ids, of those alone who are in the organization. */
export async function findMemberNames(
  em: EntityManager,
  organizationId: string,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const people = [...new Set(userIds)];
  if (people.length === 0) return new Map();
  const values = [people, organizationId];
  const rows = await em.execute<RowOf<typeof COLLEAGUES>[]>(COLLEAGUES.text, values);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * The people among those who acted (`usr_…` and others, as entries name them), by name, as the readers of the log may see them: of an
 * organization's log its members, of the platform's (null) its reviewers. Agents, operators and the service have no name, and people who
 * have left show by their id alone.
 */
export async function findActors(
  em: EntityManager,
  organizationId: string | null,
  actors: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const people = [...new Set(actors)].map((actor) => readId('usr', actor)).filter((uuid) => uuid !== null);
  if (people.length === 0) return [];
  return organizationId === null
    ? em.execute<RowOf<typeof REVIEWERS>[]>(REVIEWERS.text, [people])
    : em.execute<RowOf<typeof COLLEAGUES>[]>(COLLEAGUES.text, [people, organizationId]);
}

/** The people that `findActors` would name and that have this part in their name, in any case. */
export async function findActorsNamed(
  em: EntityManager,
  organizationId: string | null,
  part: string,
): Promise<{ id: string; name: string }[]> {
  const wanted = part.trim();
  if (wanted === '') return [];
  return organizationId === null
    ? em.execute<RowOf<typeof REVIEWERS_NAMED>[]>(REVIEWERS_NAMED.text, [wanted])
    : em.execute<RowOf<typeof COLLEAGUES_NAMED>[]>(COLLEAGUES_NAMED.text, [wanted, organizationId]);
}
