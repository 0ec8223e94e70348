import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql, signIn } from '../setup/ask.js';
import { runCommand } from '../setup/command.js';
import { prepared, readItem, review, stateOf, submissionOf } from '../setup/intake.js';
import { makePerson, type Person } from '../setup/people.js';

let app: TestApp;
let first: string;
let third: string;
beforeAll(async () => {
  app = await startApp();
  first = await signIn(app, app.credentials.users.reviewer);
  third = await signIn(app, app.credentials.users.secondReviewer);
});
afterAll(() => app?.close());

const codeOf = (reply: { errors: { extensions: { code: string } }[] }): string | undefined =>
  reply.errors[0]?.extensions.code;

/** A reviewer of whom nothing else depends. */
async function makeReviewer(): Promise<Person> {
  const person = await makePerson(app);
  await runCommand(app, 'role', 'grant', person.email);
  return person;
}

async function close({ cookie, password }: Person): Promise<void> {
  const { data, errors } = await askGraphql<{ closeAccount: boolean }>(
    app,
    'mutation ($input: CloseAccountInput!) { closeAccount(input: $input) }',
    { input: { currentPassword: password } },
    { cookie },
  );
  expect([data?.closeAccount, errors]).toEqual([true, []]);
}

describe('a reviewer who closes their account', () => {
  it('as the second one of a workspace leaves it to a third, and never to who approved it', async () => {
    const { id } = await prepared(app, submissionOf('partner_workspace'));
    const leaving = await makeReviewer();
    expect(codeOf(await review(app, 'approveIntake', { id, revision: 1 }, first))).toBeUndefined();
    expect(codeOf(await review(app, 'assignIntake', { id }, leaving.cookie))).toBeUndefined();
    expect(codeOf(await review(app, 'assignIntake', { id }, third))).toBe('STATE_CONFLICT');
    await close(leaving);
    expect(codeOf(await review(app, 'provisionIntake', { id, revision: 1 }, leaving.cookie))).toBe('UNAUTHENTICATED');
    expect(await stateOf(app, id)).toBe('approved');
    const taken = await review(app, 'assignIntake', { id }, third);
    expect(taken.errors).toEqual([]);
    expect(codeOf(await review(app, 'provisionIntake', { id, revision: 1 }, first))).toBe('APPROVAL_REQUIRED');
    const done = await review(app, 'provisionIntake', { id, revision: 1 }, third);
    expect(done.data?.provisionIntake).toMatchObject({ state: 'provisioned' });
  });

  it('after the first approval leaves it to any other', async () => {
    const { id } = await prepared(app, submissionOf('partner_workspace'));
    const leaving = await makeReviewer();
    expect(codeOf(await review(app, 'approveIntake', { id, revision: 1 }, leaving.cookie))).toBeUndefined();
    await close(leaving);
    expect((await readItem(app, id, third)).state).toBe('approved');
    const done = await review(app, 'provisionIntake', { id, revision: 1 }, third);
    expect(done.data?.provisionIntake).toMatchObject({ state: 'provisioned' });
  });

  it('before any decision leaves what they had taken to one of two who take it at once', async () => {
    const { id } = await prepared(app, submissionOf('tracked_links'));
    const leaving = await makeReviewer();
    expect(codeOf(await review(app, 'assignIntake', { id }, leaving.cookie))).toBeUndefined();
    await close(leaving);
    const replies = await Promise.all([first, third].map((cookie) => review(app, 'assignIntake', { id }, cookie)));
    expect(replies.map((one) => codeOf(one) ?? 'done').sort()).toEqual(['STATE_CONFLICT', 'done']);
    const done = await review(app, 'approveIntake', { id, revision: 1 }, first);
    expect(done.data?.approveIntake).toMatchObject({ state: 'published' });
  });
});
