import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byOperation } from '../contract/access.table.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn } from '../setup/ask.js';
import { callsOf } from '../setup/calls.catalog.js';
import { makeCast } from '../setup/cast.js';
import { query } from '../setup/database.js';
import { codeOf, confirmFactor, enroll, offerFactor, removeFactor, setPolicy } from '../setup/factors.js';
import { giveRole, makeCompany, makePerson, type Person } from '../setup/people.js';
import { startSourcedApp } from '../setup/skill-source.js';

const DAY_MS = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

interface Refusal {
  readonly code?: string;
  readonly errors?: readonly { readonly code: string }[];
}
const refusalOf = (reply: { errors: readonly { extensions: unknown }[] }): Refusal =>
  (reply.errors[0]?.extensions ?? {}) as Refusal;
const ENROLL = { code: 'SECOND_FACTOR_REQUIRED', errors: [{ code: 'enroll' }] };

const openedTo = ({ cookie }: Pick<Person, 'cookie'>) => askGraphql(app, '{ sessions { id } }', {}, { cookie });
const viewerOf = ({ cookie }: Pick<Person, 'cookie'>) =>
  askGraphql<{ viewer: { mustEnroll: boolean; memberships: unknown[] } }>(
    app,
    '{ viewer { mustEnroll memberships { role } } }',
    {},
    { cookie },
  );

async function memberOf(organizationId: string, role: 'owner' | 'admin' | 'member' = 'member'): Promise<Person> {
  const person = await makePerson(app);
  await giveRole(app, organizationId, person, role);
  return person;
}

describe('a second factor that an organization requires', () => {
  it('leads a person without one to its enrolment, and opens the rest once it is confirmed', async () => {
    const { organizationId, owner } = await makeCompany(app);
    const member = await memberOf(organizationId);
    const set = await setPolicy(app, owner, { organizationId, enforcedFor: 'everyone' });
    expect(set.data?.setSecondFactorPolicy).toMatchObject({ enforcedFor: 'everyone', graceDays: 0 });
    for (const person of [member, owner]) {
      expect(refusalOf(await openedTo(person))).toMatchObject(ENROLL);
      expect((await viewerOf(person)).data?.viewer).toEqual({ mustEnroll: true, memberships: [] });
    }
    const state = await askGraphql<{ secondFactor: { requiredBy: { organizationId: string; dueAt: string }[] } }>(
      app,
      '{ secondFactor { requiredBy { organizationId organizationName dueAt } requiredOfReviewers } }',
      {},
      member,
    );
    expect(state.data?.secondFactor).toMatchObject({
      requiredBy: [{ organizationId, organizationName: 'A Company' }],
      requiredOfReviewers: false,
    });
    await enroll(app, member);
    expect((await openedTo(member)).errors).toEqual([]);
    expect((await viewerOf(member)).data?.viewer).toEqual({ mustEnroll: false, memberships: [{ role: 'member' }] });
    expect(refusalOf(await openedTo(owner))).toMatchObject(ENROLL);
  });

  it('is required of admins and owners alone where the policy says so, and of no one where it is taken back', async () => {
    const { organizationId, owner } = await makeCompany(app);
    const member = await memberOf(organizationId);
    const admin = await memberOf(organizationId, 'admin');
    await enroll(app, owner);
    await setPolicy(app, owner, { organizationId, enforcedFor: 'admins' });
    expect((await openedTo(member)).errors).toEqual([]);
    expect(refusalOf(await openedTo(admin))).toMatchObject(ENROLL);
    await giveRole(app, organizationId, member, 'admin');
    expect(refusalOf(await openedTo(member))).toMatchObject(ENROLL);
    await setPolicy(app, owner, { organizationId, enforcedFor: 'no_one' });
    expect((await openedTo(admin)).errors).toEqual([]);
  });

  it('leaves a grace of days from the change, or from the day on which a person joined', async () => {
    const { organizationId, owner } = await makeCompany(app);
    const member = await memberOf(organizationId);
    await setPolicy(app, owner, { organizationId, enforcedFor: 'everyone', graceDays: 3 });
    const since = app.clock.now().getTime();
    const late = await memberOf(organizationId);
    await query(app.databaseUrl, 'update member set created_at = $1 where user_id = $2', [
      new Date(since + 2 * DAY_MS),
      late.id.slice(4),
    ]);
    const letters = await query(
      app.databaseUrl,
      `select 1 from mail where recipient = $1 and subject like 'A second%'`,
      [member.email],
    );
    expect(letters).toHaveLength(1);
    const refusedAt = (person: Person, days: number) =>
      app.clock.at(new Date(since + days * DAY_MS), async () => refusalOf(await openedTo(person)).code ?? 'open');
    expect(await refusedAt(member, 2.9)).toBe('open');
    expect(await refusedAt(member, 3.1)).toBe('SECOND_FACTOR_REQUIRED');
    expect(await refusedAt(late, 4.9)).toBe('open');
    expect(await refusedAt(late, 5.1)).toBe('SECOND_FACTOR_REQUIRED');
  });

  it('is due at the earliest of two days, and at its very instant', async () => {
    const [soon, late] = [await makeCompany(app), await makeCompany(app)];
    const member = await memberOf(late.organizationId);
    await giveRole(app, soon.organizationId, member, 'member');
    await setPolicy(app, late.owner, { organizationId: late.organizationId, enforcedFor: 'everyone', graceDays: 5 });
    await setPolicy(app, soon.owner, { organizationId: soon.organizationId, enforcedFor: 'everyone', graceDays: 2 });
    const [due] = await query<{ at: Date }>(
      app.databaseUrl,
      `select greatest(p.since, m.created_at) + interval '48 hours' as at from second_factor_policy p
       join member m on m.organization_id = p.organization_id where p.organization_id = $1 and m.user_id = $2`,
      [soon.organizationId.slice(4), member.id.slice(4)],
    );
    const at = due?.at.getTime() ?? 0;
    const refusedAt = (instant: number) =>
      app.clock.at(new Date(instant), async () => refusalOf(await openedTo(member)).code ?? 'open');
    expect(await refusedAt(at - 1)).toBe('open');
    expect(await refusedAt(at)).toBe('SECOND_FACTOR_REQUIRED');
  });

  it('can be replaced and not removed while it is required, in its days of grace too', async () => {
    const { organizationId, owner } = await makeCompany(app);
    const member = await memberOf(organizationId);
    await enroll(app, member);
    await setPolicy(app, owner, { organizationId, enforcedFor: 'everyone', graceDays: 90 });
    const refused = await removeFactor(app, member.cookie);
    expect(refusalOf(refused)).toMatchObject({ code: 'STATE_CONFLICT' });
    const next = await offerFactor(app, member);
    const replaced = await confirmFactor(app, member.cookie, codeOf(app, next, -1));
    expect(replaced.data?.confirmSecondFactor?.codes).toHaveLength(10);
    await setPolicy(app, owner, { organizationId, enforcedFor: 'no_one' });
    expect((await removeFactor(app, member.cookie)).data?.removeSecondFactor).toBe(true);
  });

  it('lets tokens that were created before work on, and says so in their list', async () => {
    const { organizationId, owner } = await makeCompany(app);
    const member = await memberOf(organizationId);
    const created = await askGraphql<{ createWorkflowToken: { token: string } }>(
      app,
      'mutation ($input: CreateWorkflowTokenInput!) { createWorkflowToken(input: $input) { token } }',
      { input: { name: 'before', scopes: ['project:read'] } },
      member,
    );
    const token = created.data?.createWorkflowToken.token ?? '';
    const listed = async (caller: object) =>
      (
        await askGraphql<{ workflowTokens: { tokens: { name: string; beforeSecondFactor: boolean }[] } }>(
          app,
          '{ workflowTokens { tokens { name beforeSecondFactor } } }',
          {},
          caller,
        )
      ).data?.workflowTokens.tokens;
    expect(await listed({ token })).toEqual([{ name: 'before', beforeSecondFactor: false }]);
    await setPolicy(app, owner, { organizationId, enforcedFor: 'everyone' });
    expect(await listed({ token })).toEqual([{ name: 'before', beforeSecondFactor: true }]);
    expect(await listed(member)).toBeUndefined();
    await enroll(app, member);
    await askGraphql(
      app,
      'mutation ($input: CreateWorkflowTokenInput!) { createWorkflowToken(input: $input) { token } }',
      { input: { name: 'after', scopes: ['project:read'] } },
      member,
    );
    expect(await listed(member)).toEqual([
      { name: 'after', beforeSecondFactor: false },
      { name: 'before', beforeSecondFactor: true },
    ]);
  });

  it('reaches the paths of a session as well, but signing out', async () => {
    const { organizationId, owner } = await makeCompany(app);
    await setPolicy(app, owner, { organizationId, enforcedFor: 'everyone' });
    const post = (path: string, body: object) =>
      ask<Refusal>(`${app.url}/api/auth/${path}`, { body, cookie: owner.cookie, headers: { origin: app.url } });
    const change = { currentPassword: owner.password, newPassword: 'quite another password' };
    expect((await post('change-password', change)).body).toMatchObject(ENROLL);
    expect((await post('revoke-other-sessions', {})).body).toMatchObject(ENROLL);
    const exported = await ask<Refusal>(
      `${app.url}/api/exports/adoption?organizationId=${organizationId}&from=2026-11-01&to=2026-11-02&what=days&format=json`,
      { cookie: owner.cookie },
    );
    expect(exported.body).toMatchObject(ENROLL);
    expect((await post('sign-out', {})).status).toBe(200);
  });

  it('is set by an owner with a fresh proof, is the same when it is set twice at once, and is in the audit log', async () => {
    const { organizationId, owner } = await makeCompany(app);
    await enroll(app, owner);
    const input = { organizationId, enforcedFor: 'admins', graceDays: 7 };
    const [one, two] = await Promise.all([setPolicy(app, owner, input), setPolicy(app, owner, input)]);
    expect(one.data?.setSecondFactorPolicy?.since).toBe(two.data?.setSecondFactorPolicy?.since);
    const entries = await query(
      app.databaseUrl,
      `select 1 from audit_entry where chain = $1 and action = 'organization.second_factor'`,
      [organizationId],
    );
    expect(entries).toHaveLength(1);
    for (const graceDays of [-1, 91])
      expect(refusalOf(await setPolicy(app, owner, { ...input, graceDays }))).toMatchObject({
        code: 'VALIDATION_FAILED',
        errors: [{ pointer: '/graceDays' }],
      });
    expect((await setPolicy(app, owner, { ...input, graceDays: 90 })).errors).toEqual([]);
    expect(refusalOf(await setPolicy(app, owner, { ...input, enforcedFor: 'nobody' })).code).toBe('VALIDATION_FAILED');
    const admin = await memberOf(organizationId, 'admin');
    expect(refusalOf(await setPolicy(app, admin, input)).code).toBe('NOT_A_MEMBER');
    const { owner: other } = await makeCompany(app);
    expect(refusalOf(await setPolicy(app, other, input)).code).toBe('NOT_FOUND');
    app.clock.move(16 * 60_000);
    expect(refusalOf(await setPolicy(app, owner, input))).toMatchObject({ errors: [{ code: 'verify' }] });
  });

  it('is announced to those who have none, and to no one who has one', async () => {
    const { organizationId, owner } = await makeCompany(app);
    const [bare, ready] = [await memberOf(organizationId), await memberOf(organizationId)];
    await enroll(app, ready);
    await setPolicy(app, owner, { organizationId, enforcedFor: 'everyone', graceDays: 3 });
    const announced = async ({ email }: Person): Promise<number> =>
      (
        await query(
          app.databaseUrl,
          `select 1 from mail where recipient = $1 and subject like 'A second factor is req%'`,
          [email],
        )
      ).length;
    expect([await announced(bare), await announced(ready)]).toEqual([1, 0]);
  });

  it('is no matter of members: who has one is shown to admins alone', async () => {
    const { organizationId } = await makeCompany(app);
    for (const [role, code] of [
      ['member', 'NOT_A_MEMBER'],
      ['admin', undefined],
    ] as const) {
      const { errors } = await askGraphql(
        app,
        'query ($organizationId: ID!) { organizationSecurity(organizationId: $organizationId) { members { enrolled } } }',
        { organizationId },
        await memberOf(organizationId, role),
      );
      expect([role, errors[0]?.extensions.code]).toEqual([role, code]);
    }
  });

  it('shows an admin who has one and from when it is required', async () => {
    const { organizationId, owner } = await makeCompany(app);
    const member = await memberOf(organizationId);
    await enroll(app, owner);
    await setPolicy(app, owner, { organizationId, enforcedFor: 'admins', graceDays: 2 });
    const { data } = await askGraphql<{
      organizationSecurity: { policy: object; members: { userId: string; requiredFrom: string | null }[] };
    }>(
      app,
      `query ($organizationId: ID!) { organizationSecurity(organizationId: $organizationId) {
        policy { enforcedFor graceDays } members { userId role enrolled requiredFrom } } }`,
      { organizationId },
      owner,
    );
    expect(data?.organizationSecurity.policy).toEqual({ enforcedFor: 'admins', graceDays: 2 });
    const shown = data?.organizationSecurity.members ?? [];
    expect(shown.toSorted((a, b) => Number(a.userId === member.id) - Number(b.userId === member.id))).toEqual([
      { userId: owner.id, role: 'owner', enrolled: true, requiredFrom: expect.stringMatching(/Z$/) },
      { userId: member.id, role: 'member', enrolled: false, requiredFrom: null },
    ]);
  });
});

describe('REVIEWERS_NEED_SECOND_FACTOR', () => {
  it('leads a reviewer to enrolment, whatever they ask for and whichever operation it is, and nobody else', async () => {
    const strict = await startSourcedApp(undefined, { REVIEWERS_NEED_SECOND_FACTOR: 'on' });
    const cast = await makeCast(strict);
    const calls = callsOf(strict, cast);
    const reviewer = cast.callers.reviewer;
    const answers = new Map<string, string | undefined>();
    for (const [name, { document, variables }] of Object.entries(calls)) {
      const row = byOperation.get(name);
      if (row?.anonymous !== 'UNAUTHENTICATED' || row.reviewer === 'WRONG_CREDENTIAL' || ENROLLING.has(name)) continue;
      const reply = await askGraphql(strict, document, await variables(), reviewer);
      answers.set(name, refusalOf(reply).errors?.[0]?.code ?? reply.errors[0]?.extensions.code ?? 'ok');
    }
    expect(answers.size).toBeGreaterThan(150);
    expect([...answers].filter(([, code]) => code !== 'enroll')).toEqual([]);
    const owner = await askGraphql(strict, '{ sessions { id } }', {}, cast.callers.owner);
    expect(owner.errors).toEqual([]);
    const { email, password } = strict.credentials.users.reviewer;
    const person = { id: '', email, password, cookie: await signIn(strict, { email, password }) };
    expect((await enroll(strict, person)).codes).toHaveLength(10);
    expect((await askGraphql(strict, '{ intakeQueue { items { id } } }', {}, person)).errors).toEqual([]);
    expect(refusalOf(await removeFactor(strict, person.cookie)).code).toBe('STATE_CONFLICT');
    await strict.close();
  });
});

/** The operations that belong to setting a second factor up. */
const ENROLLING = new Set([
  'secondFactor',
  'signInMethods',
  'offerSecondFactor',
  'confirmSecondFactor',
  'offerPasskey',
  'confirmPasskey',
  'offerPasskeyProof',
  'proveIdentity',
]);
