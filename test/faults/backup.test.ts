import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { entities } from '../../server/app/database.js';
import { BackupRun } from '../../server/platform/backup/backup.entity.js';
import { backupJob, readBackupAge } from '../../server/platform/backup/backup.job.js';
import { type BackupResult } from '../../server/platform/backup/backup.make.js';
import { type Manifest } from '../../server/platform/backup/backup.manifest.js';
import { systemClock } from '../../server/platform/clock.js';
import { readConfig } from '../../server/platform/config.js';
import { openOrm } from '../../server/platform/database/orm.js';
import { openLog } from '../../server/platform/log.js';
import { startApp, type TestApp } from '../setup/app.js';
import { endCommand } from '../setup/command.js';
import { query } from '../setup/database.js';
import { SESSION_SECRET } from '../setup/demo.js';
import { makeEvent } from '../setup/make.js';
import { CLI } from '../setup/mcp.process.js';
import { administer } from '../setup/nodes.js';
import { type ObjectStore, startObjectStore } from '../setup/object-store.js';
import { INHERITED } from '../setup/process.environment.js';
import { buildIfStale } from './gateway.process.js';

const PASSPHRASE = 'correct horse battery staple';
const UNTIL_MADE = { BACKUP_PASSPHRASE: PASSPHRASE };

let app: TestApp;
let folder: string;
const made: string[] = [];
beforeAll(async () => {
  await buildIfStale();
  app = await startApp();
  folder = mkdtempSync(path.join(tmpdir(), 'dai-backup-'));
  // Each is an entry of the audit log.
  for (const id of ['one', 'two'])
    await on(
      app.databaseUrl,
      {},
      ...`product create --organization ${app.credentials.organizationId} --id ${id} --name ${id} --type api`.split(
        ' ',
      ),
    );
});
afterAll(async () => {
  await app.close();
  await administer(
    inject('nodeUrls'),
    made.map((name) => `drop database if exists ${name} with (force)`),
  );
  rmSync(folder, { recursive: true, force: true });
});

/** A database of the owner's without a table. */
async function emptyDatabase(): Promise<string> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  await administer(inject('nodeUrls'), [`create database ${name} owner dai encoding 'UTF8' template template0`]);
  made.push(name);
  return Object.assign(new URL(inject('ownerUrl')), { pathname: `/${name}` }).toString();
}

const on = (databaseUrl: string, env: Record<string, string>, ...words: string[]) =>
  endCommand({ databaseUrl, env }, ...words, '--json');
async function backup(to: string, env: Record<string, string> = {}): Promise<BackupResult> {
  const { code, out, errors } = await on(app.databaseUrl, env, 'backup', '--to', to);
  expect([code, errors]).toEqual([0, '']);
  return JSON.parse(out) as BackupResult;
}
const restore = (url: string, from: string, env: Record<string, string> = {}) => on(url, env, 'restore', from);

const COUNTS = `select table_schema || '.' || table_name as name,
  (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I.%I', table_schema, table_name), false, true, '')))[1]::text as rows
  from information_schema.tables where table_schema in ('public', 'auth') and table_type = 'BASE TABLE' order by 1`;
const countsOf = async (url: string) =>
  (await query<{ name: string; rows: string }>(url, COUNTS)).map(({ name, rows }) => `${name} ${rows}`);
const tablesOf = async (url: string) =>
  (
    await query<{ n: number }>(
      url,
      "select count(*)::int as n from information_schema.tables where table_schema in ('public', 'auth') and table_name <> 'schema_migration'",
    )
  )[0]?.n;

const track = async (to: TestApp, event: Record<string, unknown>) => {
  const reply = await fetch(`${to.address}/api/usage/track`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.credentials.trackingKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(event),
  });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
};

describe('dai backup and dai restore', () => {
  it('bring every row of one moment to an empty database: old keys are duplicates there, and the audit log holds up to the heads', async () => {
    const event = makeEvent(app, { idempotencyKey: 'before-the-backup', developer_id: 'müller\t"x"\\\n😀' });
    const first = await track(app, event);
    expect(first).toMatchObject({ status: 200, body: { tracked: true } });
    const result = await backup(folder);
    expect(result.heads.map(({ chain }) => chain)).toContain(app.credentials.organizationId);
    expect(await track(app, makeEvent(app, { idempotencyKey: 'after-the-backup' }))).toMatchObject({ status: 200 });
    const url = await emptyDatabase();
    const restored = await restore(url, result.address);
    expect(restored).toMatchObject({ code: 0, errors: '' });
    expect(JSON.parse(restored.out)).toMatchObject({
      id: result.id,
      rows: result.rows,
      chains: result.heads.length,
      sessionSecretMatches: true,
    });
    const lacking = (names: readonly string[]) =>
      names.filter((name) => !/\.(backup_run|credential_use|tracking_|schema_build|idempotent_request)/.test(name));
    expect(lacking(await countsOf(url))).toEqual(lacking(await countsOf(app.databaseUrl)));
    const heads = path.join(folder, 'heads.json');
    writeFileSync(heads, JSON.stringify(result.heads.map(({ chain, ...head }) => ({ chain, head }))));
    expect(await on(url, {}, 'audit', 'verify', '--heads', heads)).toMatchObject({ code: 0 });
    const again = await startApp({ databaseUrl: url });
    try {
      const reply = await track(again, event);
      expect(reply).toMatchObject({ status: 200, body: { duplicate: true } });
      expect(reply.body.event).toEqual(first.body.event);
      expect(await track(again, { ...event, event_name: 'API_KEY_CREATED' })).toMatchObject({ status: 409 });
      expect(await track(again, makeEvent(app, { idempotencyKey: 'after-the-backup' }))).toMatchObject({
        body: { tracked: true },
      });
    } finally {
      await again.close();
    }
  });

  it('encrypt with a passphrase: nothing of a row can be read, and no other passphrase opens it', async () => {
    const { owner } = app.credentials.users;
    const result = await backup(folder, UNTIL_MADE);
    expect(result.encrypted).toBe(true);
    const stored = Buffer.concat(
      readdirSync(result.address).map((name) => readFileSync(path.join(result.address, name))),
    );
    expect(stored.includes(owner.email)).toBe(false);
    expect(stored.includes(PASSPHRASE)).toBe(false);
    const url = await emptyDatabase();
    for (const [env, problem] of [
      [{}, 'set BACKUP_PASSPHRASE'],
      [{ BACKUP_PASSPHRASE: 'another passphrase' }, 'The passphrase is not that of the backup'],
    ] as const) {
      expect(await restore(url, result.address, env)).toMatchObject({
        code: 1,
        errors: expect.stringContaining(problem),
      });
      expect(await tablesOf(url)).toBe(0);
    }
    expect(await restore(url, result.address, UNTIL_MADE)).toMatchObject({ code: 0 });
    expect(await query(url, 'select 1 from auth."user" where email = $1', [owner.email])).toHaveLength(1);
  });

  it('refuse a backup of which a byte, a piece or the manifest was changed, and leave the database empty', async () => {
    const whole = await backup(folder);
    const url = await emptyDatabase();
    const change = async (name: string, act: (file: string) => void, problem: string) => {
      const copy = path.join(folder, 'changed');
      cpSync(whole.address, copy, { recursive: true });
      act(path.join(copy, name));
      for (const words of [
        ['restore', copy],
        ['restore', copy, '--check'],
      ])
        expect(await on(url, {}, ...words)).toMatchObject({ code: 1, errors: expect.stringContaining(problem) });
      expect(await tablesOf(url)).toBe(0);
      rmSync(copy, { recursive: true });
    };
    const flip = (file: string): void => {
      const bytes = readFileSync(file);
      bytes.writeUInt8(bytes.readUInt8(20) ^ 1, 20);
      writeFileSync(file, bytes);
    };
    const edit = (file: string): void =>
      writeFileSync(file, readFileSync(file, 'utf8').replace('"rows": ', '"rows": 1'));
    await change('public.tracking_event.000001', flip, 'public.tracking_event.000001 is not as its manifest has it');
    await change('public.audit_head.000001', (file) => rmSync(file), 'public.audit_head.000001 is missing');
    await change('manifest.json', edit, 'manifest of the backup was changed');
    await change('manifest.json', (file) => rmSync(file), 'is no whole backup');
    await change(
      'manifest.json',
      (file) => writeFileSync(file, '{"format":"dai-backup-1"}'),
      'manifest of the backup is damaged',
    );
    expect(await on(url, {}, 'restore', whole.address, '--check')).toMatchObject({ code: 0 });
    expect(await restore(url, folder)).toMatchObject({ code: 1, errors: expect.stringContaining(whole.id) });
  });

  it('refuse an audit log whose entries were changed before the backup', async () => {
    const url = await emptyDatabase();
    const first = await backup(folder);
    expect(await restore(url, first.address)).toMatchObject({ code: 0 });
    const superuser = Object.assign(new URL(inject('superuserUrl')), { pathname: new URL(url).pathname }).toString();
    await query(superuser, "update audit_entry set actor = 'usr_forged' where sequence = 1");
    const forged = await on(url, {}, 'backup', '--to', folder);
    const other = await emptyDatabase();
    expect(await restore(other, (JSON.parse(forged.out) as BackupResult).address)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('The audit log of the backup does not hold'),
    });
    expect(await tablesOf(other)).toBe(0);
  });

  it('restore into no database that holds tables, and of a newer build nothing', async () => {
    const result = await backup(folder);
    expect(await restore(app.databaseUrl, result.address)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('into an empty database only'),
    });
    const url = await emptyDatabase();
    const older = await emptyDatabase();
    expect(await restore(older, result.address)).toMatchObject({ code: 0 });
    await query(older, "insert into schema_migration (name) values ('9999-newer')");
    const newer = path.join(folder, 'newer');
    const made = await on(older, {}, 'backup', '--to', newer);
    expect(await restore(url, (JSON.parse(made.out) as BackupResult).address)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('9999-newer'),
    });
    expect(await tablesOf(url)).toBe(0);
  });
});

describe('the backup job', () => {
  it('makes one where the newest is too old, keeps as many as it may, and tells the metrics their age', async () => {
    const to = path.join(folder, 'by-itself');
    const config = readConfig({ BACKUP_TO: to, BACKUP_KEEP: '2', BACKUP_EVERY_HOURS: '6' });
    const orm = await openOrm(app.databaseUrl, entities, 2);
    try {
      const em = () => orm.em.fork();
      await em().nativeDelete(BackupRun, {});
      expect(await readBackupAge(em())).toBeNull();
      const round = () =>
        backupJob(app.databaseUrl, SESSION_SECRET).run(
          { config, clock: systemClock, log: openLog('silent'), em },
          null,
        );
      await round();
      await round();
      expect(readdirSync(to)).toHaveLength(1);
      expect(await readBackupAge(em())).toBeLessThan(3600);
      for (let time = 0; time < 2; time += 1) {
        await query(app.databaseUrl, "update backup_run set at = at - interval '6 hours'");
        await round();
      }
      expect(readdirSync(to)).toHaveLength(2);
      expect(await query(app.databaseUrl, 'select 1 from backup_run')).toHaveLength(3);
    } finally {
      await orm.close();
    }
  });
});

describe('a backup in an object store', () => {
  let store: ObjectStore;
  let env: Record<string, string>;
  beforeAll(async () => {
    store = await startObjectStore();
    env = {
      BACKUP_S3_ENDPOINT: store.url,
      BACKUP_S3_REGION: 'eu-central-1',
      BACKUP_S3_ACCESS_KEY_ID: 'test-key',
      BACKUP_S3_SECRET_ACCESS_KEY: 'test-secret',
    };
    return () => store.close();
  });
  const to = 's3://bucket/backups';

  it('is put with signed requests, again where the store is busy, and restored from there', async () => {
    store.fail(2);
    const result = await backup(to, { ...env, ...UNTIL_MADE });
    expect(result.address).toBe(`${to}/${result.id}`);
    const manifest = JSON.parse(String(store.objects.get(`/bucket/backups/${result.id}/manifest.json`))) as Manifest;
    expect(manifest.encryption).toMatchObject({ kdf: 'scrypt' });
    const url = await emptyDatabase();
    expect(await restore(url, result.address, { ...env, ...UNTIL_MADE })).toMatchObject({ code: 0 });
    expect(await restore(await emptyDatabase(), `${to}/absent`, env)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('is no whole backup'),
    });
    expect(
      await on(app.databaseUrl, { ...env, BACKUP_S3_ACCESS_KEY_ID: 'other-key' }, 'backup', '--to', to),
    ).toMatchObject({ code: 1, errors: expect.stringContaining('answered 403') });
  });

  /** A command in a process of its own, killed once the store holds one of its requests. */
  async function killAt(pattern: RegExp, databaseUrl: string, ...words: string[]): Promise<void> {
    const reached = store.hold(pattern);
    const child = spawn(process.execPath, [CLI, ...words], {
      env: { ...INHERITED, ...env, ENV_FILE: '/dev/null', DATABASE_URL: databaseUrl, SESSION_SECRET },
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    await Promise.race([reached, ended]);
    child.kill('SIGKILL');
    await ended;
    store.release();
    expect(child.signalCode).toBe('SIGKILL');
  }

  it('that was killed in the middle is none, and keeps no other from being made', async () => {
    store.objects.clear();
    await killAt(/audit_entry/, app.databaseUrl, 'backup', '--to', to);
    expect([...store.objects.keys()].filter((name) => name.endsWith('manifest.json'))).toEqual([]);
    await expect.poll(async () => (await on(app.databaseUrl, env, 'backup', '--to', to)).code).toBe(0);
  });

  it('whose restore was killed in the middle left the database empty: the same restore then works', async () => {
    const result = await backup(to, env);
    const url = await emptyDatabase();
    await killAt(/tracking_event/, url, 'restore', result.address);
    await expect.poll(() => tablesOf(url)).toBe(0);
    await expect.poll(async () => (await restore(url, result.address, env)).code).toBe(0);
  });

  it('in a folder leaves nothing of an interrupted run behind the next one', async () => {
    const own = path.join(folder, 'interrupted');
    const result = await backup(own);
    cpSync(result.address, `${result.address}.partial`, { recursive: true });
    const next = await backup(own);
    expect(readdirSync(own).toSorted()).toEqual([result.id, next.id].toSorted());
    expect(existsSync(`${result.address}.partial`)).toBe(false);
  });
});
