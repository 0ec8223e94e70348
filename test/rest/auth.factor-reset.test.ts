import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resetDueFactors } from '../../server/accounts/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { enroll, setPolicy } from '../setup/factors.js';
import { workOf } from '../setup/jobs.js';
import { actsOf, giveRole, linkSentTo, makeCompany, makePerson, type Person } from '../setup/people.js';

const HOUR_MS = 3_600_000;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

interface Reset {
  readonly id: string;
  readonly dueAt: string | null;
}
const act =
  <Answer>(name: string, type: string, selection: string) =>
  async (by: { cookie?: string }, input: object) => {
    const reply = await askGraphql<Record<string, Answer | null>>(
      app,
      `mutation ($input: ${type}!) { ${name}(input: $input) ${selection} }`,
      { input },
      by,
    );
    return { answer: reply.data?.[name] ?? null, code: reply.errors[0]?.extensions.code };
  };
const request = act<Reset>('requestFactorReset', 'RequestFactorResetInput', '{ id dueAt }');
const confirm = act<Reset>('confirmFactorReset', 'DecideFactorResetInput', '{ id dueAt }');
const withdraw = act<boolean>('withdrawFactorReset', 'DecideFactorResetInput', '');
const object = act<boolean>('objectToFactorReset', 'ObjectToFactorResetInput', '');

async function makeTeam() {
  const { organizationId, owner } = await makeCompany(app);
  const [admin, lost] = [await makePerson(app), await makePerson(app)];
  await giveRole(app, organizationId, admin, 'admin');
  await giveRole(app, organizationId, lost, 'member');
  await enroll(app, lost);
  const ask = async (by: Person = admin) => {
    const { answer, code } = await request(by, { organizationId, userId: lost.id, reason: 'lost the phone' });
    if (!answer) throw new Error(`requestFactorReset answered ${code}`);
    return { organizationId, resetId: answer.id };
  };
  return { organizationId, owner, admin, lost, ask };
}
const runJob = (hours: number) =>
  app.clock.at(new Date(app.clock.now().getTime() + hours * HOUR_MS), () => resetDueFactors.run(workOf(app), {}));
const hasFactor = async ({ id }: Person): Promise<boolean> =>
  (await query(app.databaseUrl, 'select 1 from second_factor where user_id = $1', [id.slice(4)])).length > 0;
const subjectsTo = async ({ email }: Person): Promise<string[]> =>
  (
    await query<{ subject: string }>(
      app.databaseUrl,
      `select subject from mail where recipient = $1 and subject like '%second factor%' order by created_at`,
      [email],
    )
  ).map(({ subject }) => subject);
const keyIn = (link: string): string => new URLSearchParams(link.slice(link.indexOf('?'))).get('key') ?? '';

describe('a lost second factor', () => {
  it('is taken off by two admins a day after the second, with letters before and after and in both logs', async () => {
    const { organizationId, owner, admin, lost, ask } = await makeTeam();
    const reset = await ask();
    await runJob(25);
    expect(await hasFactor(lost)).toBe(true);
    const { answer } = await confirm(owner, reset);
    const dueIn = Date.parse(answer?.dueAt ?? '') - app.clock.now().getTime();
    expect(Math.round(dueIn / HOUR_MS)).toBe(24);
    await runJob(23.9);
    expect(await hasFactor(lost)).toBe(true);
    await runJob(24.1);
    expect(await hasFactor(lost)).toBe(false);
    expect((await askGraphql(app, '{ sessions { id } }', {}, lost)).errors).toHaveLength(1);
    expect(await subjectsTo(lost)).toEqual([
      'A second factor is on for your account',
      'A reset of your second factor was requested',
      'Your second factor will be reset',
      'The second factor of your account is off',
    ]);
    expect(await actsOf(app, lost)).toEqual(
      expect.arrayContaining(['factor.request_reset', 'factor.confirm_reset', 'factor.end_reset', 'factor.reset']),
    );
    const logged = await query<{ action: string; actor: string }>(
      app.databaseUrl,
      `select action, actor from audit_entry where chain = $1 and action like 'factor.%' order by sequence`,
      [organizationId],
    );
    expect(logged).toEqual([
      { action: 'factor.request_reset', actor: admin.id },
      { action: 'factor.confirm_reset', actor: owner.id },
      { action: 'factor.end_reset', actor: 'system' },
    ]);
    await runJob(48);
    expect(await subjectsTo(lost)).toHaveLength(4);
  });

  it('stays when the person objects, by either letter without a sign-in or in a session of theirs', async () => {
    const { admin, owner, lost, ask } = await makeTeam();
    const first = await ask();
    const firstKey = keyIn(await linkSentTo(app, lost.email));
    expect((await object({}, { resetId: first.resetId, key: 'not the key' })).code).toBe('NOT_FOUND');
    expect((await object({}, { resetId: first.resetId })).code).toBe('NOT_FOUND');
    expect((await object(admin, { resetId: first.resetId })).code).toBe('NOT_FOUND');
    await confirm(owner, first);
    expect((await object({}, { resetId: first.resetId, key: firstKey })).answer).toBe(true);
    expect((await object({}, { resetId: first.resetId, key: firstKey })).code).toBe('NOT_FOUND');
    const second = await ask();
    await confirm(owner, second);
    const key = keyIn(await linkSentTo(app, lost.email));
    expect((await object({}, { resetId: second.resetId, key })).answer).toBe(true);
    const third = await ask();
    expect((await object(lost, { resetId: third.resetId })).answer).toBe(true);
    await runJob(25);
    expect(await hasFactor(lost)).toBe(true);
    expect(await subjectsTo(admin)).toContain('A reset of a second factor was stopped');
  });

  it('needs two people who are neither the one who lost it nor each other', async () => {
    const { organizationId, owner, admin, lost, ask } = await makeTeam();
    await giveRole(app, organizationId, lost, 'admin');
    const reset = await ask();
    expect((await confirm(admin, reset)).code).toBe('STATE_CONFLICT');
    expect((await confirm(lost, reset)).code).toBe('STATE_CONFLICT');
    expect((await request(lost, { organizationId, userId: lost.id })).code).toBe('STATE_CONFLICT');
    expect((await request(owner, { organizationId, userId: lost.id })).code).toBe('STATE_CONFLICT');
    const third = await makePerson(app);
    await giveRole(app, organizationId, third, 'admin');
    const both = await Promise.all([confirm(owner, reset), confirm(third, reset)]);
    expect(both.filter(({ answer }) => answer)).toHaveLength(1);
    expect((await withdraw(third, reset)).answer).toBe(true);
    expect((await withdraw(third, reset)).code).toBe('NOT_FOUND');
    const bare = await makePerson(app);
    await giveRole(app, organizationId, bare, 'member');
    expect((await request(owner, { organizationId, userId: bare.id })).code).toBe('STATE_CONFLICT');
  });

  it('ends with the rights of an admin, a request with seven days, and is of its organization alone', async () => {
    const { organizationId, owner, admin, lost, ask } = await makeTeam();
    const reset = await ask();
    const { owner: stranger, organizationId: other } = await makeCompany(app);
    expect((await confirm(stranger, reset)).code).toBe('NOT_FOUND');
    expect((await confirm(stranger, { ...reset, organizationId: other })).code).toBe('NOT_FOUND');
    expect((await request(lost, { organizationId, userId: owner.id })).code).toBe('NOT_A_MEMBER');
    await confirm(owner, reset);
    await giveRole(app, organizationId, admin, 'member');
    await runJob(25);
    expect(await hasFactor(lost)).toBe(true);
    await giveRole(app, organizationId, admin, 'admin');
    await ask();
    await runJob(7 * 24 + 1);
    expect((await ask()).resetId).toMatch(/^frs_/);
    expect(await hasFactor(lost)).toBe(true);
  });

  it('is left to an operator where another organization requires it, or the person is a reviewer', async () => {
    const { organizationId, owner, admin, lost, ask } = await makeTeam();
    const { owner: elsewhere, organizationId: other } = await makeCompany(app);
    await giveRole(app, other, lost, 'member');
    const reset = await ask();
    await setPolicy(app, elsewhere, { organizationId: other, enforcedFor: 'everyone', graceDays: 30 });
    expect((await confirm(owner, reset)).code).toBe('STATE_CONFLICT');
    await withdraw(admin, reset);
    expect((await request(admin, { organizationId, userId: lost.id })).code).toBe('STATE_CONFLICT');
    await setPolicy(app, elsewhere, { organizationId: other, enforcedFor: 'no_one' });
    await query(app.databaseUrl, 'update auth."user" set reviewer = true where id = $1', [lost.id.slice(4)]);
    expect((await request(admin, { organizationId, userId: lost.id })).code).toBe('STATE_CONFLICT');
  });
});

describe('a reset that waits', () => {
  const HOURS_OF_WEEK = 7 * 24;
  const requestedAt = (resetId: string, at: Date) =>
    query(app.databaseUrl, 'update factor_reset set requested_at = $2 where id = $1', [resetId.slice(4), at]);
  const outcomeOf = async (resetId: string): Promise<string | null | undefined> =>
    (
      await query<{ outcome: string | null }>(app.databaseUrl, 'select outcome from factor_reset where id = $1', [
        resetId.slice(4),
      ])
    )[0]?.outcome;
  const leave = (organizationId: string, { id }: Person) =>
    query(app.databaseUrl, 'delete from member where organization_id = $1 and user_id = $2', [
      organizationId.slice(4),
      id.slice(4),
    ]);
  const received = async (by: Person): Promise<string[] | undefined> =>
    (
      await askGraphql<{ myFactorResets: { id: string }[] }>(app, '{ myFactorResets { id } }', {}, by)
    ).data?.myFactorResets.map(({ id }) => id);

  it('is never asked for by the one who lost it', async () => {
    const { organizationId, lost, ask } = await makeTeam();
    await giveRole(app, organizationId, lost, 'admin');
    expect((await request(lost, { organizationId, userId: lost.id })).code).toBe('STATE_CONFLICT');
    expect((await ask()).resetId).toMatch(/^frs_/);
  });

  it('is not confirmed once the admin who asked is none any more', async () => {
    const { organizationId, owner, admin, ask } = await makeTeam();
    const reset = await ask();
    await giveRole(app, organizationId, admin, 'reader');
    expect((await confirm(owner, reset)).code).toBe('STATE_CONFLICT');
    await giveRole(app, organizationId, admin, 'admin');
    expect((await confirm(owner, reset)).answer).not.toBeNull();
  });

  it('is confirmed until its seven days are over, and not at the instant in which they end', async () => {
    const { owner, ask } = await makeTeam();
    const reset = await ask();
    const now = app.clock.now();
    await requestedAt(reset.resetId, new Date(now.getTime() - 604_800_000));
    expect((await app.clock.at(now, () => confirm(owner, reset))).code).toBe('STATE_CONFLICT');
    await requestedAt(reset.resetId, new Date(now.getTime() - 604_799_999));
    expect((await app.clock.at(now, () => confirm(owner, reset))).answer).not.toBeNull();
  });

  it('is void by itself after seven days without a second admin', async () => {
    const { ask } = await makeTeam();
    const { resetId } = await ask();
    await runJob(HOURS_OF_WEEK - 1);
    expect(await outcomeOf(resetId)).toBeNull();
    await runJob(HOURS_OF_WEEK);
    expect(await outcomeOf(resetId)).toBe('void');
  });

  it('is taken back by no admin of another organization', async () => {
    const { owner, ask } = await makeTeam();
    const reset = await ask();
    const { owner: stranger, organizationId } = await makeCompany(app);
    expect((await withdraw(stranger, { ...reset, organizationId })).code).toBe('NOT_FOUND');
    expect((await confirm(owner, reset)).answer).not.toBeNull();
  });

  it('tells both admins of an objection', async () => {
    const { owner, admin, lost, ask } = await makeTeam();
    const reset = await ask();
    await confirm(owner, reset);
    await object(lost, { resetId: reset.resetId });
    for (const one of [owner, admin]) expect(await subjectsTo(one)).toContain('A reset of a second factor was stopped');
  });

  it('is shown to the person whose factor it is, and to no one else', async () => {
    const { owner, admin, lost, ask } = await makeTeam();
    const { resetId } = await ask();
    expect(await received(lost)).toEqual([resetId]);
    for (const one of [owner, admin]) expect(await received(one)).toEqual([]);
  });

  it('is the admins’ own where no one but their organization requires the factor', async () => {
    const { organizationId, owner, lost, ask } = await makeTeam();
    await setPolicy(app, owner, { organizationId, enforcedFor: 'everyone', graceDays: 30 });
    const reset = await ask();
    expect((await confirm(owner, reset)).answer).not.toBeNull();
    await runJob(25);
    expect(await hasFactor(lost)).toBe(false);
  });

  it('takes place at the instant in which its day ends, and not before', async () => {
    const { owner, lost, ask } = await makeTeam();
    const { answer } = await confirm(owner, await ask());
    const dueAt = Date.parse(answer?.dueAt ?? '');
    const runAt = (at: number) => app.clock.at(new Date(at), () => resetDueFactors.run(workOf(app), {}));
    await runAt(dueAt - 1);
    expect(await hasFactor(lost)).toBe(true);
    await runAt(dueAt);
    expect(await hasFactor(lost)).toBe(false);
  });

  it('is void when the person left, an admin of the two is none any more, or the factor protects more by now', async () => {
    const changes: ((team: Awaited<ReturnType<typeof makeTeam>>) => Promise<unknown>)[] = [
      ({ organizationId, lost }) => leave(organizationId, lost),
      ({ organizationId, admin }) => leave(organizationId, admin),
      ({ organizationId, owner }) => giveRole(app, organizationId, owner, 'member'),
      ({ lost }) => query(app.databaseUrl, 'update auth."user" set reviewer = true where id = $1', [lost.id.slice(4)]),
    ];
    for (const [index, change] of changes.entries()) {
      const team = await makeTeam();
      const reset = await team.ask();
      await confirm(team.owner, reset);
      await change(team);
      await runJob(25);
      expect([index, await outcomeOf(reset.resetId), await hasFactor(team.lost)]).toEqual([index, 'void', true]);
    }
  });

  it('takes the recovery codes along', async () => {
    const { owner, lost, ask } = await makeTeam();
    await confirm(owner, await ask());
    await runJob(25);
    const codes = await query(app.databaseUrl, 'select 1 from recovery_code where user_id = $1', [lost.id.slice(4)]);
    expect(codes).toEqual([]);
  });
});
