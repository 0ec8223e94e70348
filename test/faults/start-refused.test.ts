import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { RELEASE } from '../../server/platform/version.js';
import { asGateway, freshDatabase, query } from '../setup/database.js';
import { SESSION_SECRET } from '../setup/demo.js';
import { administer } from '../setup/nodes.js';
import { INHERITED } from '../setup/process.environment.js';
import { buildIfStale, endAll, makeDataDir, startWorker } from './gateway.process.js';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const closers: (() => unknown)[] = [];
let database: Awaited<ReturnType<typeof freshDatabase>>;

beforeAll(async () => {
  await buildIfStale();
  database = await freshDatabase();
});
afterAll(async () => {
  await endAll();
  for (const close of closers.reverse()) await close();
  await database?.drop();
});

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly errors: string;
}

/** Runs the server or a command to its end; both must end by themselves. */
function run(words: readonly string[], env: Record<string, string>, cwd = REPOSITORY): Promise<Run> {
  const file = words[0] === 'serve' ? ['dist/server/main.js'] : ['dist/server/cli.js', ...words];
  const child = spawn(process.execPath, [path.join(REPOSITORY, file[0] ?? ''), ...file.slice(1)], {
    cwd,
    env: { ...INHERITED, ENV_FILE: '/dev/null', PORT: '0', LOG_LEVEL: 'error', SESSION_SECRET, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, errors })));
}

/** An address with another part of it. */
const addressWith = (url: string, change: Partial<Pick<URL, 'password' | 'pathname' | 'port' | 'username'>>): string =>
  Object.assign(new URL(url), change).toString();

/** The test's own server, which calls itself another version: the bytes of its answer are of the same length. */
async function openOlder(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(port), hostname);
    client.pipe(upstream);
    upstream.on('data', (bytes: Buffer) => {
      const text = bytes
        .toString('latin1')
        .replace(/180(\d{3})/g, '150$1')
        .replace(/18(\.\d+)/g, '15$1');
      client.write(Buffer.from(text, 'latin1'));
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  closers.push(() => new Promise((closed) => server.close(closed)));
  const own = server.address();
  return addressWith(url, { port: String(typeof own === 'object' && own ? own.port : 0) });
}

/** A database of the same server that can't store every character. */
async function openLatin(url: string): Promise<string> {
  const name = `latin_${randomBytes(4).toString('hex')}`;
  const nodes = inject('nodeUrls');
  await administer(nodes, [`create database ${name} owner dai encoding 'LATIN1' locale 'C' template template0`]);
  closers.push(() => administer(nodes, [`drop database ${name} with (force)`]));
  return addressWith(url, { pathname: `/${name}` });
}

/** The test's own server, which answers one connection and then none. */
async function openOnce(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  let answered = false;
  const server = net.createServer((client) => {
    client.on('error', () => undefined);
    if (answered) return void client.destroy();
    answered = true;
    const upstream = net.connect(Number(port), hostname).on('error', () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  closers.push(() => new Promise((closed) => server.close(closed)));
  const own = server.address();
  return addressWith(url, { port: String(typeof own === 'object' && own ? own.port : 0) });
}

const tables = (url: string) =>
  query(url, `select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace`);

/** One sentence on standard error, without a stack or the password. */
function expectOneSentence({ code, errors }: Run, message: RegExp, url: string): void {
  expect(code).toBe(1);
  const lines = errors.trim().split('\n');
  expect(lines.at(-1)).toMatch(message);
  expect(lines.filter((line) => !line.startsWith('Database: '))).toHaveLength(1);
  expect(errors).not.toContain(new URL(url).password || 'no password');
}

describe('a database that cannot be used', () => {
  it.each(['serve', 'migrate'])(
    'is named in one sentence by dai %s: away, wrong password, missing, too old',
    async (command) => {
      const { url } = database;
      const before = await tables(url);
      const cases: [string, RegExp][] = [
        [addressWith(url, { port: '1' }), /no PostgreSQL answers: the server at 127\.0\.0\.1:1 \(ECONNREFUSED\)/],
        [
          addressWith(url, { password: 'wrong-password' }),
          /refuses the user "dai": the password in the address is wrong/,
        ],
        [addressWith(url, { pathname: '/nowhere' }), /has no database "nowhere"/],
        [await openLatin(url), /the database "latin_\w+" has the encoding LATIN1, and DAI needs UTF8\. Create one/],
        [await openOlder(url), /is PostgreSQL 15\.\d+, and DAI needs PostgreSQL 18\. Nothing was changed there\./],
      ];
      for (const [address, message] of cases)
        expectOneSentence(await run([command], { DATABASE_URL: address }), message, address);
      expect(await tables(url)).toEqual(before);
    },
  );

  it('is named in one sentence when it goes away in the middle of the start', async () => {
    const { url } = database;
    const address = await openOnce(url);
    expectOneSentence(
      await run(['serve'], { DATABASE_URL: address }),
      /^(?:The database|A server that DAI needs) stopped answering \(/,
      address,
    );
  });

  it('is an unmigrated one for a gateway, which may not migrate it', async () => {
    const empty = await freshDatabase();
    closers.push(() => empty.drop());
    await query(empty.url, 'drop table schema_migration cascade');
    const gateway = asGateway(empty.url);
    const ended = await run(['serve'], { DATABASE_URL: gateway, ROLE: 'gateway' });
    expectOneSentence(ended, /lacks \d+ of the migrations of DAI .* Run "dai migrate" once/, gateway);
  });
});

describe('a database that a newer build has migrated', () => {
  it('is refused by serve, migrate and every other command, with both builds and the way back', async () => {
    const newer = await freshDatabase();
    closers.push(() => newer.drop());
    await query(newer.url, `insert into schema_migration (name, executed_at) values ('9999-of-tomorrow', now())`);
    await query(
      newer.url,
      `insert into schema_build (version, build, migrated_at) values ('9.9.9', 'tomorrow', now())
       on conflict (only_row) do update set version = excluded.version, build = excluded.build`,
    );
    const before = await tables(newer.url);
    for (const command of [['serve'], ['migrate'], ['audit', 'verify']]) {
      const ended = await run(command, { DATABASE_URL: newer.url });
      expectOneSentence(
        ended,
        /9\.9\.9 \(build tomorrow\): this build does not know 9999-of-tomorrow\. Nothing was changed/,
        newer.url,
      );
      expect(ended.errors).toContain(RELEASE);
    }
    expect(await tables(newer.url)).toEqual(before);
  });
});

describe('a command', () => {
  it('makes no database, finds the one beside its checkout from every folder, and says which one it speaks to', async () => {
    const folder = makeDataDir();
    for (const words of [['audit', 'verify'], ['migrate'], ['mail', 'list'], ['role', 'grant', 'a@people.example']]) {
      const ended = await run(words, { DATA_DIR: 'data' }, folder);
      expect([ended.code, ended.out]).toEqual([1, '']);
      expect(ended.errors).toContain(`There is no database in ${path.join(folder, 'data')}.`);
    }
    expect(fs.readdirSync(folder)).toEqual([]);
    const beside = await run(['audit', 'verify'], { DATA_DIR: '' }, folder);
    expect(beside.errors).toContain(`Database: embedded, in ${path.join(REPOSITORY, '.data')}\n`);
    expect(fs.readdirSync(folder)).toEqual([]);
    const named = await run(['audit', 'verify'], { DATABASE_URL: database.url }, folder);
    const { host, pathname } = new URL(inject('ownerUrl').replace(/[^/]*$/, new URL(database.url).pathname.slice(1)));
    expect(named).toMatchObject({ code: 0, errors: `Database: ${pathname.slice(1)} at ${host}\n` });
  });

  it('makes no schema in a database that it was pointed at, and runs no migration of one', async () => {
    const [empty, older] = [await freshDatabase(), await freshDatabase()];
    for (const one of [empty, older]) closers.push(() => one.drop());
    await query(empty.url, 'drop schema public cascade');
    await query(empty.url, 'create schema public');
    await query(older.url, 'delete from schema_migration where name = (select max(name) from schema_migration)');
    for (const words of [
      ['audit', 'verify'],
      ['mail', 'list'],
      ['role', 'grant', 'a@people.example'],
      ['plan', 'set', 'org_x', 'free', '--reason', 'a test'],
    ]) {
      const [nothing, behind] = [
        await run(words, { DATABASE_URL: empty.url }),
        await run(words, { DATABASE_URL: older.url }),
      ];
      expectOneSentence(nothing, /holds no schema of DAI\. Nothing was changed\./, empty.url);
      expectOneSentence(
        behind,
        /lacks 1 of the migrations of DAI .* Run "dai migrate", then this command again\./,
        older.url,
      );
      expect([nothing.out, behind.out]).toEqual(['', '']);
    }
    expect(await tables(empty.url)).toEqual([{ n: 0 }]);
  });

  it('of a checkout is ./dai, from every folder and by a link, without a build', () => {
    const folder = makeDataDir();
    fs.symlinkSync(path.join(REPOSITORY, 'dai'), path.join(folder, 'dai'));
    for (const file of [path.join(REPOSITORY, 'dai'), path.join(folder, 'dai')]) {
      const { status, stdout, stderr } = spawnSync(file, ['--version'], {
        cwd: folder,
        encoding: 'utf8',
        env: INHERITED,
      });
      expect([status, stdout, stderr]).toEqual([0, `${RELEASE}\n`, '']);
    }
  });

  it('whose reader has gone ends without a word', () => {
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', `"$0" schema | head -n 1; exit 0`, path.join(REPOSITORY, 'dai')],
      {
        encoding: 'utf8',
        env: INHERITED,
      },
    );
    expect([status, stderr]).toEqual([0, '']);
  });
});

describe('a worker without the owner’s address', () => {
  it('is not ready, and says what it lacks', async () => {
    const free = net.createServer();
    await new Promise<void>((ready) => free.listen(0, '127.0.0.1', ready));
    const own = free.address();
    const port = typeof own === 'object' && own ? own.port : 0;
    await new Promise((closed) => free.close(closed));
    const gateway = asGateway(database.url);
    startWorker({ DATABASE_URL: gateway, SESSION_SECRET, OPS_PORT: String(port) });
    const answer = async () => {
      const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
      return reply && ((await reply.json()) as { status: string; warnings?: { code: string }[] });
    };
    await expect.poll(answer).toMatchObject({
      status: 'not_ready',
      warnings: expect.arrayContaining([expect.objectContaining({ code: 'owner_address_missing' })]),
    });
  });
});
