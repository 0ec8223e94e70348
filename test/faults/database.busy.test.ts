import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn } from '../setup/ask.js';
import { freshDatabase, query } from '../setup/database.js';
import { follow, submissionOf, submit } from '../setup/intake.js';
import { makeEvent } from '../setup/make.js';
import { makePerson } from '../setup/people.js';
import { type DatabaseProxy, openDatabaseProxy } from './database.proxy.js';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let proxy: DatabaseProxy;
let app: TestApp;
let superuser: pg.Client;
let owner: pg.Client;

beforeAll(async () => {
  database = await freshDatabase('template_demo');
  proxy = await openDatabaseProxy(database.url);
  app = await startApp({ databaseUrl: proxy.url, env: { TRUST_PROXY: '1' } });
  superuser = new pg.Client({ connectionString: inject('superuserUrl') });
  owner = new pg.Client({ connectionString: database.url });
  await Promise.all([superuser.connect(), owner.connect()]);
});
afterEach(async () => {
  await owner.query('rollback');
  await setForGateway('reset all');
});
afterAll(async () => {
  await app?.close();
  await proxy?.close();
  await owner?.end();
  await superuser?.end();
  await database?.drop();
});

const nameOf = (url: string) => new URL(url).pathname.slice(1);
/** Changes a setting of the role that serves, in this database alone; its connections begin anew, as after a restart. */
async function setForGateway(setting: string): Promise<void> {
  const name = nameOf(database.url);
  await superuser.query(`alter role dai_gateway in database ${name} ${setting}`);
  await superuser.query(
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and usename = $2',
    [name, 'dai_gateway'],
  );
  // A connection that was ended is known to be so once a statement has failed on it, or its socket has closed.
  await expect.poll(async () => (await ask(`${app.url}/readyz`)).status).toBe(200);
}
/** Has PostgreSQL refuse every write of a kind to a table with this code, as it does when it gives up a statement. */
async function refuseWrites(table: string, of: 'insert' | 'delete', code: string): Promise<() => Promise<void>> {
  await superuserHere(`create or replace function give_up() returns trigger language plpgsql as
    $$ begin raise exception 'given up' using errcode = '${code}'; end $$`);
  await superuserHere(`create trigger give_up before ${of} on ${table} for each statement execute function give_up()`);
  return () => superuserHere(`drop trigger give_up on ${table}`);
}
async function superuserHere(sql: string): Promise<void> {
  const url = new URL(inject('superuserUrl'));
  url.pathname = new URL(database.url).pathname;
  await query(url.toString(), sql);
}
const count = async (table: string): Promise<number> =>
  Number((await query<{ n: string }>(database.url, `select count(*) as n from ${table}`))[0]?.n);

interface Outcome {
  readonly status: unknown;
  readonly code: unknown;
  readonly retryable: unknown;
  readonly retryAfterS: number;
}
const UNAVAILABLE = { status: 503, code: 'UNAVAILABLE', retryable: true };
const submitted = async (): Promise<Outcome> => {
  const { errors, headers } = await submit(app, submissionOf('tracked_links'));
  const { status, code, retryable } = errors[0]?.extensions ?? { status: 200, code: 'ok', retryable: null };
  return { status, code, retryable, retryAfterS: Number(headers.get('retry-after')) };
};
const outcomeOf = async (path: string, options: Parameters<typeof ask>[1]): Promise<Outcome> => {
  const { status, body, headers } = await ask(`${app.url}${path}`, options);
  const { code = 'ok', retryable = null } = body ?? {}; // no session is null
  return { status, code, retryable, retryAfterS: Number(headers.get('retry-after')) };
};
const reported = () =>
  outcomeOf('/api/me/usage', {
    token: app.credentials.workflowToken,
    body: { toolSlug: 'stripe', receiptType: 'api_call', idempotencyKey: randomUUID() },
  });
const signUp = () =>
  outcomeOf('/api/auth/sign-up/email', {
    body: { email: `${randomUUID()}@people.example`, password: `pw-${randomUUID()}`, name: 'A Person' },
    headers: { origin: app.url },
  });
const expectUnavailable = (answer: Outcome): void => {
  expect(answer).toMatchObject(UNAVAILABLE);
  expect(answer.retryAfterS).toBeGreaterThan(0);
};

describe('PostgreSQL gives a statement up', () => {
  it.each([
    ['the transaction was rolled back', '40000'],
    ['it could not be serialised', '40001'],
    ['the commit is not known', '40003'],
    ['a deadlock', '40P01'],
    ['a lock that was not free', '55P03'],
    ['a statement that was canceled', '57014'],
    ['an administrator', '57P01'],
    ['a database that was dropped', '57P04'],
    ['a session that was idle', '57P05'],
    ['a transaction that was idle', '25P03'],
    ['a transaction that took too long', '25P04'],
    ['a server that takes no writes', '25006'],
    ['a full disk', '53100'],
    ['no memory', '53200'],
    ['too many connections', '53300'],
    ['a file that could not be read', '58030'],
    ['a pooler', '08P01'],
  ])('for %s (%s): 503 by GraphQL and REST, nothing is stored, and the next call succeeds', async (_why, code) => {
    const before = [await count('intake_submission'), await count('usage_receipt'), await count('auth."user"')];
    const ends = [
      await refuseWrites('intake_submission', 'insert', code),
      await refuseWrites('usage_receipt', 'insert', code),
      await refuseWrites('auth."user"', 'insert', code),
    ];
    const answers = await Promise.all([submitted(), reported(), signUp()]);
    for (const end of ends) await end();
    for (const answer of answers) expectUnavailable(answer);
    expect([await count('intake_submission'), await count('usage_receipt'), await count('auth."user"')]).toEqual(
      before,
    );
    expect((await Promise.all([submitted(), reported(), signUp()])).map(({ code }) => code)).toEqual(
      Array(3).fill('ok'),
    );
  });

  it.each([
    ['a broken constraint at the commit', '40002'],
    ['a value that is wrong', '22003'],
    ['a right that is missing', '42501'],
    ['a statement that is wrong', '42601'],
    ['a database that is inconsistent', 'XX001'],
  ])('for %s (%s): 500 by GraphQL and REST, since it is a fault of ours', async (_why, code) => {
    const ends = [
      await refuseWrites('intake_submission', 'insert', code),
      await refuseWrites('usage_receipt', 'insert', code),
    ];
    const answers = await Promise.all([submitted(), reported()]);
    for (const end of ends) await end();
    for (const answer of answers) expect(answer).toMatchObject({ status: 500, code: 'INTERNAL' });
  });

  it('while someone signs out: 503, and the session lives until a sign-out is answered with 200', async () => {
    const { cookie } = await makePerson(app);
    const signOut = () => outcomeOf('/api/auth/sign-out', { body: {}, cookie, headers: { origin: app.url } });
    const session = async () => (await ask(`${app.url}/api/auth/get-session`, { cookie })).text;
    const end = await refuseWrites('auth.session', 'delete', '57014');
    expectUnavailable(await signOut());
    await end();
    expect(await session()).toContain('"user"');
    expect((await signOut()).status).toBe(200);
    expect(await session()).toBe('null');
  });
});

describe('the time that the role has for a statement or a lock', () => {
  it.each(['statement_timeout', 'lock_timeout'])(
    'is over (%s): reads and writes are 503, and go on afterwards',
    async (name) => {
      const cookie = await signIn(app, app.credentials.users.owner);
      await setForGateway(`set ${name} = '200ms'`);
      await owner.query('begin');
      await owner.query('lock table intake_submission, auth.session, usage_receipt in access exclusive mode');
      const viewer = askGraphql(app, '{ viewer { kind } }', {}, { cookie });
      const answers = await Promise.all([
        submitted(),
        reported(),
        outcomeOf('/api/auth/get-session', { cookie }),
        outcomeOf('/api/auth/sign-in/email', { body: app.credentials.users.owner, headers: { origin: app.url } }),
      ]);
      for (const answer of answers) expectUnavailable(answer);
      expect((await viewer).errors[0]?.extensions).toMatchObject(UNAVAILABLE);
      await owner.query('rollback');
      expect((await Promise.all([submitted(), reported()])).map(({ code }) => code)).toEqual(['ok', 'ok']);
    },
  );

  it('is over for an event of any body while it is asked whether its key lives: 503', async () => {
    const other = app.credentials.otherTenant.trackingKey;
    await setForGateway(`set statement_timeout = '200ms'`);
    await owner.query('begin');
    await owner.query('lock table credential, tracking_event in access exclusive mode');
    for (const body of ['{"productId":1e400,"event_name":1e400}', JSON.stringify(makeEvent(app))])
      for (const path of ['/api/usage/track', '/api/usage/track/dry-run'])
        expectUnavailable(
          await outcomeOf(path, { token: other, body, headers: { 'content-type': 'application/json' } }),
        );
  });
});

describe('the time that the role has for an idle transaction', () => {
  it.each([2, 4, 6])('is over before statement %i of a submission: 503, and nothing of it is stored', async (at) => {
    await submitted(); // the connections are open, and what is loaded once is loaded
    await setForGateway(`set idle_in_transaction_session_timeout = '500ms'`);
    const before = await count('intake_submission');
    const began =
      "select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'";
    const held = proxy.interruptAt(at, async () => {
      await expect.poll(() => query(database.url, began), { timeout: 10_000 }).toHaveLength(0);
    });
    const answer = await submitted();
    expect({ held: held.end(), ...answer }).toMatchObject({ held: true, ...UNAVAILABLE });
    expect(await count('intake_submission')).toBe(before);
  });
});

describe('connections that end again and again under many callers', () => {
  it('give each caller 200 or 503, and what was answered with 200 is stored', async () => {
    const from = (caller: number) => ({ 'x-forwarded-for': `10.1.${caller >> 8}.${caller & 255}` });
    const document = 'mutation ($input: SubmitIntakeInput!) { submitIntake(input: $input) { receipt } }';
    const statuses: unknown[] = [];
    const receipts: string[] = [];
    const keys: unknown[] = [];
    let under = true;
    const ending = (async () => {
      while (under)
        await superuser.query(
          'select pg_terminate_backend(pid), pg_sleep(0.02) from pg_stat_activity where datname = $1 and usename = $2 and random() < 0.3',
          [nameOf(database.url), 'dai_gateway'],
        );
    })();
    const submitAs = async (caller: number) => {
      const input = submissionOf('tracked_links');
      const { data, errors } = await askGraphql<{ submitIntake: { receipt: string } | null }>(
        app,
        document,
        { input },
        { headers: from(caller) },
      );
      statuses.push(errors[0]?.extensions.status ?? 200);
      if (data?.submitIntake) receipts.push(data.submitIntake.receipt);
    };
    const track = async () => {
      const event = makeEvent(app);
      const { status } = await outcomeOf('/api/usage/track', { token: app.credentials.trackingKey, body: event });
      statuses.push(status);
      if (status === 200) keys.push(event.idempotencyKey);
    };
    const read = async (caller: number) => {
      const { status } = await outcomeOf('/api/auth/get-session', { headers: from(caller) });
      statuses.push(status);
    };
    for (let wave = 0; wave < 4; wave += 1)
      await Promise.all(Array.from({ length: 40 }, (_one, at) => [submitAs(wave * 40 + at), track(), read(at)]).flat());
    under = false;
    await ending;
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    await expect.poll(async () => (await ask(`${app.url}/readyz`)).status).toBe(200);
    for (const receipt of receipts) expect((await follow(app, receipt)).errors).toEqual([]);
    const stored = await query(database.url, 'select from tracking_event where idempotency_key = any($1)', [keys]);
    expect(stored).toHaveLength(keys.length);
  });
});
