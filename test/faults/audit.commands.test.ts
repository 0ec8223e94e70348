import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import {
  type AuditRecord,
  digestOfValues,
  GENESIS,
  hashOfEntry,
  organizationChain,
  PLATFORM_CHAIN,
  personChain,
  recordAudit,
} from '../../server/platform/audit/audit.js';
import { type ChainVerdict, verifyAudit } from '../../server/platform/audit/audit.verify.js';
import { openOrm } from '../../server/platform/database/orm.js';
import { newUuid } from '../../server/platform/ids.js';
import { endCommand } from '../setup/command.js';
import { freshDatabase, query } from '../setup/database.js';
import { SESSION_SECRET } from '../setup/demo.js';
import { CLI } from '../setup/mcp.process.js';
import { INHERITED } from '../setup/process.environment.js';
import { buildIfStale } from './gateway.process.js';

let url: string;
let drop: () => Promise<void>;
let orm: Awaited<ReturnType<typeof openOrm>>;
let folder: string;
beforeAll(async () => {
  await buildIfStale();
  folder = mkdtempSync(path.join(tmpdir(), 'dai-audit-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  ({ url, drop } = await freshDatabase());
  orm = await openOrm(url, [], 2);
  return async () => {
    await orm.close();
    await drop();
  };
});

const dai = (...words: string[]) => endCommand({ databaseUrl: url }, ...words);
const verify = async (...words: string[]) => {
  const { code, out } = await dai('audit', 'verify', '--json', ...words);
  return { code, chains: JSON.parse(out) as ChainVerdict[] };
};
const breaks = ({ chains }: { chains: ChainVerdict[] }) =>
  chains.flatMap(({ chain, broken }) => broken.map(({ sequence, what }) => `${chain} ${sequence} ${what}`));

/** As the server's superuser, who can change every row. */
const asSuperuser = (sql: string, values: unknown[] = []) => {
  const address = new URL(inject('superuserUrl'));
  address.pathname = new URL(url).pathname;
  return query(address.toString(), sql, values);
};
/** The command's findings, without starting it. */
const here = async () => breaks({ chains: await verifyAudit(orm.em.fork()) });

const record = (given: Partial<AuditRecord>) =>
  orm.em.fork().transactional((em) =>
    recordAudit(em, new Date(), {
      chain: PLATFORM_CHAIN,
      actor: 'operator',
      action: 'test.act',
      resource: 'thing',
      resourceId: 'thing_1',
      changes: { name: [null, 'value'] },
      ...given,
    }),
  );

describe('dai audit verify', () => {
  it('finds a chain whose head was deleted', async () => {
    await record({});
    await record({});
    expect(await dai('audit', 'verify')).toMatchObject({ code: 0 });
    await query(url, 'delete from audit_head');
    const found = await verify();
    expect(found.code).toBe(1);
    expect(breaks(found)).toEqual(['platform 2 no_head']);
    const env = { ...INHERITED, DATABASE_URL: url, SESSION_SECRET };
    const { status, stdout } = spawnSync(process.execPath, [CLI, 'audit', 'verify'], { encoding: 'utf8', env });
    expect([status, stdout]).toEqual([1, expect.stringContaining('BROKEN at 2 (no_head)')]);
  });

  it('sees a log that is being written to in one moment', async () => {
    await record({});
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('begin');
    await client.query('lock table audit_entry in access exclusive mode');
    const verdicts = verifyAudit(orm.em.fork());
    const waiting = 'select 1 from pg_locks where not granted and relation = $1::regclass';
    while ((await query(url, waiting, ['audit_entry'])).length === 0);
    await client.query(
      `insert into audit_entry select organization_id, gen_random_uuid(), sequence + 1, at, actor, action, resource, resource_id, revision,
         values_digest, request_id, hash, 'a later hash', chain from audit_entry`,
    );
    await client.query(`update audit_head set sequence = 2, hash = 'a later hash'`);
    await client.query('commit');
    await client.end();
    expect(await verdicts).toMatchObject([{ chain: 'platform', entries: 1, broken: [] }]);
  });

  it('takes no missing value for an erased one unless an erasure names it', async () => {
    for (let entry = 1; entry <= 3; entry += 1) await record({ actor: 'somebody' });
    await query(
      url,
      'delete from audit_value v using audit_entry e where e.organization_id = v.organization_id and e.id = v.entry_id and e.sequence = 2',
    );
    const found = await verify();
    expect(found.code).toBe(1);
    expect(breaks(found)).toEqual(['platform 2 unnamed_erasure']);
  });

  it('walks a chain that is longer than what it holds at once', async () => {
    const organization = organizationChain(newUuid());
    await orm.em.fork().transactional(async (em) => {
      for (let entry = 1; entry <= 1_100; entry += 1)
        await recordAudit(em, new Date(), {
          chain: organization,
          actor: 'operator',
          action: 'x',
          resource: 'y',
          resourceId: 'z',
          changes: {},
        });
    });
    await record({});
    const chains = await verifyAudit(orm.em.fork());
    expect(chains.flatMap(({ broken }) => broken)).toEqual([]);
    expect(chains.map(({ chain, entries }) => [chain, entries])).toEqual([
      ['platform', 1],
      [organization.name, 1_100],
    ]);
  });

  it.each([['--json'], []])('finds a recomputed chain by an earlier head (%s)', async (...how) => {
    const person = personChain(newUuid());
    await record({ chain: person, changes: { name: [null, 'true'] } });
    await record({ chain: person });
    await record({});
    const heads = path.join(folder, `heads${how.length}`);
    writeFileSync(heads, (await dai('audit', 'verify', ...how)).out);
    await record({ chain: person });
    expect((await verify('--heads', heads)).code).toBe(0);

    await recompute(person.id, { name: [null, 'forged'] });
    expect(await here()).toEqual([]);
    const recomputed = await verify('--heads', heads);
    expect(recomputed.code).toBe(1);
    expect(breaks(recomputed)).toEqual([`${person.name} 2 known_head`]);

    for (const table of ['audit_entry', 'audit_value', 'audit_head'])
      await asSuperuser(`delete from ${table} where organization_id = $1`, [person.id]);
    expect(await here()).toEqual([]);
    expect(breaks(await verify('--heads', heads))).toEqual([`${person.name} 2 known_head`]);
  });

  it('ends with 2 when the file of heads is none', async () => {
    const file = path.join(folder, 'none');
    writeFileSync(file, 'nothing of the kind\n');
    for (const heads of [file, path.join(folder, 'absent')])
      expect((await dai('audit', 'verify', '--heads', heads)).code, heads).toBe(2);
  });
});

/** As an owner of the database can: every hash of a chain written again after its first entry's values were replaced. */
async function recompute(id: string, changes: Record<string, [unknown, unknown]>): Promise<void> {
  const rows = await query<Record<string, string>>(
    url,
    'select e.*, v.salt, v.reason from audit_entry e join audit_value v on v.organization_id = e.organization_id and v.entry_id = e.id where e.organization_id = $1 order by e.sequence',
    [id],
  );
  let hash = GENESIS;
  for (const row of rows) {
    const first = hash === GENESIS;
    const valuesDigest = first ? digestOfValues(row.salt ?? '', changes, null) : (row.values_digest ?? '');
    const prevHash = hash;
    hash = hashOfEntry({
      chain: row.chain ?? '',
      id: row.id ?? '',
      sequence: Number(row.sequence),
      at: new Date(row.at ?? '').toISOString(),
      actor: row.actor ?? '',
      action: row.action ?? '',
      resource: row.resource ?? '',
      resourceId: row.resource_id ?? '',
      revision: null,
      valuesDigest,
      requestId: null,
      prevHash,
    });
    await asSuperuser('update audit_entry set values_digest = $2, prev_hash = $3, hash = $4 where id = $1', [
      row.id,
      valuesDigest,
      prevHash,
      hash,
    ]);
    if (first)
      await query(url, 'update audit_value set changes = $2 where entry_id = $1', [row.id, JSON.stringify(changes)]);
  }
  await query(url, 'update audit_head set hash = $2 where organization_id = $1', [id, hash]);
}

describe('dai erase', () => {
  const makeUser = async (email: string): Promise<string> => {
    const [row] = await query<{ id: string }>(
      url,
      `insert into auth."user" (name, email, "emailVerified", "createdAt", "updatedAt") values ('A', $1, true, now(), now()) returning id`,
      [email],
    );
    return `usr_${row?.id}`;
  };
  const standing = async () =>
    (
      await query<{ resource_id: string }>(
        url,
        `select e.resource_id from audit_entry e join audit_value v on v.organization_id = e.organization_id and v.entry_id = e.id where e.action = 'test.act' order by 1`,
      )
    ).map(({ resource_id }) => resource_id);

  it('goes by who acted and by the whole address, in every chain, and names what it erased', async () => {
    const anna = await makeUser('Anna@people.example');
    const joanna = await makeUser('joanna@people.example');
    const organization = organizationChain(newUuid());
    await record({ actor: anna, resourceId: 'erased-platform' });
    await record({ actor: anna, chain: organization, resourceId: 'erased-organization' });
    await record({ actor: 'system', chain: personChain(anna.slice('usr_'.length)), resourceId: 'erased-own' });
    await record({ changes: { email: [null, 'anna@people.example'] }, resourceId: 'erased-value' });
    await record({ changes: { member: [{ deep: [anna] }, null] }, resourceId: 'erased-deep' });
    await record({ reason: 'asked by anna@people.example.', resourceId: 'erased-reason' });
    await record({ actor: joanna, resourceId: 'kept-actor' });
    await record({ changes: { email: [null, 'joanna@people.example'] }, resourceId: 'kept-longer' });
    await record({ changes: { email: [null, 'anna@people.example.org'] }, resourceId: 'kept-host' });

    const ended = await dai('erase', 'anna@people.example', '--reason', 'she asked', '--json');
    expect(ended).toMatchObject({ code: 0, out: '{"erased":6}\n' });
    expect(await standing()).toEqual(['kept-actor', 'kept-host', 'kept-longer']);
    const chains = await verifyAudit(orm.em.fork());
    expect(breaks({ chains })).toEqual([]);
    expect(chains.map(({ chain, erased }) => [chain, erased]).sort()).toEqual(
      [
        ['platform', 4],
        [organization.name, 1],
        [anna, 1],
      ].sort(),
    );
    expect((await dai('erase', anna, '--reason', 'again', '--json')).out).toBe('{"erased":0}\n');
  });

  it('refuses a reason that names the person, and a person of whom nothing is known', async () => {
    await makeUser('anna@people.example');
    const named = await dai('erase', 'anna@people.example', '--reason', 'Anna@People.example asked');
    expect(named).toMatchObject({ code: 1, errors: '--reason must not name the person: it stays in the log' });
    expect((await dai('erase', 'nobody@people.example', '--reason', 'x')).code).toBe(1);
  });

  it('cannot be used to hide what it did: an erasure’s own values are never erased', async () => {
    await record({ actor: 'somebody' });
    await asSuperuser(`update audit_entry set action = 'audit.erase'`);
    await query(url, 'delete from audit_value');
    expect(await here()).toContain('platform 1 values');
  });
});
