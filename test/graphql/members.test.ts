import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import {
  type Company,
  giveRole,
  linkSentTo,
  makeCompany,
  makePerson,
  type Person,
  type Role,
} from '../setup/people.js';

let app: TestApp;
let company: Company;
beforeAll(async () => {
  app = await startApp();
  company = await makeCompany(app);
});
afterAll(() => app.close());

type By = Pick<Person, 'cookie'>;
const run = <T>(document: string, input: unknown, { cookie }: By) =>
  askGraphql<T>(app, document, { input }, { cookie });
const invite = (email: string, role: Role = 'member', by: By = company.owner) =>
  run<{ inviteMember: { id: string; email: string } }>(
    'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { id email expiresAt } }',
    { organizationId: company.organizationId, email, role },
    by,
  );
const accept = (invitationId: string, by: By) =>
  run<{ acceptInvitation: { id: string } }>(
    'mutation ($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { id } }',
    { invitationId },
    by,
  );
const changeRole = (userId: string, role: Role, by: By, { organizationId } = company) =>
  run(
    'mutation ($input: ChangeMemberRoleInput!) { changeMemberRole(input: $input) { role } }',
    { organizationId, userId, role },
    by,
  );
const remove = (userId: string, by: By, { organizationId } = company) =>
  run<{ removeMember: boolean }>(
    'mutation ($input: RemoveMemberInput!) { removeMember(input: $input) }',
    { organizationId, userId },
    by,
  );
const membersSeenBy = async ({ cookie }: By, { organizationId } = company) =>
  (
    await askGraphql<{ members: { email: string; role: string }[] }>(
      app,
      'query ($o: ID!) { members(organizationId: $o) { email role } }',
      { o: organizationId },
      { cookie },
    )
  ).data?.members;
const codeOf = ({ errors }: { errors: { extensions: { code: string } }[] }) => errors[0]?.extensions.code;

async function colleague(role: Role): Promise<Person> {
  const person = await makePerson(app);
  await giveRole(app, company.organizationId, person, role);
  return person;
}

describe('an invitation', () => {
  it('leads a person with the verified address into the organization, once', async () => {
    const person = await makePerson(app, { verified: false });
    const invited = await invite(person.email.toUpperCase());
    const id = invited.data?.inviteMember.id ?? '';
    expect(invited.data?.inviteMember.email).toBe(person.email);
    expect(await linkSentTo(app, person.email)).toContain(id);
    const early = await accept(id, person);
    expect([codeOf(early), early.errors[0]?.extensions.detail]).toEqual([
      'STATE_CONFLICT',
      expect.stringContaining('Verify your address'),
    ]);
    expect(await membersSeenBy(person)).toBeUndefined();

    await query(app.databaseUrl, 'update auth."user" set "emailVerified" = true where id = $1', [person.id.slice(4)]);
    expect((await accept(id, person)).data?.acceptInvitation.id).toBe(company.organizationId);
    expect((await accept(id, person)).data?.acceptInvitation.id).toBe(company.organizationId);
    expect((await membersSeenBy(person))?.filter(({ email }) => email === person.email)).toEqual([
      { email: person.email, role: 'member' },
    ]);
  });

  it('is nobody else’s: another person is told that there is none', async () => {
    const [invited, other] = [await makePerson(app), await makePerson(app)];
    const id = (await invite(invited.email)).data?.inviteMember.id ?? '';
    expect(codeOf(await accept(id, other))).toBe('NOT_FOUND');
    expect(codeOf(await accept('inv_00000000-0000-7000-8000-000000000000', invited))).toBe('NOT_FOUND');
  });

  it('is one at a time for an address, and can be renewed after it has expired', async () => {
    const person = await makePerson(app);
    const first = (await invite(person.email)).data?.inviteMember.id ?? '';
    expect(codeOf(await invite(person.email))).toBe('STATE_CONFLICT');
    await query(app.databaseUrl, `update invitation set expires_at = now() - interval '1 s' where id = $1`, [
      first.slice(4),
    ]);
    expect(codeOf(await accept(first, person))).toBe('STATE_CONFLICT');
    const second = (await invite(person.email)).data?.inviteMember.id ?? '';
    expect(codeOf(await accept(first, person))).toBe('STATE_CONFLICT');
    expect((await accept(second, person)).errors).toEqual([]);
  });

  it('gives nobody who is in the organization another role, and says nothing of it in the audit log', async () => {
    const admin = await colleague('admin');
    const id = (await invite(admin.email, 'member')).data?.inviteMember.id ?? '';
    await accept(id, admin);
    expect((await membersSeenBy(admin))?.find(({ email }) => email === admin.email)?.role).toBe('admin');
    expect(
      await query(app.databaseUrl, `select 1 from audit_entry where action = 'member.join' and resource_id = $1`, [
        admin.id,
      ]),
    ).toEqual([]);
  });

  it('to ownership is an owner’s to give', async () => {
    const admin = await colleague('admin');
    expect(codeOf(await invite('boss@people.example', 'owner', admin))).toBe('NOT_A_MEMBER');
    expect((await invite('helper@people.example', 'admin', admin)).errors).toEqual([]);
  });
});

describe('a role', () => {
  it('that was taken away is gone with the next request', async () => {
    const admin = await colleague('admin');
    const declare = () =>
      run(
        'mutation ($input: DeclareAccountInput!) { declareAccount(input: $input) { domain } }',
        { organizationId: company.organizationId, domain: 'x.example' },
        admin,
      );
    expect((await declare()).errors).toEqual([]);
    await changeRole(admin.id, 'member', company.owner);
    expect(codeOf(await declare())).toBe('NOT_A_MEMBER');
    expect((await remove(admin.id, company.owner)).data?.removeMember).toBe(true);
    expect(codeOf(await declare())).toBe('NOT_FOUND');
    expect(await membersSeenBy(admin)).toBeUndefined();
    expect(codeOf(await remove(admin.id, company.owner))).toBe('NOT_FOUND');
  });

  it('of an owner is an owner’s to give and to take', async () => {
    const [admin, member] = [await colleague('admin'), await colleague('member')];
    expect(codeOf(await changeRole(member.id, 'owner', admin))).toBe('NOT_A_MEMBER');
    expect(codeOf(await changeRole(company.owner.id, 'member', admin))).toBe('NOT_A_MEMBER');
    expect(codeOf(await remove(company.owner.id, admin))).toBe('NOT_A_MEMBER');
    expect((await changeRole(member.id, 'admin', admin)).errors).toEqual([]);
    expect((await changeRole(member.id, 'owner', company.owner)).errors).toEqual([]);
    expect((await changeRole(member.id, 'member', company.owner)).errors).toEqual([]);
  });

  it('of the last owner stays', async () => {
    const own = await makeCompany(app);
    const { owner } = own;
    expect(codeOf(await changeRole(owner.id, 'admin', owner, own))).toBe('STATE_CONFLICT');
    expect(codeOf(await remove(owner.id, owner, own))).toBe('STATE_CONFLICT');
    expect(await membersSeenBy(owner, own)).toEqual([{ email: owner.email, role: 'owner' }]);
  });

  it('of two owners who take it from each other at once stays with one', async () => {
    const own = await makeCompany(app);
    const second = await makePerson(app);
    await giveRole(app, own.organizationId, second, 'owner');
    const replies = await Promise.all([
      changeRole(second.id, 'member', own.owner, own),
      changeRole(own.owner.id, 'member', second, own),
    ]);
    expect(replies.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
    const owners = await query(app.databaseUrl, `select 1 from member where organization_id = $1 and role = 'owner'`, [
      own.organizationId.slice(4),
    ]);
    expect(owners).toHaveLength(1);
  });
});
