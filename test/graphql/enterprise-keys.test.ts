import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { askContext, askForKey, keysOf, makeKey, refusalIn, revokeKey } from '../setup/enterprise.js';
import { type Company, giveRole, makeCompany, makePerson, type Role } from '../setup/people.js';

const DAY_MS = 86_400_000;
let app: TestApp;
/** The same database behind a second process, as another replica has it. */
let replica: TestApp;
let company: Company;
const logged: string[] = [];
beforeAll(async () => {
  app = await startApp({ env: { LOG_LEVEL: 'trace' }, logTo: { write: (line) => void logged.push(line) } });
  replica = await startApp({ databaseUrl: app.databaseUrl });
  company = await makeCompany(app);
});
afterAll(async () => {
  await replica.close();
  await app.close();
});

const audited = (resourceId: string) =>
  query<{ action: string; actor: string; changes: Record<string, [unknown, unknown]> }>(
    app.databaseUrl,
    `select e.action, e.actor, v.changes from audit_entry e join audit_value v on v.organization_id = e.organization_id and v.entry_id = e.id
     where e.resource_id = $1 order by e.sequence`,
    [resourceId],
  );

async function colleague(role: Role, of = company) {
  const person = await makePerson(app);
  await giveRole(app, of.organizationId, person, role);
  return person;
}
const changeRole = (userId: string, role: Role, of = company) =>
  askGraphql(
    app,
    'mutation ($input: ChangeMemberRoleInput!) { changeMemberRole(input: $input) { role } }',
    { input: { organizationId: of.organizationId, userId, role } },
    { cookie: of.owner.cookie },
  );
const remove = (userId: string, of = company) =>
  askGraphql(
    app,
    'mutation ($input: RemoveMemberInput!) { removeMember(input: $input) }',
    { input: { organizationId: of.organizationId, userId } },
    { cookie: of.owner.cookie },
  );

describe('a new agent key', () => {
  it('is shown once: lists, receipts, the audit log, the log and the database never hold it', async () => {
    const { token, key } = await makeKey(app, company, { name: '  Board agent ' });
    expect(token).toMatch(/^dae_[0-9A-Za-z]{36}$/);
    expect(key).toMatchObject({
      name: 'Board agent',
      hint: `dae_…${token.slice(-4)}`,
      productId: company.productId,
      createdBy: company.owner.id,
      createdByName: 'A Person',
      lastUsedOn: null,
      revokedAt: null,
      state: 'active',
    });
    expect((await askContext(app, { token })).errors).toEqual([]);
    await revokeKey(app, key.keyId, company.owner);
    const secret = token.slice(4, -4);
    expect(JSON.stringify(await keysOf(app, company))).not.toContain(secret);
    expect(logged.length).toBeGreaterThan(3);
    expect(logged.join('')).not.toContain(secret);
    for (const table of [
      'credential',
      'audit_entry',
      'audit_value',
      'idempotent_request',
      'mail',
      'enterprise_audit_receipt',
    ])
      expect(
        await query(app.databaseUrl, `select 1 from ${table} t where t::text like $1`, [`%${secret}%`]),
        table,
      ).toEqual([]);
    expect(await audited(key.keyId)).toMatchObject([
      {
        action: 'enterprise_key.create',
        actor: company.owner.id,
        changes: {
          name: [null, 'Board agent'],
          productId: [null, company.productId],
          expiresAt: [null, key.expiresAt],
        },
      },
      { action: 'enterprise_key.revoke', actor: company.owner.id },
    ]);
  });

  it('is valid for 30 days unless it says otherwise, and for 90 at most', async () => {
    const daysOf = async (input: Record<string, unknown>) => {
      const { key } = await makeKey(app, company, input);
      return (Date.parse(key.expiresAt) - Date.parse(key.createdAt)) / DAY_MS;
    };
    expect(await daysOf({})).toBe(30);
    expect(await daysOf({ expiresInDays: null })).toBe(30);
    expect(await daysOf({ expiresInDays: 1 })).toBe(1);
    expect(await daysOf({ expiresInDays: 90 })).toBe(90);
    for (const expiresInDays of [0, -1, 91, 365, 1.5, '30']) {
      const { errors } = await askForKey(app, company, { expiresInDays });
      expect(errors[0]?.extensions).toMatchObject({ status: 400, errors: [{ pointer: '/expiresInDays' }] });
    }
  });

  it('has a name that is no credential and not blank, and a product of its organization', async () => {
    for (const name of ['', '   ', 'x'.repeat(121), 'a\u0000b', 'see https://evil.example'])
      expect(refusalIn(await askForKey(app, company, { name }))).toBe('400 VALIDATION_FAILED');
    expect(refusalIn(await askForKey(app, company, { name: company.trackingKey }))).toBe('400 PRIVATE_CONTENT');
    const other = await makeCompany(app);
    for (const productId of ['nothing', other.productId])
      expect(refusalIn(await askForKey(app, company, { productId }))).toBe('404 NOT_FOUND');
    expect(refusalIn(await askForKey(app, company, { productId: 'a b' }))).toBe('400 VALIDATION_FAILED');
  });

  it('is an owner’s or admin’s to create: no member, stranger, token or key can', async () => {
    const [admin, member] = [await colleague('admin'), await colleague('member')];
    expect((await askForKey(app, company, {}, admin)).errors).toEqual([]);
    expect(refusalIn(await askForKey(app, company, {}, member))).toBe('403 NOT_A_MEMBER');
    expect(refusalIn(await askForKey(app, company, {}, await makePerson(app)))).toBe('404 NOT_FOUND');
    const { token } = await makeKey(app, company);
    const before = (await keysOf(app, company)).length;
    const input = { organizationId: company.organizationId, productId: company.productId, name: 'Self made' };
    for (const credential of [
      token,
      company.trackingKey,
      app.credentials.workflowToken,
      app.credentials.projectToken,
    ]) {
      const reply = await askGraphql(
        app,
        'mutation ($input: CreateEnterpriseKeyInput!) { createEnterpriseKey(input: $input) { token } }',
        { input },
        { token: credential },
      );
      expect(refusalIn(reply)).toBe('403 SESSION_REQUIRED');
    }
    expect((await keysOf(app, company)).length).toBe(before);
  });

  it('is one of a hundred: of two that are created at once the second counts the first', async () => {
    const own = await makeCompany(app);
    await query(
      app.databaseUrl,
      `insert into credential (id, kind, hash, hint, name, organization_id, product_uuid, created_by, expires_at)
       select gen_random_uuid(), 'enterprise_key', sha256(random()::text::bytea), 'dae_…x', 'made', organization_id, id, gen_random_uuid(),
         now() + interval '1 day' from product, generate_series(1, 99) where organization_id = $1`,
      [own.organizationId.slice(4)],
    );
    const replies = await Promise.all([askForKey(app, own), askForKey(replica, own)]);
    expect(replies.map(refusalIn).toSorted()).toEqual(['409 ENTRY_LIMIT', null]);
    await query(app.databaseUrl, `update credential set expires_at = now() where name = 'made'`);
    expect((await askForKey(app, own)).errors).toEqual([]);
  });
});

describe('the end of an agent key', () => {
  it('is its day: to the millisecond it answers, then 401 says expired', async () => {
    const { token, key } = await makeKey(app, company, { expiresInDays: 1 });
    const end = Date.parse(key.expiresAt);
    const answerAt = (ms: number) => app.clock.at(new Date(ms), () => askContext(app, { token }));
    expect(refusalIn(await answerAt(end - 1))).toBeNull();
    expect(refusalIn(await answerAt(end))).toBe('401 expired');
    await app.clock.at(new Date(end), async () => {
      expect((await keysOf(app, company)).find(({ keyId }) => keyId === key.keyId)?.state).toBe('expired');
    });
  });

  it('is its revocation, at once on every gateway and at every transport; repeating it changes nothing', async () => {
    const { token, key } = await makeKey(app, company);
    for (const at of [app, replica]) expect(refusalIn(await askContext(at, { token }))).toBeNull();
    const first = (await revokeKey(app, key.keyId, company.owner)).data?.revokeEnterpriseKey;
    expect(first).toMatchObject({ state: 'revoked' });
    for (const at of [replica, app]) {
      expect(refusalIn(await askContext(at, { token }))).toBe('401 revoked');
      expect((await ask(`${at.url}/api/directory/context?q=`, { token })).status).toBe(401);
    }
    const again = (await revokeKey(replica, key.keyId, company.owner)).data?.revokeEnterpriseKey;
    expect(again?.revokedAt).toBe(first?.revokedAt);
    expect((await audited(key.keyId)).map(({ action }) => action)).toEqual([
      'enterprise_key.create',
      'enterprise_key.revoke',
    ]);
  });

  it('is an owner’s or admin’s to bring about, of their own organization alone', async () => {
    const { token, key } = await makeKey(app, company);
    const other = await makeCompany(app);
    expect(refusalIn(await revokeKey(app, key.keyId, other.owner))).toBe('404 NOT_FOUND');
    expect(refusalIn(await revokeKey(app, key.keyId, await colleague('member')))).toBe('403 NOT_A_MEMBER');
    for (const wrong of [company.trackingKeyId, `key_${company.organizationId.slice(4)}`])
      expect(refusalIn(await revokeKey(app, wrong, company.owner))).toBe('404 NOT_FOUND');
    expect(refusalIn(await revokeKey(app, 'nothing', company.owner))).toBe('400 VALIDATION_FAILED');
    expect(refusalIn(await askContext(app, { token }))).toBeNull();
    expect((await revokeKey(app, key.keyId, await colleague('admin'))).errors).toEqual([]);
  });

  it('comes with its creator’s rights, for good: a member, and a person who comes back, has to create another', async () => {
    const [demoted, removed] = [await colleague('admin'), await colleague('admin')];
    const lasting = await makeKey(app, company, {}, await colleague('admin'));
    const ended = [await makeKey(app, company, {}, demoted), await makeKey(app, company, {}, removed)];
    await changeRole(demoted.id, 'member');
    await remove(removed.id);
    for (const { token } of ended)
      for (const at of [app, replica]) expect(refusalIn(await askContext(at, { token }))).toBe('401 revoked');
    await changeRole(demoted.id, 'admin');
    await giveRole(app, company.organizationId, removed, 'admin');
    for (const { token } of ended) expect(refusalIn(await askContext(app, { token }))).toBe('401 revoked');
    expect(refusalIn(await askContext(app, { token: lasting.token }))).toBeNull();
    const log = await audited(demoted.id);
    expect(log.find(({ action }) => action === 'member.role')?.changes).toMatchObject({
      role: ['admin', 'member'],
      enterpriseKeys: [[ended[0]?.key.keyId], []],
    });
  });

  it('does not come with a change between owner and admin', async () => {
    const admin = await colleague('admin');
    const { token } = await makeKey(app, company, {}, admin);
    await changeRole(admin.id, 'owner');
    expect(refusalIn(await askContext(app, { token }))).toBeNull();
    await changeRole(admin.id, 'admin');
    expect(refusalIn(await askContext(app, { token }))).toBeNull();
  });

  it('comes with the account of its creator', async () => {
    const admin = await colleague('admin');
    const { token } = await makeKey(app, company, {}, admin);
    const closed = await askGraphql<{ closeAccount: boolean }>(
      app,
      'mutation ($input: CloseAccountInput!) { closeAccount(input: $input) }',
      { input: { currentPassword: admin.password } },
      { cookie: admin.cookie },
    );
    expect(closed.data?.closeAccount).toBe(true);
    expect(refusalIn(await askContext(app, { token }))).toBe('401 revoked');
  });

  it('comes when its rights, product or organization are gone from the database, however that came about', async () => {
    for (const statement of [
      `update member set role = 'member' where organization_id = $1`,
      'delete from member where organization_id = $1',
      'delete from product_name where organization_id = $1; delete from product where organization_id = $1',
    ]) {
      const own = await makeCompany(app);
      const { token } = await makeKey(app, own);
      expect(refusalIn(await askContext(app, { token }))).toBeNull();
      for (const one of statement.split('; ')) await query(app.databaseUrl, one, [own.organizationId.slice(4)]);
      for (const at of [app, replica]) expect(refusalIn(await askContext(at, { token }))).toBe('401 revoked');
    }
  });

  it('comes also when the key is created while its creator loses the rights', async () => {
    for (let round = 0; round < 4; round += 1) {
      const admin = await colleague('admin');
      const [created] = await Promise.all([askForKey(app, company, {}, admin), changeRole(admin.id, 'member')]);
      const token = created.data?.createEnterpriseKey?.token;
      if (token === undefined) expect(refusalIn(created)).toBe('403 NOT_A_MEMBER');
      else expect(refusalIn(await askContext(app, { token }))).toBe('401 revoked');
    }
  });
});

describe('the list of agent keys', () => {
  it('shows the day of the last use and nothing of another organization’s keys', async () => {
    const own = await makeCompany(app);
    const { token, key } = await makeKey(app, own);
    await askContext(app, { token });
    await app.app.parts.credentialUses.flush();
    const today = app.clock.now().toISOString().slice(0, 10);
    expect(await keysOf(app, own)).toEqual([{ ...key, lastUsedOn: today }]);
    expect(await keysOf(app, own, await colleague('member', own))).toHaveLength(1);
  });
});

describe('a key that is put where none belongs', () => {
  it('is in no answer and in no log line', async () => {
    const { token } = await makeKey(app, company);
    const secret = token.slice(4, -4);
    logged.length = 0;
    const answers = [
      await ask(`${app.url}/api/directory/context?q=${token}`),
      await ask(
        `${app.url}/graphql?query=${encodeURIComponent(`{ enterpriseContext(productId: "${token}") { asOf } }`)}`,
      ),
      await ask(`${app.url}/${token}`),
      await ask(`${app.url}/problems/${token}`),
      await ask(`${app.url}/readyz`, { headers: { 'x-request-id': token, 'x-api-key': token } }),
      await ask(`${app.url}/api/usage/track`, { token: company.trackingKey, body: { event_name: token } }),
    ];
    const graphql = [
      await askContext(app, { token }, { productId: token }),
      await askContext(app, { token }, { organizationId: token }),
      await askContext(app, { token: `${token}x` }),
      await askContext(app, { token, headers: { 'x-request-id': `a.${token}` } }),
      await askGraphql(app, `query ($t: Nothing) { viewer(token: $t) { kind } }`, { t: token }, { token }),
      await askGraphql(app, 'query ($q: String) { directoryContext(q: $q) { total } }', { q: token, token }, { token }),
      await askForKey(app, company, { name: token }),
    ];
    for (const { text, headers } of answers)
      expect(`${text}${JSON.stringify([...headers])}`.replaceAll(/"query":"[^"]*"/g, '')).not.toContain(secret);
    for (const { errors } of graphql) expect(JSON.stringify(errors)).not.toContain(secret);
    expect(logged.length).toBeGreaterThan(3);
    expect(logged.join('')).not.toContain(secret);
    for (const table of ['enterprise_audit_receipt', 'tracking_verdict', 'audit_value'])
      expect(await query(app.databaseUrl, `select 1 from ${table} t where t::text like $1`, [`%${secret}%`])).toEqual(
        [],
      );
  });
});
