import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Mailer, openMailer } from '../../server/platform/mail/mail.job.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { runDueJobs, setQueueAway, workOf } from '../setup/jobs.js';
import { type MailServer, openMailServer } from '../setup/mail-server.js';
import { cookieOf, linkSentTo, makeCompany, makePerson } from '../setup/people.js';

let app: TestApp;
let server: MailServer;
let mailer: Mailer;
beforeAll(async () => {
  app = await startApp();
  server = await openMailServer();
  mailer = await openMailer({ ...app.app.platform.config, smtpUrl: server.url });
});
afterAll(async () => {
  mailer?.close();
  await server?.close();
  await app?.close();
});
beforeEach(async () => {
  server.letters.length = 0;
  server.refuses = false;
  await query(app.databaseUrl, 'delete from graphile_worker._private_jobs');
  await query(app.databaseUrl, 'delete from mail');
});

/** A person whose address is not verified: one letter is on its way to it. */
const makeLetter = async (): Promise<string> => (await makePerson(app, { verified: false })).email;
const deliver = (): Promise<void> => runDueJobs(app, mailer.jobs);
const offerLost = () => mailer.jobs.find(({ name }) => name === 'offer_lost_letters')?.run(workOf(app), {});
const letters = () =>
  query<{ attempts: number; sent: boolean; due: Date }>(
    app.databaseUrl,
    'select attempts, sent_at is not null as sent, next_attempt_at as due from mail order by created_at',
  );
const jobs = () =>
  query<{ key: string | null; due: Date }>(
    app.databaseUrl,
    'select key, run_at as due from graphile_worker._private_jobs where locked_at is null and attempts < max_attempts',
  );
const databaseTime = async (): Promise<number> =>
  (await query<{ now: Date }>(app.databaseUrl, 'select clock_timestamp() as now'))[0]?.now.getTime() ?? 0;
/** Moves the database's time to where every waiting letter and job is overdue by minutes. */
const passTime = async (): Promise<void> => {
  await query(app.databaseUrl, `update mail set next_attempt_at = now() - interval '5 minutes'`);
  await query(app.databaseUrl, `update graphile_worker._private_jobs set run_at = now() where locked_at is null`);
};

describe('a letter', () => {
  it('goes out once, with its link, and its job is done', async () => {
    const email = await makeLetter();
    await deliver();
    await passTime();
    await offerLost();
    await deliver();
    expect(server.letters).toHaveLength(1);
    expect(server.letters[0]).toContain(`To: ${email}`);
    expect(server.letters[0]?.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(await linkSentTo(app, email));
    expect(await letters()).toMatchObject([{ attempts: 1, sent: true }]);
    expect(await jobs()).toEqual([]);
  });

  it('says that a program wrote it, so that no absence notice answers it', async () => {
    await makeLetter();
    await deliver();
    expect(server.letters[0]).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  });

  it.each([
    ['-', '%2D'],
    ['_', '%5F'],
    ['.', '%2E'],
    ['*', '%2A'],
  ])(
    'has a link that no mail program cuts at its end: %s is written as a code, and still leads on',
    async (end, code) => {
      const email = `${crypto.randomUUID()}@people.example`;
      const next = `/admin/?from=letter${end}`;
      const signedUp = await ask(`${app.url}/api/auth/sign-up/email`, {
        body: { email, password: `pw-${email}`, name: 'A Person', callbackURL: next },
        headers: { origin: app.url },
      });
      const [letter] = await query<{ link: string; body: string }>(app.databaseUrl, 'select link, body from mail');
      expect(letter?.link.endsWith(`letter${code}`)).toBe(true);
      expect(letter?.body).toContain(`\n${letter?.link}\n`);
      const followed = await ask(letter?.link ?? '', { cookie: cookieOf(signedUp.headers) });
      expect([followed.status, followed.headers.get('location')]).toEqual([302, next]);
    },
  );

  it('is sent once when its job runs several times at once', async () => {
    await makeLetter();
    const [{ payload } = { payload: '' }] = await query<{ payload: string }>(
      app.databaseUrl,
      'select payload::text from graphile_worker._private_jobs',
    );
    for (const key of ['second', 'third'])
      await query(app.databaseUrl, `select enqueue_job('send_letter', $1, $2, null)`, [payload, key]);
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(server.letters).toHaveLength(1);
  });

  it('is tried again when the mail server refuses it, later each time, and given up after eight attempts', async () => {
    await makeLetter();
    server.refuses = true;
    for (let attempt = 1; attempt < 8; attempt += 1) {
      const before = await databaseTime();
      await deliver();
      const after = await databaseTime();
      const [letter] = await letters();
      expect(letter).toMatchObject({ attempts: attempt, sent: false });
      const waiting = await jobs();
      expect(waiting.map(({ due }) => due)).toEqual([letter?.due]);
      const madeAt = (letter?.due.getTime() ?? 0) - 30_000 * 2 ** (attempt - 1);
      expect(madeAt).toBeGreaterThanOrEqual(before);
      expect(madeAt).toBeLessThanOrEqual(after);
      await passTime();
    }
    await deliver();
    await passTime();
    await offerLost();
    expect(await letters()).toMatchObject([{ attempts: 8, sent: false }]);
    expect(await jobs(), 'no job is left, nor a dead one').toEqual([]);
    expect(server.refused).toBe(8);
  });

  it('goes out by a later attempt', async () => {
    await makeLetter();
    server.refuses = true;
    await deliver();
    server.refuses = false;
    await passTime();
    await deliver();
    expect(server.letters).toHaveLength(1);
    expect(await letters()).toMatchObject([{ attempts: 2, sent: true }]);
  });

  it('whose worker was killed goes out by another, without the four hours of the lock', async () => {
    await makeLetter();
    await query(
      app.databaseUrl,
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'killed', attempts = 1`,
    );
    await query(app.databaseUrl, `update mail set attempts = 1, next_attempt_at = now() + interval '30 seconds'`);
    await offerLost();
    await deliver();
    expect(server.letters, 'not before its next attempt is due').toEqual([]);
    await passTime();
    await offerLost();
    await deliver();
    expect(server.letters).toHaveLength(1);
    expect(await letters()).toMatchObject([{ attempts: 2, sent: true }]);
  });

  it('keeps the place of its job when it is offered again', async () => {
    await makeLetter();
    const before = await jobs();
    await passTime();
    const due = (await jobs())[0]?.due;
    await offerLost();
    expect((await jobs()).map(({ key }) => key)).toEqual(before.map(({ key }) => key));
    expect((await jobs())[0]?.due).toEqual(due);
  });
});

describe('a queue that is away', () => {
  it('takes nothing of a sign-up with it: the letter waits and goes out later', async () => {
    await setQueueAway(app, true);
    await makeLetter().finally(() => setQueueAway(app, false));
    expect(await jobs()).toEqual([]);
    await deliver();
    expect(server.letters).toEqual([]);
    await passTime();
    await offerLost();
    await deliver();
    expect(server.letters).toHaveLength(1);
  });

  it('that others hold keeps no one from signing up', async () => {
    const holder = new pg.Client({ connectionString: app.databaseUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('lock table graphile_worker._private_jobs in access exclusive mode');
    await makeLetter().finally(() => holder.end());
    expect(await letters()).toMatchObject([{ attempts: 0, sent: false }]);
  });
});

it('without a mail server a letter stays in the outbox, its job ends, and it goes out once there is one', async () => {
  const none = await openMailer({ ...app.app.platform.config, smtpUrl: undefined });
  await makeLetter();
  await runDueJobs(app, none.jobs);
  expect(await letters()).toMatchObject([{ attempts: 0, sent: false }]);
  expect(await jobs()).toEqual([]);
  await passTime();
  await offerLost();
  await deliver();
  expect(server.letters).toHaveLength(1);
});

it('letters are deleted after a day', async () => {
  await makeLetter();
  await makeLetter();
  await query(
    app.databaseUrl,
    `update mail set created_at = now() - interval '25 hours' where id = (select id from mail order by created_at limit 1)`,
  );
  await mailer.jobs.find(({ name }) => name === 'delete_old_letters')?.run(workOf(app), {});
  expect(await letters()).toHaveLength(1);
});

it('an invitation that is not stored leaves neither letter nor job', async () => {
  const { owner, organizationId } = await makeCompany(app);
  await query(app.databaseUrl, 'delete from mail');
  await query(app.databaseUrl, 'delete from graphile_worker._private_jobs');
  const invite = () =>
    askGraphql(
      app,
      'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { id } }',
      { input: { organizationId, email: 'friend@people.example', role: 'member' } },
      { cookie: owner.cookie },
    );
  const refused = 'no_invitation';
  await query(
    app.databaseUrl,
    `alter table audit_entry add constraint ${refused} check (action <> 'member.invite') not valid`,
  );
  const reply = await invite();
  await query(app.databaseUrl, `alter table audit_entry drop constraint ${refused}`);
  expect(reply.errors).toHaveLength(1);
  expect([await letters(), await jobs()]).toEqual([[], []]);
  expect((await invite()).errors).toEqual([]);
  expect([await letters(), await jobs()]).toMatchObject([
    [{ sent: false }],
    [{ key: expect.stringMatching(/^letter:/) }],
  ]);
});
