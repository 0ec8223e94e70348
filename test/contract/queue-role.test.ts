import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { migrate } from '../../server/platform/database/orm.js';
import { asGateway, freshDatabase } from '../setup/database.js';

const role = `gateway_${randomBytes(4).toString('hex')}`;
let superuser: pg.Client;
let database: Awaited<ReturnType<typeof freshDatabase>>;

beforeAll(async () => {
  database = await freshDatabase();
  superuser = new pg.Client({ connectionString: named(inject('superuserUrl')) });
  await superuser.connect();
  await superuser.query(`create role ${role} login password 'made'`);
});
afterAll(async () => {
  await superuser.query(`drop owned by ${role}`);
  await superuser.query(`drop role ${role}`);
  await superuser.end();
  await database.drop();
});

/** The same server's address with this test's database. */
function named(address: string): string {
  const url = new URL(address);
  url.pathname = new URL(database.url).pathname;
  return url.href;
}

/** Adds a job as the role that owns nothing; answers PostgreSQL's code of a refusal. */
async function addJob(): Promise<string> {
  const url = new URL(named(database.url));
  url.username = role;
  url.password = 'made';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(`select enqueue_job('made', '{}', 'made', null)`);
    return 'ok';
  } catch (error) {
    return error instanceof pg.DatabaseError ? (error.code ?? '') : String(error);
  } finally {
    await client.end();
  }
}

it('lets a role that may write the platform’s tables add a job, and no other, in a schema that is set up again and again', async () => {
  expect(await addJob()).toBe('42501');
  await superuser.query(`grant insert on idempotent_request to ${role}`);
  await migrate(database.url);
  expect(await addJob()).toBe('ok');
  await migrate(database.url);
  expect(await addJob()).toBe('ok');
});

it('lets the role that serves add a job, and neither read, change nor run one', async () => {
  const client = new pg.Client({ connectionString: asGateway(database.url) });
  await client.connect();
  const codeOf = (sql: string): Promise<string> =>
    client.query(sql).then(
      () => 'ok',
      (error: unknown) => (error instanceof pg.DatabaseError ? (error.code ?? '') : String(error)),
    );
  try {
    expect(await codeOf(`select enqueue_job('made', '{}', 'of the gateway', null)`)).toBe('ok');
    expect(await codeOf('select * from count_jobs()')).toBe('ok');
    for (const sql of [
      'select * from graphile_worker._private_jobs',
      'select * from graphile_worker.jobs',
      'delete from graphile_worker._private_jobs',
      `update graphile_worker._private_jobs set locked_at = now()`,
      `insert into graphile_worker._private_known_crontabs (identifier, known_since) values ('made', now())`,
      `select graphile_worker.add_job('made')`,
      `select graphile_worker.complete_jobs(array[1])`,
      'drop function enqueue_job',
    ])
      expect(await codeOf(sql), sql).toBe('42501');
  } finally {
    await client.end();
  }
});
