import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { migrate } from '../../server/platform/database/orm.js';
import { freshDatabase } from '../setup/database.js';

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
