import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { signIn } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { type Input, prepared, review, runIntake, submissionOf, submit } from '../setup/intake.js';

let app: TestApp;
let reviewer: string;
let second: string;
beforeAll(async () => {
  app = await startApp();
  reviewer = await signIn(app, app.credentials.users.reviewer);
  second = await signIn(app, app.credentials.users.secondReviewer);
});
afterAll(() => app.close());

interface Letter {
  recipient: string;
  subject: string;
  body: string;
  link: string | null;
}
const lettersTo = (email: string): Promise<Letter[]> =>
  query<Letter>(app.databaseUrl, 'select recipient, subject, body, link from mail where recipient = $1 order by id', [
    email,
  ]);

const linksIn = (text: string): string[] => text.match(/https?:\/\/\S+/g) ?? [];

/** Each letter says one thing and leads to one place of the workspace. */
function expectPlain(letters: readonly Letter[], secrets: readonly string[]): void {
  for (const { subject, body } of letters) {
    expect(linksIn(body), body).toHaveLength(1);
    expect(linksIn(body)[0]?.startsWith(`${app.url}/`)).toBe(true);
    for (const secret of secrets) expect(subject + body).not.toContain(secret);
  }
}

describe('the letters about a submission', () => {
  it('tell its contact what changed, with one link, no secret and nothing that reviewers wrote', async () => {
    const input: Input = submissionOf('tracked_links');
    const { id, receipt } = await prepared(app, input);
    await review(app, 'commentIntake', { id, text: 'between-reviewers' }, reviewer);
    await review(app, 'requestIntakeChanges', { id, revision: 1, reason: 'reason-of-changes' }, reviewer);
    await runIntake(app);
    await submit(app, { ...input, note: 'Changed.' }, receipt);
    await runIntake(app);
    await review(app, 'approveIntake', { id, revision: 2 }, reviewer);
    await runIntake(app);
    const letters = await lettersTo(input.contact.email);
    expect(letters.map(({ subject }) => subject)).toEqual([
      'Confirm your address for a submission',
      'Changes were requested',
      'Your submission was published',
    ]);
    expectPlain(letters, [receipt.split('.')[1] ?? '', 'between-reviewers', 'reason-of-changes', 'Changed.']);
  });

  it('tell it of a rejection, and of an approval that a second reviewer has to agree to', async () => {
    const rejected = submissionOf('tracked_links');
    const one = await prepared(app, rejected);
    await review(app, 'rejectIntake', { id: one.id, revision: 1, reason: 'reason-of-rejection' }, reviewer);
    const workspace = submissionOf('partner_workspace');
    const other = await prepared(app, workspace);
    await review(app, 'approveIntake', { id: other.id, revision: 1 }, reviewer);
    await runIntake(app);
    expect((await lettersTo(rejected.contact.email)).at(-1)?.subject).toBe('Your submission was not accepted');
    expect((await lettersTo(workspace.contact.email)).at(-1)?.subject).toBe('Your submission was approved');
    expectPlain(
      [...(await lettersTo(rejected.contact.email)), ...(await lettersTo(workspace.contact.email))],
      [one.receipt.split('.')[1] ?? '', other.receipt.split('.')[1] ?? '', 'reason-of-rejection'],
    );
  });

  it('lead a reviewer to what waits, and the second one to what the first approved', async () => {
    const { id, receipt } = await prepared(app, submissionOf('partner_workspace'));
    await review(app, 'assignIntake', { id }, reviewer);
    await review(app, 'approveIntake', { id, revision: 1 }, reviewer);
    await runIntake(app);
    const { email } = app.credentials.users.secondReviewer;
    const own = (await lettersTo(email)).filter(({ body }) => body.includes(id));
    expect(own.map(({ subject }) => subject).at(-1)).toMatch(/second reviewer|need a reviewer/);
    expectPlain(own, [receipt.split('.')[1] ?? '']);
    expect(linksIn(own.at(-1)?.body ?? '')[0]).toMatch(/\/admin\/#\/review\/intake-submissions(\/sub_[\w-]+)?$/);
    await review(app, 'provisionIntake', { id, revision: 1 }, second);
  });
});
