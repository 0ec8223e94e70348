import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noticeEndingKeys } from '../../server/accounts/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { type Key, makeKey, revokeKey } from '../setup/enterprise.js';
import { workOf } from '../setup/jobs.js';
import { type Company, giveRole, makeCompany, makePerson, type Person } from '../setup/people.js';

const DAY_MS = 86_400_000;
let app: TestApp;
let company: Company;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  company = await makeCompany(app);
  admin = await makePerson(app);
  await giveRole(app, company.organizationId, admin, 'admin');
});
afterAll(() => app.close());

const day = (at: string | number) => Math.floor(new Date(at).getTime() / DAY_MS);
/** Runs the worker's job on a UTC day, counted back from the day of a key's end. */
const runBefore = (key: Key, days: number, atMs = 1) =>
  app.clock.at(new Date((day(key.expiresAt) - days) * DAY_MS + atMs), () => noticeEndingKeys.run(workOf(app), {}));
/** The receivers of letters about the end of a key, in the order of time. */
const lettersTo = async (key: Key) =>
  (
    await query<{ recipient: string }>(
      app.databaseUrl,
      'select recipient from mail where body like $1 order by created_at, recipient',
      [`%${key.hint}%`],
    )
  ).map(({ recipient }) => recipient);
const attention = async () =>
  (
    await askGraphql<{ companyHome: { attention: { kind: string; name: string; expiresAt: string }[] } }>(
      app,
      'query ($o: ID!) { companyHome(organizationId: $o) { attention { kind name expiresAt } } }',
      { o: company.organizationId },
      { cookie: company.owner.cookie },
    )
  ).data?.companyHome.attention.filter(({ kind }) => kind === 'agent_key_ending');

describe('the notice of a key’s end', () => {
  it('comes on the days 30, 20 and 10 before it, once each, to owners and the creator', async () => {
    const { key } = await makeKey(app, company, { name: 'Long', expiresInDays: 90 }, admin);
    const both = [company.owner.email, admin.email].toSorted();
    await runBefore(key, 31);
    expect(await lettersTo(key)).toEqual([]);
    let expected: string[] = [];
    for (const days of [30, 20, 10]) {
      await runBefore(key, days + 1, DAY_MS - 1);
      expect(await lettersTo(key), `on the day before ${days}`).toEqual(expected);
      await runBefore(key, days);
      expected = [...expected, ...both];
      expect((await lettersTo(key)).length, `on the day ${days}`).toBe(expected.length);
      await runBefore(key, days);
      await runBefore(key, days - 1);
    }
    expect((await lettersTo(key)).toSorted()).toEqual([...both, ...both, ...both].toSorted());
    await runBefore(key, 0);
    expect(await lettersTo(key)).toHaveLength(6);
  });

  it('does not come on the day of the creation: a key of 30 days first hears at 20, one of 10 never', async () => {
    const [month, short] = [
      (await makeKey(app, company, { expiresInDays: 30 })).key,
      (await makeKey(app, company, { expiresInDays: 10 })).key,
    ];
    await runBefore(month, 30, DAY_MS - 1);
    await runBefore(month, 29);
    expect(await lettersTo(month)).toEqual([]);
    await runBefore(month, 20);
    expect(await lettersTo(month)).toEqual([company.owner.email]);
    for (const days of [10, 9, 1]) await runBefore(short, days);
    expect(await lettersTo(short)).toEqual([]);
  });

  it('is sent by one of two workers, and late as the latest one alone', async () => {
    const { key } = await makeKey(app, company, { expiresInDays: 60 });
    await Promise.all([runBefore(key, 15), runBefore(key, 15)]);
    expect(await lettersTo(key)).toEqual([company.owner.email]);
    const sent = await query<{ days: number }>(
      app.databaseUrl,
      'select days from enterprise_key_notice where credential_id = $1',
      [key.keyId.slice(4)],
    );
    expect(sent).toEqual([{ days: 20 }]);
  });

  it('does not come for a key that was revoked or has ended', async () => {
    const { key } = await makeKey(app, company, { expiresInDays: 40 });
    const { key: revoked } = await makeKey(app, company, { expiresInDays: 40 });
    await revokeKey(app, revoked.keyId, company.owner);
    await runBefore(revoked, 20);
    expect(await lettersTo(revoked)).toEqual([]);
    await app.clock.at(key.expiresAt, () => noticeEndingKeys.run(workOf(app), {}));
    expect(await lettersTo(key)).toEqual([company.owner.email]); // the one at 20, which came with the run before
  });

  it('does not go to other members, nor to an address that is not verified', async () => {
    const own = await makeCompany(app);
    const [member, unverified] = [await makePerson(app), await makePerson(app, { verified: false })];
    await giveRole(app, own.organizationId, member, 'admin');
    await giveRole(app, own.organizationId, unverified, 'owner');
    const { key } = await makeKey(app, own, { expiresInDays: 60 });
    await runBefore(key, 30);
    expect(await lettersTo(key)).toEqual([own.owner.email]);
  });

  it('stands on the first page of the workspace until the key is gone', async () => {
    const { key } = await makeKey(app, company, { name: 'Shown', expiresInDays: 60 });
    const shown = async () => (await attention())?.filter(({ name }) => name === 'Shown');
    expect(await shown()).toEqual([]);
    await runBefore(key, 30);
    expect(await shown()).toEqual([{ kind: 'agent_key_ending', name: 'Shown', expiresAt: key.expiresAt }]);
    await revokeKey(app, key.keyId, company.owner);
    expect(await shown()).toEqual([]);
  });
});
