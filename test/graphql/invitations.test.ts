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
interface Listed {
  id: string;
  email: string;
  role: string;
  invitedBy: string;
  acceptedAt: string | null;
  revokedAt: string | null;
}
const run = <T>(document: string, input: unknown, { cookie }: By) =>
  askGraphql<T>(app, document, { input }, { cookie });
const invite = (email: string, role: Role = 'member', by: By = company.owner, { organizationId } = company) =>
  run<{ inviteMember: { id: string; email: string; expiresAt: string } }>(
    'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { id email expiresAt } }',
    { organizationId, email, role },
    by,
  );
const inviteId = async (...given: Parameters<typeof invite>): Promise<string> =>
  (await invite(...given)).data?.inviteMember.id ?? '';
const accept = (invitationId: string, by: By) =>
  run<{ acceptInvitation: { id: string } | null }>(
    'mutation ($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { id name } }',
    { invitationId },
    by,
  );
const revoke = (invitationId: string, by: By, { organizationId } = company) =>
  run<{ revokeInvitation: Listed | null }>(
    'mutation ($input: RevokeInvitationInput!) { revokeInvitation(input: $input) { id revokedAt } }',
    { organizationId, invitationId },
    by,
  );
const list = (
  by: By,
  more: { open?: boolean; limit?: number; cursor?: string | null } = {},
  { organizationId } = company,
) =>
  askGraphql<{ invitations: { items: Listed[]; nextCursor: string | null } }>(
    app,
    `query ($organizationId: ID!, $open: Boolean, $limit: Int, $cursor: String) {
      invitations(organizationId: $organizationId, open: $open, limit: $limit, cursor: $cursor) {
        items { id email role invitedBy acceptedAt revokedAt } nextCursor } }`,
    { organizationId, ...more },
    { cookie: by.cookie },
  );
const changeRole = (userId: string, role: Role, by: By = company.owner) =>
  run(
    'mutation ($input: ChangeMemberRoleInput!) { changeMemberRole(input: $input) { role } }',
    { organizationId: company.organizationId, userId, role },
    by,
  );
const remove = (userId: string, by: By = company.owner) =>
  run(
    'mutation ($input: RemoveMemberInput!) { removeMember(input: $input) }',
    { organizationId: company.organizationId, userId },
    by,
  );
const membersSeenBy = async ({ cookie }: By) =>
  (
    await askGraphql<{ members: { email: string; role: string }[] }>(
      app,
      'query ($o: ID!) { members(organizationId: $o) { email role } }',
      { o: company.organizationId },
      { cookie },
    )
  ).data?.members;
const problemOf = ({ errors }: { errors: { extensions: { code: string; detail?: string } }[] }) =>
  errors[0]?.extensions;
const codeOf = (reply: Parameters<typeof problemOf>[0]) => problemOf(reply)?.code;
const verify = ({ id }: Person) =>
  query(app.databaseUrl, 'update auth."user" set "emailVerified" = true where id = $1', [id.slice(4)]);

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
    expect(problemOf(early)).toMatchObject({
      code: 'STATE_CONFLICT',
      detail: expect.stringContaining('Verify your'),
    });
    expect(await membersSeenBy(person)).toBeUndefined();

    await verify(person);
    expect((await accept(id, person)).data?.acceptInvitation?.id).toBe(company.organizationId);
    expect((await membersSeenBy(person))?.filter(({ email }) => email === person.email)).toEqual([
      { email: person.email, role: 'member' },
    ]);
  });

  it('that was accepted tells nothing: not to a member, and not after the removal', async () => {
    const person = await makePerson(app);
    const id = await inviteId(person.email);
    const unknown = problemOf(await accept('inv_00000000-0000-7000-8000-000000000000', person));
    expect((await accept(id, person)).errors).toEqual([]);
    const twice = await accept(id, person);
    expect([twice.data?.acceptInvitation, problemOf(twice)]).toEqual([
      null,
      { ...unknown, requestId: expect.anything() },
    ]);
    await remove(person.id);
    const after = await accept(id, person);
    expect([after.data?.acceptInvitation, problemOf(after)]).toEqual([
      null,
      { ...unknown, requestId: expect.anything() },
    ]);
    expect(await membersSeenBy(person)).toBeUndefined();
  });

  it('is no one else’s: another person is told that there is none', async () => {
    const [invited, other] = [await makePerson(app), await makePerson(app)];
    const id = await inviteId(invited.email);
    expect(codeOf(await accept(id, other))).toBe('NOT_FOUND');
    expect(codeOf(await accept('inv_00000000-0000-7000-8000-000000000000', invited))).toBe('NOT_FOUND');
  });

  it('ends where its sender’s address is no longer verified', async () => {
    const [sender, person] = [await colleague('admin'), await makePerson(app)];
    const id = await inviteId(person.email, 'member', sender);
    const verify = (verified: boolean) =>
      query(app.databaseUrl, 'update auth."user" set "emailVerified" = $2 where id = $1', [
        sender.id.slice(4),
        verified,
      ]);
    await verify(false);
    expect(codeOf(await accept(id, person))).toBe('STATE_CONFLICT');
    await verify(true);
    expect((await accept(id, person)).errors).toEqual([]);
  });

  it('is read by the whole link of its letter alone, until it has ended', async () => {
    const person = await makePerson(app);
    const id = await inviteId(person.email);
    const key = new URL((await linkSentTo(app, person.email)).replace('#/', '')).searchParams.get('key') ?? '';
    const read = (given: string) =>
      askGraphql<{ invitationLetter: { id: string; email: string } }>(
        app,
        'query ($id: ID!, $key: String!) { invitationLetter(invitationId: $id, key: $key) { id email } }',
        { id, key: given },
      );
    expect((await read(key)).data?.invitationLetter).toEqual({ id, email: person.email });
    for (const wrong of [
      'x',
      key.slice(1),
      `${key}x`,
      key.toUpperCase() === key ? key.toLowerCase() : key.toUpperCase(),
    ])
      expect(codeOf(await read(wrong)), wrong).toBe('NOT_FOUND');
    await accept(id, person);
    expect(codeOf(await read(key))).toBe('NOT_FOUND');
  });

  it('of a review is for the first member alone', async () => {
    const person = await makePerson(app);
    const id = await inviteId(person.email, 'owner');
    await query(app.databaseUrl, `update invitation set granted_by = 'review' where id = $1`, [id.slice(4)]);
    expect(codeOf(await accept(id, person))).toBe('STATE_CONFLICT');
    const owners = `select 1 from member where organization_id = $1 and role = 'owner' and user_id = $2`;
    expect(await query(app.databaseUrl, owners, [company.organizationId.slice(4), person.id.slice(4)])).toEqual([]);
  });

  it('holds until the millisecond in which it ends', async () => {
    const person = await makePerson(app);
    const { data } = await invite(person.email);
    const { id = '', expiresAt = '' } = data?.inviteMember ?? {};
    const acceptAt = (instant: number) => app.clock.at(new Date(instant), () => accept(id, person));
    expect(codeOf(await acceptAt(Date.parse(expiresAt)))).toBe('STATE_CONFLICT');
    expect((await acceptAt(Date.parse(expiresAt) - 1)).errors).toEqual([]);
  });

  it('is one at a time for an address, and can be renewed after it has expired', async () => {
    const person = await makePerson(app);
    const first = await inviteId(person.email);
    expect(codeOf(await invite(person.email))).toBe('STATE_CONFLICT');
    await query(app.databaseUrl, `update invitation set expires_at = now() - interval '1 s' where id = $1`, [
      first.slice(4),
    ]);
    expect(codeOf(await accept(first, person))).toBe('STATE_CONFLICT');
    const second = await inviteId(person.email);
    expect(codeOf(await accept(first, person))).toBe('STATE_CONFLICT');
    expect((await accept(second, person)).errors).toEqual([]);
  });

  it('is not sent to who is in the organization already, in whatever case the address is written', async () => {
    const member = await colleague('member');
    for (const email of [member.email, member.email.toUpperCase(), company.owner.email]) {
      const refused = await invite(email, 'admin');
      expect(problemOf(refused)).toMatchObject({
        code: 'STATE_CONFLICT',
        detail: expect.stringContaining('in the organization already'),
      });
    }
    expect(
      await query(app.databaseUrl, `select 1 from invitation where lower(email) in ($1, $2)`, [
        member.email,
        company.owner.email,
      ]),
    ).toEqual([]);
    const abroad = await colleague('member');
    await query(app.databaseUrl, 'update auth."user" set email = $2 where id = $1', [
      abroad.id.slice(4),
      `${abroad.id}@xn--bcher-kva.example`,
    ]);
    for (const host of ['bücher.example', 'BÜCHER.example', 'xn--bcher-kva.example'])
      expect(problemOf(await invite(`${abroad.id}@${host}`)), host).toMatchObject({ code: 'STATE_CONFLICT' });
    await remove(member.id);
    expect((await invite(member.email)).errors).toEqual([]);
  });

  it('gives no one who is in the organization another role, and says nothing of it in the audit log', async () => {
    const admin = await makePerson(app);
    const id = await inviteId(admin.email, 'member');
    await giveRole(app, company.organizationId, admin, 'admin');
    await accept(id, admin);
    expect((await membersSeenBy(admin))?.find(({ email }) => email === admin.email)?.role).toBe('admin');
    expect(
      await query(app.databaseUrl, `select 1 from audit_entry where action = 'member.join' and resource_id = $1`, [
        admin.id,
      ]),
    ).toEqual([]);
  });

  it('is sent by those who may, with a verified address: to ownership by owners alone', async () => {
    const [admin, member] = [await colleague('admin'), await colleague('member')];
    expect(codeOf(await invite('boss@people.example', 'owner', admin))).toBe('NOT_A_MEMBER');
    expect(codeOf(await invite('helper@people.example', 'member', member))).toBe('NOT_A_MEMBER');
    expect((await invite('helper@people.example', 'admin', admin)).errors).toEqual([]);
    const unverified = await makePerson(app, { verified: false });
    await giveRole(app, company.organizationId, unverified, 'owner');
    const refused = await invite('friend@people.example', 'member', unverified);
    expect(problemOf(refused)).toMatchObject({ code: 'STATE_CONFLICT', detail: expect.stringContaining('Verify') });
    const letters = await query(app.databaseUrl, 'select 1 from mail where recipient = $1', ['friend@people.example']);
    expect(letters).toEqual([]);
  });
});

describe('the letter of an invitation', () => {
  const letterFor = async (name: string) => {
    const own = await makeCompany(app);
    await query(app.databaseUrl, 'update organization set name = $2 where id = $1', [
      own.organizationId.slice(4),
      name,
    ]);
    const email = `${crypto.randomUUID()}@people.example`;
    await invite(email, 'member', own.owner, own);
    const [letter] = await query<{ subject: string; body: string }>(
      app.databaseUrl,
      'select subject, body from mail where recipient = $1',
      [email],
    );
    return letter;
  };

  it('names the organization', async () => {
    for (const name of ['Acme, Inc.', 'Müller & Söhne (Berlin)', '日本電気']) {
      const letter = await letterFor(name);
      expect([letter?.subject, letter?.body]).toEqual([
        `Invitation to “${name}”`,
        expect.stringContaining(`the organization “${name}” as member`),
      ]);
    }
  });

  it.each([
    ['a link', 'Your account is locked: https://evil.example/unlock'],
    ['a bare address', 'Your account is locked, see evil.example'],
    ['a wide dot', 'Your account is locked, see evil．example'],
    ['www', 'See www evil example'],
    ['lines', 'Acme\n\nYour account is locked.'],
    ['a separator of lines', 'Acme\u2028Your account is locked.'],
    ['a mark that turns the direction', 'Acme \u202eelpmaxe'],
    ['a mail address', 'Write to help@evil'],
    ['a long text', 'You have won. '.repeat(8)],
  ])('carries no name with %s', async (_what, name) => {
    const letter = await letterFor(name);
    expect(letter?.subject).toBe('Invitation to an organization');
    expect(letter?.body).toMatch(/^You are invited to an organization as member\. Open this link/);
    expect(`${letter?.body}`.match(/https?:\/\//g)).toHaveLength(1);
  });

  it.each([
    'Acme\nYour account is locked',
    'Acme\u2028',
    'Acme \u202eelpmaxe',
    'Go to https://evil.example',
    'www.evil.example',
  ])('begins with a name that is one line without an address: %j is refused', async (name) => {
    const person = await makePerson(app);
    const made = await run(
      'mutation ($input: CreateOrganizationInput!) { createOrganization(input: $input) { id } }',
      { name },
      person,
    );
    expect(codeOf(made)).toBe('VALIDATION_FAILED');
    const renamed = await run(
      'mutation ($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { id } }',
      { organizationId: company.organizationId, name },
      company.owner,
    );
    expect(codeOf(renamed)).toBe('VALIDATION_FAILED');
  });
});

describe('the link of an invitation’s letter', () => {
  interface Received {
    id: string;
    organizationName: string;
    inviterName: string | null;
    email: string;
    role: string;
  }
  const RECEIVED = '{ id organizationName inviterName email role }';
  const readLetter = (invitationId: string, key: string) =>
    askGraphql<{ invitationLetter: Received }>(
      app,
      `query ($invitationId: ID!, $key: String!) { invitationLetter(invitationId: $invitationId, key: $key) ${RECEIVED} }`,
      { invitationId, key },
    );
  const readOwn = async (by: By) =>
    (await askGraphql<{ myInvitations: Received[] }>(app, `{ myInvitations ${RECEIVED} }`, {}, { cookie: by.cookie }))
      .data?.myInvitations;

  it('names organization and inviter before anyone has signed in, behind # where no log sees its secret', async () => {
    const email = `${crypto.randomUUID()}@people.example`;
    const id = await inviteId(email, 'admin');
    const { pathname, hash } = new URL(await linkSentTo(app, email));
    const [, key = ''] = /^#\/invitations\/inv_[\w-]+\?key=([\w-]{32})$/.exec(hash) ?? [];
    expect([pathname, key.length]).toEqual(['/admin/', 32]);
    const [{ name } = { name: '' }] = await query<{ name: string }>(
      app.databaseUrl,
      'select name from organization where id = $1',
      [company.organizationId.slice(4)],
    );
    const received = { id, organizationName: name, inviterName: 'A Person', email, role: 'admin' };
    expect((await readLetter(id, key)).data?.invitationLetter).toEqual(received);
    expect(codeOf(await readLetter(id, `${key.slice(0, -1)}!`))).toBe('NOT_FOUND');
    expect(codeOf(await readLetter('inv_00000000-0000-7000-8000-000000000000', key))).toBe('NOT_FOUND');
    const stored = await query(app.databaseUrl, 'select 1 from invitation i where position($1 in i::text) > 0', [key]);
    expect(stored).toEqual([]);
    await revoke(id, company.owner);
    expect(codeOf(await readLetter(id, key))).toBe('NOT_FOUND');
  });

  it('is what a new account has waiting once the address is verified, and not before', async () => {
    const person = await makePerson(app, { verified: false });
    const id = await inviteId(person.email);
    expect(await readOwn(person)).toEqual([]);
    await verify(person);
    expect((await readOwn(person))?.map((one) => one.id)).toEqual([id]);
    expect(await readOwn(company.owner)).toEqual([]);
    await accept(id, person);
    expect(await readOwn(person)).toEqual([]);
  });
});

describe('the invitations of an organization', () => {
  it('are listed for owners and admins, newest first, page by page, open ones alone when asked', async () => {
    const own = await makeCompany(app);
    const [admin, member, person] = [await makePerson(app), await makePerson(app), await makePerson(app)];
    await giveRole(app, own.organizationId, admin, 'admin');
    await giveRole(app, own.organizationId, member, 'member');
    const ids = [
      await inviteId(person.email, 'member', own.owner, own),
      await inviteId('b@people.example', 'admin', own.owner, own),
      await inviteId('c@people.example', 'member', admin, own),
    ];
    await accept(ids[0] ?? '', person);
    const first = (await list(admin, { limit: 2 }, own)).data?.invitations;
    expect(first?.items.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    expect(first?.items[0]).toMatchObject({ email: 'c@people.example', role: 'member', invitedBy: admin.id });
    const second = (await list(admin, { limit: 2, cursor: first?.nextCursor ?? null }, own)).data?.invitations;
    expect([second?.items.map(({ id }) => id), second?.nextCursor]).toEqual([[ids[0]], null]);
    expect(second?.items[0]?.acceptedAt).not.toBeNull();
    const open = (await list(own.owner, { open: true }, own)).data?.invitations.items;
    expect(open?.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    expect(codeOf(await list(member, {}, own))).toBe('NOT_A_MEMBER');
    expect(codeOf(await list(company.owner, {}, own))).toBe('NOT_FOUND');
    expect(codeOf(await list(own.owner, { cursor: 'x' }, own))).toBe('VALIDATION_FAILED');
  });

  it('are revoked for good by who may send them, and the revocation is in the audit log', async () => {
    const [admin, member, person] = [await colleague('admin'), await colleague('member'), await makePerson(app)];
    const id = await inviteId(person.email);
    expect(codeOf(await revoke(id, member))).toBe('NOT_A_MEMBER');
    const revoked = (await revoke(id, admin)).data?.revokeInvitation;
    expect(revoked?.revokedAt).not.toBeNull();
    expect((await revoke(id, admin)).data?.revokeInvitation).toEqual(revoked);
    expect(codeOf(await accept(id, person))).toBe('STATE_CONFLICT');
    expect(
      await query(
        app.databaseUrl,
        `select actor from audit_entry where action = 'invitation.revoke' and resource_id = $1`,
        [id],
      ),
    ).toEqual([{ actor: admin.id }]);
    expect((await invite(person.email)).errors).toEqual([]);
  });

  it('to ownership are an owner’s to revoke, accepted ones no one’s, another organization’s unknown', async () => {
    const [admin, person] = [await colleague('admin'), await makePerson(app)];
    const toOwnership = await inviteId('next-owner@people.example', 'owner');
    expect(codeOf(await revoke(toOwnership, admin))).toBe('NOT_A_MEMBER');
    expect((await revoke(toOwnership, company.owner)).errors).toEqual([]);
    const accepted = await inviteId(person.email);
    await accept(accepted, person);
    expect(codeOf(await revoke(accepted, company.owner))).toBe('STATE_CONFLICT');
    const other = await makeCompany(app);
    const theirs = await inviteId('d@people.example', 'member', other.owner, other);
    expect(codeOf(await revoke(theirs, company.owner))).toBe('NOT_FOUND');
    expect(codeOf(await revoke(theirs, company.owner, other))).toBe('NOT_FOUND');
  });
});

describe('the rights of an invitation’s sender', () => {
  const openIds = async () =>
    (await list(company.owner, { open: true, limit: 100 })).data?.invitations.items.map(({ id }) => id);

  it('take it with them when they are removed, and one to their own address', async () => {
    const [admin, person] = [await makePerson(app), await makePerson(app)];
    const own = await inviteId(admin.email, 'admin');
    await giveRole(app, company.organizationId, admin, 'admin');
    const [sent, others] = [await inviteId(person.email, 'member', admin), await inviteId('stays@people.example')];
    await remove(admin.id);
    expect(codeOf(await accept(sent, person))).toBe('STATE_CONFLICT');
    expect(codeOf(await accept(own, admin))).toBe('STATE_CONFLICT');
    const open = await openIds();
    expect([open?.includes(sent), open?.includes(own), open?.includes(others)]).toEqual([false, false, true]);
    const [entry] = await query<{ changes: { invitations: [string[], string[]] } }>(
      app.databaseUrl,
      `select v.changes from audit_entry e join audit_value v on v.organization_id = e.organization_id and v.entry_id = e.id where e.action = 'member.remove' and e.resource_id = $1`,
      [admin.id],
    );
    expect(entry?.changes.invitations[0].toSorted()).toEqual([sent, own].toSorted());
  });

  it('take with them what the lesser role may not send', async () => {
    const owner = await colleague('owner');
    const [toOwner, toAdmin] = [
      await inviteId('o@people.example', 'owner', owner),
      await inviteId('a@people.example', 'admin', owner),
    ];
    await changeRole(owner.id, 'admin');
    expect([(await openIds())?.includes(toOwner), (await openIds())?.includes(toAdmin)]).toEqual([false, true]);
    await changeRole(owner.id, 'member');
    expect((await openIds())?.includes(toAdmin)).toBe(false);
  });

  it('are asked again when it is accepted, whatever took them away', async () => {
    const [admin, person] = [await colleague('admin'), await makePerson(app)];
    const id = await inviteId(person.email, 'member', admin);
    await query(app.databaseUrl, 'delete from member where user_id = $1', [admin.id.slice(4)]);
    expect(codeOf(await accept(id, person))).toBe('STATE_CONFLICT');
    await giveRole(app, company.organizationId, admin, 'member');
    expect(codeOf(await accept(id, person))).toBe('STATE_CONFLICT');
    await giveRole(app, company.organizationId, admin, 'admin');
    expect((await accept(id, person)).errors).toEqual([]);
  });

  it('hold for one of the two when they are taken while the invitation is accepted or sent', async () => {
    const [admin, person] = [await colleague('admin'), await makePerson(app)];
    const id = await inviteId(person.email, 'member', admin);
    const [, accepted, sent] = await Promise.all([
      remove(admin.id),
      accept(id, person),
      invite('meanwhile@people.example', 'member', admin),
    ]);
    for (const { errors } of [accepted, sent])
      expect(['STATE_CONFLICT', 'NOT_FOUND', undefined]).toContain(errors[0]?.extensions.code);
    const left = await query(
      app.databaseUrl,
      'select 1 from invitation where invited_by = $1 and accepted_at is null and revoked_at is null',
      [admin.id.slice(4)],
    );
    expect(left).toEqual([]);
  });
});
