import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { normalizeEmails, warnOfSharedEmails } from '../../server/accounts/index.js';
import { migrate, openOrm } from '../../server/platform/database/orm.js';
import { query } from '../setup/database.js';

const name = `t_email_${randomUUID().slice(0, 8)}`;
const organization = randomUUID();
let url: string;

const account = async (email: string, createdAt: string, verified: boolean): Promise<string> => {
  const [row] = await query<{ id: string }>(
    url,
    `insert into auth."user" (name, email, "emailVerified", "createdAt") values ('A', $1, $2, $3) returning id`,
    [email, verified, createdAt],
  );
  return row?.id ?? '';
};
const invitation = async (email: string, createdAt: string): Promise<string> => {
  const id = randomUUID();
  await query(
    url,
    `insert into invitation (id, organization_id, email, role, invited_by, created_at, expires_at)
     values ($1, $2, $3, 'member', $1, $4, now() + interval '1 day')`,
    [id, organization, email, createdAt],
  );
  return id;
};
const emailOf = async (table: string, id: string) =>
  (await query<{ email: string }>(url, `select email from ${table} where id = $1`, [id]))[0]?.email;

beforeAll(async () => {
  await query(inject('superuserUrl'), `create database ${name} owner dai`);
  const address = new URL(inject('ownerUrl'));
  address.pathname = `/${name}`;
  url = address.toString();
  await migrate(url);
  await query(url, `insert into organization (id, name) values ($1, 'A Company')`, [organization]);
});
afterAll(() => query(inject('superuserUrl'), `drop database ${name} with (force)`));

describe('addresses of an earlier release', () => {
  it('come into their normal form, and of two accounts that share one the account verified earlier gets it', async () => {
    const alone = await account('dev@bücher.example', '2026-01-01', true);
    const later = await account('two@bücher.example', '2026-03-01', true);
    const earlier = await account('two@bu\u0308cher.example', '2026-02-01', true);
    const unverified = await account('Two@bücher.example', '2026-01-01', false);
    const holder = await account('three@xn--bcher-kva.example', '2026-02-01', false);
    const other = await account('three@bücher.example', '2026-01-01', true);
    const plain = await account('d\u00e9v@example.com', '2026-01-01', true);
    const open = await invitation('guest@bücher.example', '2026-01-01');
    const twin = await invitation('guest@xn--bcher-kva.example', '2026-01-02');

    const orm = await openOrm(url, [], 2);
    await Promise.all([normalizeEmails(orm.em.fork()), normalizeEmails(orm.em.fork())]);
    const emails = await Promise.all(
      [alone, later, earlier, unverified, holder, other, plain].map((id) => emailOf('auth."user"', id)),
    );
    expect(emails).toEqual([
      'dev@xn--bcher-kva.example',
      'two@bücher.example',
      'two@xn--bcher-kva.example',
      'Two@bücher.example',
      'three@xn--bcher-kva.example',
      'three@bücher.example',
      'd\u00e9v@example.com',
    ]);
    const [warning, ...others] = await warnOfSharedEmails(orm.em.fork()).finally(() => orm.close());
    expect([warning?.code, others]).toEqual(['addresses_shared', []]);
    expect(warning?.detail).toMatch(/^3 accounts have/);
    for (const id of [later, unverified, other]) expect(warning?.detail).toContain(`usr_${id}`);
    for (const id of [alone, earlier, holder, plain]) expect(warning?.detail).not.toContain(id);
    const states = await query<{ id: string; revoked: boolean }>(
      url,
      'select id, revoked_at is not null as revoked from invitation where email = $1 order by created_at',
      ['guest@xn--bcher-kva.example'],
    );
    expect(states).toEqual([
      { id: open, revoked: true },
      { id: twin, revoked: false },
    ]);
  });
});
