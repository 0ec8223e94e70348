import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { intakeJobs } from '../../server/intake/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql, signIn } from '../setup/ask.js';
import { query } from '../setup/database.js';
import {
  confirmContact,
  type Input,
  prepared,
  type ReviewAct,
  review,
  runIntake,
  type Status,
  stateOf,
  submissionOf,
  submit,
} from '../setup/intake.js';
import { workOf } from '../setup/jobs.js';
import { linkSentTo, makePerson, type Person } from '../setup/people.js';

let app: TestApp;
let first: string;
let second: string;
beforeAll(async () => {
  app = await startApp();
  first = await signIn(app, app.credentials.users.reviewer);
  second = await signIn(app, app.credentials.users.secondReviewer);
});
afterAll(() => app.close());

/** A reviewer of a test's own; with an address, that of another mailbox or an alias of one. */
async function makeReviewer(email?: string): Promise<Person> {
  const person = await makePerson(app);
  await query(app.databaseUrl, 'update auth."user" set reviewer = true, email = coalesce($2, email) where id = $1', [
    person.id.slice(4),
    email ?? null,
  ]);
  return email ? { ...person, email } : person;
}

/** Changes the address of an account as its owner does: by password, and by the letter to the new one. */
async function readdress(person: Person, email: string): Promise<void> {
  const requested = await askGraphql(
    app,
    'mutation ($input: RequestEmailChangeInput!) { requestEmailChange(input: $input) }',
    { input: { newEmail: email, currentPassword: person.password } },
    person,
  );
  expect(requested.errors).toEqual([]);
  const token = /change=([\w-]+)/.exec(await linkSentTo(app, email))?.[1] ?? '';
  const changed = await askGraphql(
    app,
    'mutation ($input: ConfirmEmailChangeInput!) { confirmEmailChange(input: $input) { email } }',
    { input: { token } },
    person,
  );
  expect(changed.data).toEqual({ confirmEmailChange: { email } });
}

const codeOf = (reply: { errors: { extensions: { code: string } }[] }): string =>
  reply.errors[0]?.extensions.code ?? 'done';
const saidOf = (reply: { errors: { message: string }[] }): string | undefined => reply.errors[0]?.message;

/** Asks for changes and sends the submission again in another form, by its receipt. */
async function resubmitted(
  one: Status,
  input: Input,
  caller: { cookie?: string } = {},
): Promise<{ id: string; revision: number }> {
  const requested = await review(app, 'requestIntakeChanges', { id: one.id, reason: 'Please say more.' }, first);
  expect(requested.errors).toEqual([]);
  const again = await submit(app, { ...input, note: 'Now with more.' }, one.receipt, caller);
  expect(again.errors).toEqual([]);
  if (again.data?.submitIntake?.contactVerified === false) await confirmContact(app, input.contact.email);
  await runIntake(app);
  return { id: one.id, revision: again.data?.submitIntake?.revision ?? 0 };
}

const decide = (act: ReviewAct, { id, revision }: { id: string; revision: number }, cookie: string) =>
  review(app, act, { id, revision, reason: 'So decided.' }, cookie);

/** The item's remark to a reviewer about their own part in it. */
const partIn = async (id: string, cookie: string): Promise<unknown> =>
  (
    await askGraphql<{ intakeItem: unknown }>(
      app,
      'query ($id: ID!) { intakeItem(id: $id) { own barredBecause allowed } }',
      { id },
      { cookie },
    )
  ).data?.intakeItem;

describe('a reviewer who wrote a revision', () => {
  it('by a receipt, while signed in, decides nothing about any revision of it', async () => {
    const input = submissionOf('tracked_links');
    const one = await prepared(app, input);
    const writer = await makeReviewer();
    const now = await resubmitted(one, input, writer);
    for (const act of ['approveIntake', 'rejectIntake', 'requestIntakeChanges'] as const)
      expect(codeOf(await decide(act, now, writer.cookie)), act).toBe('APPROVAL_REQUIRED');
    expect(saidOf(await decide('approveIntake', now, writer.cookie))).toBe(
      'You submitted revision 2 of this: another reviewer has to decide.',
    );
    expect(await partIn(one.id, writer.cookie)).toEqual({
      own: true,
      barredBecause: 'You submitted revision 2 of this: another reviewer has to decide.',
      allowed: ['assign', 'comment'],
    });
    expect(await stateOf(app, one.id)).toBe('draft_prepared');
    expect(codeOf(await decide('approveIntake', now, second))).toBe('done');
  });

  it('decides nothing about what others sent again after that', async () => {
    const input = submissionOf('tracked_links');
    const one = await prepared(app, input);
    const writer = await makeReviewer();
    await resubmitted(one, input, writer);
    const now = await resubmitted(one, { ...input, organization: { ...input.organization, name: 'Another name' } });
    expect(now.revision).toBe(3);
    expect(codeOf(await decide('approveIntake', now, writer.cookie))).toBe('APPROVAL_REQUIRED');
  });

  it('decides nothing under another account with an alias of the same mailbox', async () => {
    const writer = await makePerson(app);
    const input = submissionOf('tracked_links');
    const { data } = await submit(app, input, null, writer);
    await confirmContact(app, input.contact.email);
    await runIntake(app);
    const alias = await makeReviewer(writer.email.replace('@', '+review@').toUpperCase());
    const now = { id: data?.submitIntake?.id ?? '', revision: 1 };
    expect(codeOf(await decide('approveIntake', now, alias.cookie))).toBe('APPROVAL_REQUIRED');
    expect(codeOf(await decide('approveIntake', now, second))).toBe('done');
  });

  it.each([
    ['quoted', (email: string) => email.replace(/^(.*)@/, '"$1"@')],
    ['quoted behind a plus', (email: string) => email.replace(/^(.*)@/, '"$1+z"@')],
    ['with an escaped letter', (email: string) => email.replace(/^(.)(.*)@/, '"$1\\$2"@')],
  ])('is known by an address that an earlier build stored %s', async (_, spell) => {
    const writer = await makePerson(app);
    const input = submissionOf('tracked_links');
    const { data } = await submit(app, input, null, writer);
    await confirmContact(app, input.contact.email);
    await runIntake(app);
    const alias = await makeReviewer(spell(writer.email));
    const now = { id: data?.submitIntake?.id ?? '', revision: 1 };
    expect(codeOf(await decide('approveIntake', now, alias.cookie))).toBe('APPROVAL_REQUIRED');
  });

  it('cannot be the contact by a quoted spelling of the address', async () => {
    const input = submissionOf('tracked_links');
    const quoted = { ...input, contact: { ...input.contact, email: '"reviewer"@demo.example' } };
    expect(await submit(app, quoted)).toMatchObject({
      errors: [{ extensions: { code: 'VALIDATION_FAILED', errors: [{ pointer: '/contact/email' }] } }],
    });
  });

  it('provisions nothing that another one approved', async () => {
    const input = submissionOf('partner_workspace');
    const one = await prepared(app, input);
    const writer = await makeReviewer();
    const now = await resubmitted(one, input, writer);
    expect(codeOf(await decide('approveIntake', now, first))).toBe('done');
    expect(codeOf(await decide('provisionIntake', now, writer.cookie))).toBe('APPROVAL_REQUIRED');
    expect(await stateOf(app, one.id)).toBe('approved');
    expect(codeOf(await decide('provisionIntake', now, second))).toBe('done');
  });

  it('is also who showed the receipt of a workspace for its tracking, or had its letter sent again', async () => {
    const workspace = submissionOf('partner_workspace');
    const one = await prepared(app, workspace);
    const tracker = await makeReviewer();
    const tracking = submissionOf('usage_tracking', { productId: one.receipt });
    expect((await submit(app, tracking, null, tracker)).errors).toEqual([]);
    expect(codeOf(await decide('approveIntake', { id: one.id, revision: 1 }, tracker.cookie))).toBe(
      'APPROVAL_REQUIRED',
    );
    const input = submissionOf('tracked_links');
    const { data } = await submit(app, input);
    const holder = await makeReviewer();
    const { receipt = '', id = '' } = data?.submitIntake ?? {};
    await askGraphql(
      app,
      'mutation ($receipt: String!) { sendIntakeContactLetter(receipt: $receipt) { id } }',
      { receipt },
      holder,
    );
    await confirmContact(app, input.contact.email);
    await runIntake(app);
    expect(codeOf(await decide('approveIntake', { id, revision: 1 }, holder.cookie))).toBe('APPROVAL_REQUIRED');
  });
});

describe('an alias of the address to which the author’s account has moved', () => {
  it('decides nothing either: it is the mailbox of the same person', async () => {
    const author = await makeReviewer();
    const one = await prepared(app, submissionOf('tracked_links'));
    const now = await resubmitted(one, submissionOf('tracked_links'), author);
    await readdress(author, `moved-${author.email}`);
    const alias = await makeReviewer(`moved-${author.email.replace('@', '+two@')}`);
    expect(codeOf(await decide('approveIntake', now, alias.cookie))).toBe('APPROVAL_REQUIRED');
    expect(await partIn(one.id, alias.cookie)).toMatchObject({ own: true });
    expect(codeOf(await decide('approveIntake', now, second))).toBe('done');
  });
});

describe('a reviewer who was the contact', () => {
  it('of an earlier revision decides nothing about the next one, under an alias neither', async () => {
    const contact = await makeReviewer();
    const alias = await makeReviewer(contact.email.replace('@', '+other@'));
    const input = submissionOf('tracked_links');
    const own = { ...input, contact: { ...input.contact, email: contact.email } };
    const one = await prepared(app, own);
    const now = await resubmitted(one, input);
    for (const { cookie } of [contact, alias])
      expect(codeOf(await decide('approveIntake', now, cookie))).toBe('APPROVAL_REQUIRED');
    expect(saidOf(await decide('approveIntake', now, alias.cookie))).toBe(
      'Your address is that of the contact of revision 1: another reviewer has to decide.',
    );
    expect(codeOf(await decide('approveIntake', now, second))).toBe('done');
  });

  it('stays the contact after a change of the account’s address', async () => {
    const contact = await makeReviewer();
    const input = submissionOf('tracked_links');
    const one = await prepared(app, { ...input, contact: { ...input.contact, email: contact.email } });
    await readdress(contact, `moved-${contact.email}`);
    await readdress(contact, `moved-again-${contact.email}`);
    const now = { id: one.id, revision: 1 };
    expect(codeOf(await decide('approveIntake', now, contact.cookie))).toBe('APPROVAL_REQUIRED');
    expect(codeOf(await decide('approveIntake', now, second))).toBe('done');
  });

  it('is also who confirmed the address while signed in, whatever the address of the account', async () => {
    const reader = await makeReviewer();
    const input = submissionOf('tracked_links');
    const { data } = await submit(app, input);
    const link = await linkSentTo(app, input.contact.email);
    await askGraphql(
      app,
      'mutation ($token: String!) { verifyIntakeContact(token: $token) { verified } }',
      { token: link.slice(link.lastIndexOf('/') + 1) },
      reader,
    );
    await runIntake(app);
    const now = { id: data?.submitIntake?.id ?? '', revision: 1 };
    expect(codeOf(await decide('approveIntake', now, reader.cookie))).toBe('APPROVAL_REQUIRED');
  });

  it('without having confirmed the address keeps the right to decide: anyone can name a reviewer', async () => {
    const named = await makeReviewer();
    const input = submissionOf('tracked_links');
    const { data } = await submit(app, { ...input, contact: { ...input.contact, email: named.email } });
    const { receipt = '', id = '' } = data?.submitIntake ?? {};
    await query(app.databaseUrl, `update intake_submission set state = 'changes_requested' where id = $1`, [
      id.slice(4),
    ]);
    expect((await submit(app, input, receipt)).errors).toEqual([]);
    await confirmContact(app, input.contact.email);
    await runIntake(app);
    expect(codeOf(await decide('approveIntake', { id, revision: 2 }, named.cookie))).toBe('done');
  });

  it('of a submission that an earlier version took is known by what that one stored', async () => {
    const contact = await makeReviewer();
    const input = submissionOf('tracked_links');
    const one = await prepared(app, { ...input, contact: { ...input.contact, email: contact.email } });
    await query(app.databaseUrl, 'delete from intake_party where submission_id = $1', [one.id.slice(4)]);
    const now = { id: one.id, revision: 1 };
    expect(codeOf(await decide('approveIntake', now, contact.cookie))).toBe('APPROVAL_REQUIRED');
  });
});

describe('the second approver', () => {
  it('is no alias of the first one, whose address may have changed since', async () => {
    const one = await prepared(app, submissionOf('partner_workspace'));
    const now = { id: one.id, revision: 1 };
    const approver = await makeReviewer();
    const alias = await makeReviewer(approver.email.replace('@', '+two@'));
    expect(codeOf(await decide('approveIntake', now, approver.cookie))).toBe('done');
    await query(app.databaseUrl, 'update auth."user" set email = $2 where id = $1', [
      approver.id.slice(4),
      `moved-${approver.email}`,
    ]);
    expect(codeOf(await decide('provisionIntake', now, alias.cookie))).toBe('APPROVAL_REQUIRED');
    expect(codeOf(await decide('rejectIntake', now, alias.cookie))).toBe('STATE_CONFLICT');
    expect(await partIn(one.id, alias.cookie)).toEqual({
      own: false,
      barredBecause: 'You approved this revision: a second reviewer has to agree.',
      allowed: ['assign', 'comment'],
    });
    expect(codeOf(await decide('provisionIntake', now, second))).toBe('done');
  });

  it('is no alias of the address that the first one has moved to', async () => {
    const one = await prepared(app, submissionOf('partner_workspace'));
    const now = { id: one.id, revision: 1 };
    const approver = await makeReviewer();
    expect(codeOf(await decide('approveIntake', now, approver.cookie))).toBe('done');
    await readdress(approver, `moved-${approver.email}`);
    const alias = await makeReviewer(`moved-${approver.email.replace('@', '+two@')}`);
    expect(codeOf(await decide('provisionIntake', now, alias.cookie))).toBe('APPROVAL_REQUIRED');
    expect(codeOf(await decide('provisionIntake', now, second))).toBe('done');
  });

  it('of what an earlier version approved is compared by the address that the first one has now', async () => {
    const one = await prepared(app, submissionOf('partner_workspace'));
    const now = { id: one.id, revision: 1 };
    const approver = await makeReviewer();
    const alias = await makeReviewer(approver.email.replace('@', '+two@'));
    await decide('approveIntake', now, approver.cookie);
    await query(app.databaseUrl, 'update intake_decision set mailbox = null where submission_id = $1', [
      one.id.slice(4),
    ]);
    expect(codeOf(await decide('provisionIntake', now, alias.cookie))).toBe('APPROVAL_REQUIRED');
    expect(codeOf(await decide('provisionIntake', now, second))).toBe('done');
  });
});

describe('a submission that has expired', () => {
  const endIn = (id: string, milliseconds: number) =>
    query(app.databaseUrl, 'update intake_submission set expires_at = $2 where id = $1', [
      id.slice(4),
      new Date(app.clock.now().getTime() + milliseconds),
    ]);

  it('is not approved, however long its job waits, and is until then', async () => {
    const one = await prepared(app, submissionOf('tracked_links'));
    const now = { id: one.id, revision: 1 };
    await endIn(one.id, -1);
    for (const act of ['approveIntake', 'rejectIntake', 'requestIntakeChanges', 'assignIntake'] as const)
      expect(codeOf(await decide(act, now, second)), act).toBe('STATE_CONFLICT');
    expect(await stateOf(app, one.id)).toBe('draft_prepared');
    expect(await partIn(one.id, second)).toEqual({
      own: false,
      barredBecause: 'This has expired: nothing is decided about it any more.',
      allowed: ['comment'],
    });
    await endIn(one.id, 600_000);
    expect(codeOf(await decide('approveIntake', now, second))).toBe('done');
  });

  it('is not provisioned, confirmed, sent again or withdrawn', async () => {
    const input = submissionOf('partner_workspace');
    const one = await prepared(app, input);
    await decide('approveIntake', { id: one.id, revision: 1 }, first);
    await endIn(one.id, -1);
    expect(codeOf(await decide('provisionIntake', { id: one.id, revision: 1 }, second))).toBe('STATE_CONFLICT');
    expect(await stateOf(app, one.id)).toBe('approved');
    const unconfirmed = submissionOf('tracked_links');
    const { data } = await submit(app, unconfirmed);
    const { receipt = '', id = '' } = data?.submitIntake ?? {};
    await endIn(id, -1);
    expect(codeOf(await confirmContact(app, unconfirmed.contact.email))).toBe('STATE_CONFLICT');
    await query(app.databaseUrl, `update intake_submission set state = 'changes_requested' where id = $1`, [
      id.slice(4),
    ]);
    expect(codeOf(await submit(app, unconfirmed, receipt))).toBe('STATE_CONFLICT');
    await intakeJobs.find(({ name }) => name === 'expire_intake')?.run(workOf(app), {});
    expect(await stateOf(app, id)).toBe('expired');
  });
});
