import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { serve } from '../../server/app/serve.js';
import { readConfig } from '../../server/platform/config.js';
import { startEmbedded } from '../../server/platform/database/embedded.js';
import { migrate, openOrm } from '../../server/platform/database/orm.js';
import { checkRoles } from '../../server/platform/database/roles.check.js';
import { tableRules } from '../../server/platform/database/tables.js';
import { openLog } from '../../server/platform/log.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { runCommand } from '../setup/command.js';
import { asGateway, query } from '../setup/database.js';
import { cookieOf } from '../setup/people.js';
import { stopServing } from '../setup/serve.js';
import { addressOf, buildIfStale, endAll, makeDataDir, startGateway } from './gateway.process.js';

interface Ready {
  status: string;
  warnings: { code: string; detail: string; remedy: string }[];
}
/** The server as a process runs it, within this one: for tests that neither kill it nor read its screen. */
const serveWith = (env: Record<string, string>) =>
  serve(readConfig({ PORT: '0', SESSION_SECRET: 'fault-test-fault-test-fault-test', ...env }), openLog('silent'));
const readiness = async (url: string) => (await ask<Ready>(`${url}/readyz`)).body;

let app: TestApp;
beforeAll(async () => {
  await buildIfStale();
  app = await startApp();
});
afterAll(async () => {
  await app.close();
  await endAll();
});

describe('the role that serves', () => {
  it.each([
    "update audit_entry set actor = 'nobody'",
    'delete from audit_entry',
    'truncate audit_entry',
    "update audit_value set reason = 'x'",
    'delete from audit_value',
    'truncate audit_value',
    'delete from audit_head',
    'truncate audit_head',
    "update adoption_snapshot set methodology = 'x'",
    'delete from adoption_snapshot',
    'truncate adoption_snapshot',
    "update adoption_snapshot_tool set rows = '{}'",
    'delete from adoption_snapshot_tool',
    'truncate adoption_snapshot_tool',
    'delete from schema_migration',
    'create table made (id int)',
    'create temporary table made (id int)',
    'create schema made',
    'alter table product add column made int',
    'drop table product',
    'set role dai',
    'create role made',
    'grant dai to dai_gateway',
    'alter role dai_gateway superuser',
  ])('may not: %s', async (sql) => {
    await expect(query(asGateway(app.databaseUrl), sql).then(() => 'done')).rejects.toMatchObject({ code: '42501' });
  });

  it('cannot give itself a right: PostgreSQL grants nothing, and the table stays closed', async () => {
    const url = asGateway(app.databaseUrl);
    await query(url, 'grant delete on audit_value to dai_gateway').catch(() => undefined);
    await expect(query(url, 'delete from audit_value')).rejects.toMatchObject({ code: '42501' });
  });

  it('becomes the role of automation for a transaction, which has rights on no table but those of intake that it prepares', async () => {
    await query(asGateway(app.databaseUrl), 'set role dai_intake');
    const tables = await query<{ relname: string }>(
      app.databaseUrl,
      `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'auth') and c.relkind = 'r' and has_table_privilege('dai_intake', c.oid, 'select, insert, update, delete')`,
    );
    const prepared = Object.entries(tableRules).flatMap(([table, { automation }]) => (automation ? [table] : []));
    expect(tables.map(({ relname }) => relname).sort()).toEqual(prepared.sort());
  });

  it('ends a statement that goes on for two minutes; the owner’s go on as long as they take', async () => {
    const limit = async (url: string) => (await query(url, 'show statement_timeout'))[0]?.statement_timeout;
    expect([await limit(asGateway(app.databaseUrl)), await limit(app.databaseUrl)]).toEqual(['2min', '0']);
  });

  it('is what the application serves as, and readiness has nothing to warn of', async () => {
    expect(await app.app.platform.em().execute('select current_user as role')).toEqual([{ role: 'dai_gateway' }]);
    expect(await readiness(app.url)).toMatchObject({ status: 'ready', warnings: [] });
  });
});

describe('a gateway that could rewrite the audit log or what was published', () => {
  it('serves, and readiness and the start screen say so with the remedy', async () => {
    const gateway = await startGateway({
      DATABASE_URL: app.databaseUrl,
      SESSION_SECRET: 'fault-test-fault-test-fault-test',
      DATA_DIR: makeDataDir(),
    });
    const { status, warnings } = await readiness(gateway.url);
    expect(status).toBe('ready');
    expect(warnings).toMatchObject([
      { code: 'audit_log_rewritable', remedy: expect.stringContaining('dai roles') },
      { code: 'snapshots_rewritable', remedy: expect.stringContaining('dai roles') },
      { code: 'statements_unbounded', remedy: expect.stringContaining('dai roles') },
    ]);
    expect(gateway.screen()).toContain(warnings[0]?.detail);
    expect(gateway.screen()).toContain('dai roles');
    gateway.kill('SIGKILL'); // its drain would wait for a balancer
    await gateway.ended;
  });

  it.each([
    ['may delete values', 'grant delete on audit_value to', ['audit_log_rewritable'], ['automation_role_missing']],
    ['may update entries', 'grant update on audit_entry to', ['audit_log_rewritable'], ['automation_role_missing']],
    [
      'may update a snapshot',
      'grant update on adoption_snapshot_tool to',
      ['snapshots_rewritable'],
      ['automation_role_missing'],
    ],
    ['is a member of the owner', 'grant dai to', ['audit_log_rewritable', 'snapshots_rewritable'], []],
  ])('is found when its role %s', async (_what, grant, found, more) => {
    const superuser = addressOfSuperuser();
    const role = `made_${randomUUID().slice(0, 8)}`;
    await query(superuser, `create role ${role} login password 'made'`);
    await query(superuser, `alter role ${role} set log_min_error_statement = 'error'`);
    await query(superuser, `${grant} ${role}`);
    const address = Object.assign(new URL(app.databaseUrl), { username: role, password: 'made' });
    const orm = await openOrm(address.toString(), [], 1);
    try {
      expect((await checkRoles(orm.em.fork())).map(({ code }) => code)).toEqual([
        ...found,
        'statements_logged',
        'statements_unbounded',
        ...more,
      ]);
    } finally {
      await orm.close();
      await query(superuser, `drop owned by ${role}`);
      await query(superuser, `drop role ${role}`);
    }
  });
});

describe('a worker without the address of the owner', () => {
  it('works, and readiness says what stands still, with the remedy', async () => {
    const environment = { SESSION_SECRET: 'fault-test-fault-test-fault-test', DATA_DIR: makeDataDir(), ROLE: 'all' };
    const gateway = await startGateway({ ...environment, DATABASE_URL: asGateway(app.databaseUrl) });
    const { status, warnings } = await readiness(gateway.url);
    expect(status).toBe('ready');
    expect(warnings).toMatchObject([
      { code: 'owner_address_missing', remedy: expect.stringContaining('DATABASE_DIRECT_URL') },
    ]);
    expect(gateway.screen()).toContain(warnings[0]?.remedy);
    gateway.kill('SIGKILL'); // its drain would wait for a balancer
    await gateway.ended;
  });

  it('is no gateway that needs none', async () => {
    const gateway = await serveWith({
      DATABASE_URL: asGateway(app.databaseUrl),
      DATA_DIR: makeDataDir(),
      ROLE: 'gateway',
    });
    expect((await readiness(gateway.config.baseUrl)).warnings).toEqual([]);
    await stopServing(gateway);
  });
});

describe('an embedded database from before there were roles', () => {
  it('gets them at the next start, and is served as dai_gateway', async () => {
    const dataDir = makeDataDir();
    const first = await startEmbedded(dataDir);
    await migrate(first.url);
    const superuser = first.superuserUrl.replace(/\/postgres$/, '/dai');
    await query(superuser, 'drop owned by dai_gateway');
    await query(superuser, 'drop role dai_gateway');
    fs.rmSync(path.join(dataDir, 'postgres', 'dai_gateway.password'));
    await first.stop();
    const gateway = await serveWith({ DATA_DIR: dataDir, NODE_ENV: 'production' });
    expect(await readiness(gateway.config.baseUrl)).toMatchObject({ status: 'ready', warnings: [] });
    await expect(query(addressOf(dataDir, 'dai_gateway'), 'delete from audit_value')).rejects.toMatchObject({
      code: '42501',
    });
    await stopServing(gateway);
  });
});

describe('dai roles', () => {
  it('prints SQL that makes the roles on a server of one’s own, again and again', async () => {
    const embedded = await startEmbedded(makeDataDir());
    const superuser = embedded.superuserUrl;
    try {
      await query(superuser, 'drop owned by dai_gateway');
      await query(superuser, 'drop role dai_gateway');
      const sql = await runCommand(app, 'roles');
      for (let time = 0; time < 2; time += 1) await query(superuser, sql);
      const roles = await query<{ rolname: string; rolconfig: string[] | null }>(
        superuser,
        `select rolname, rolcanlogin, rolconfig from pg_roles where rolname in ('dai', 'dai_gateway', 'dai_intake') order by 1`,
      );
      const rolconfig = (timeout: string) =>
        [`statement_timeout=${timeout}`, 'log_min_error_statement=panic', 'log_error_verbosity=terse'].sort();
      for (const role of roles) role.rolconfig?.sort();
      expect(roles).toEqual([
        { rolname: 'dai', rolcanlogin: true, rolconfig: rolconfig('0') },
        { rolname: 'dai_gateway', rolcanlogin: true, rolconfig: rolconfig('2min') },
        { rolname: 'dai_intake', rolcanlogin: false, rolconfig: null },
      ]);
    } finally {
      await embedded.stop();
    }
  });
});

describe('a PostgreSQL that logs statements', () => {
  it('logs what failed for our roles, and never a private text', async () => {
    const dataDir = makeDataDir();
    const embedded = await startEmbedded(dataDir, {
      settings: { log_min_error_statement: 'error', log_error_verbosity: 'default' },
    });
    const text = `private-${randomUUID()}`;
    try {
      await migrate(embedded.url);
      await query(embedded.url, 'alter table organization add constraint refuse check (length(name) < 10)');
      for (const url of [embedded.url, embedded.gatewayUrl]) {
        const orm = await openOrm(url, [], 1);
        for (const sql of [
          'insert into organization (id, name) values (gen_random_uuid(), ?)',
          'insert into idempotent_request (owner, operation, key, fingerprint, held_until) values (?, null, null, null, null)',
          'select ? from nowhere',
        ])
          await expect(orm.em.fork().execute(sql, [text])).rejects.toThrow();
        await orm.close();
      }
    } finally {
      await embedded.stop();
    }
    const log = fs.readFileSync(path.join(dataDir, 'postgres', 'server.log'), 'utf8');
    expect(log.match(/violates (check|not-null) constraint/g)).toHaveLength(4);
    expect(log).not.toContain(text);
  });
});

describe('a PostgreSQL that logs the statements of the role that serves', () => {
  it('logs a failed one without the amount that it would have stored', async () => {
    const dataDir = makeDataDir();
    const embedded = await startEmbedded(dataDir, {
      settings: { log_min_error_statement: 'error', log_error_verbosity: 'terse' },
    });
    try {
      await migrate(embedded.url);
      const logged = embedded.superuserUrl.replace(/\/postgres$/, '/dai'); // our own roles log no statement
      await query(logged, 'alter table monthly_spend add constraint refuse check (amount_cents < 10) not valid');
      const gateway = await serveWith({ DATABASE_URL: logged, DATA_DIR: makeDataDir(), ROLE: 'gateway' });
      const url = gateway.config.baseUrl;
      const headers = { origin: url };
      const person = { email: 'p@people.example', password: randomUUID(), name: 'P' };
      const { headers: signedUp } = await ask(`${url}/api/auth/sign-up/email`, { body: person, headers });
      const refused = await askGraphql(
        { url },
        `mutation ($input: MonthlySpendInput!) { recordSpend(input: $input) { replaced } }`,
        {
          input: {
            provider: 'web_data_api',
            month: '2026-01',
            currency: 'EUR',
            amountCents: 8_765_432_109,
            source: 'user_reported',
          },
        },
        { cookie: cookieOf(signedUp) },
      );
      expect(refused.errors[0]?.extensions.status).toBe(500);
      await stopServing(gateway);
    } finally {
      await embedded.stop();
    }
    const log = fs.readFileSync(path.join(dataDir, 'postgres', 'server.log'), 'utf8');
    expect(log).toMatch(/STATEMENT: +insert into "?monthly_spend/);
    expect(log).not.toContain('8765432109');
  });
});

function addressOfSuperuser(): string {
  const address = new URL(inject('superuserUrl'));
  address.pathname = new URL(app.databaseUrl).pathname;
  return address.toString();
}
