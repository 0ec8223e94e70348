import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { type Company, giveRole, makeCompany, makePerson, type Person, type Role } from '../setup/people.js';

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

  it('of a reader is invited to, given and taken, reads, and creates nothing', async () => {
    const { organizationId, productId, owner } = company;
    const reader = await makePerson(app);
    const invited = await run<{ inviteMember: { id: string } }>(
      'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { id role } }',
      { organizationId, email: reader.email, role: 'reader' },
      owner,
    );
    const accept = 'mutation ($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { id } }';
    expect((await run(accept, { invitationId: invited.data?.inviteMember.id }, reader)).errors).toEqual([]);
    expect((await membersSeenBy(reader))?.find(({ email }) => email === reader.email)?.role).toBe('reader');
    const creations = [
      ['saveView', 'SaveViewInput', { organizationId, page: 'overview', name: 'mine', parameters: {} }, '{ id }'],
      ['dryRunPayload', 'DryRunPayloadInput', { organizationId, productId, payload: {} }, '{ accepted }'],
      ['createTrackingKey', 'CreateTrackingKeyInput', { organizationId, productId, name: 'a key' }, '{ token }'],
    ] as const;
    for (const [name, type, input, selection] of creations) {
      const document = `mutation ($input: ${type}!) { ${name}(input: $input) ${selection} }`;
      expect([name, codeOf(await run(document, input, reader))]).toEqual([name, 'NOT_A_MEMBER']);
    }
    expect((await changeRole(reader.id, 'member', owner)).errors).toEqual([]);
    expect((await changeRole(reader.id, 'reader', owner)).errors).toEqual([]);
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
