import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findPostgresIn } from '../../server/platform/database/embedded.process.js';
import { INHERITED } from '../setup/process.environment.js';
import { buildIfStale, endAll, makeDataDir, placeOf, startGateway } from './gateway.process.js';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
/** `SOAK_STOPS=20` stops as often; twice shows that the next start finds everything in order. */
const STOPS = Number(process.env.SOAK_STOPS ?? 2);

beforeAll(() => buildIfStale());
afterAll(async () => {
  for (const pid of started) process.kill(-pid, 'SIGKILL');
  await endAll();
});
/** The groups that still have a process. */
const started = new Set<number>();

/** `npm start` as a terminal has it: npm, its shell and the server in one process group. */
const startByNpm = (dataDir: string, until = 'DAI is ready') => startGroup('npm', ['start'], dataDir, until);

/** A command in a process group of its own; `log` is where its standard error goes. */
async function startGroup(
  command: string,
  args: readonly string[],
  dataDir: string,
  until: string,
  log: 'pipe' | number = 'pipe',
) {
  const child = spawn(command, args, {
    cwd: REPOSITORY,
    detached: true,
    env: { ...INHERITED, ENV_FILE: '/dev/null', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', log],
  });
  const pid = child.pid ?? 0;
  started.add(pid);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve(void started.delete(pid)))); // the whole group has let go of its output
  await vi.waitFor(() => expect(output).toContain(until), { timeout: 120_000, interval: 50 });
  return { pid, closed, output: () => output };
}

const databasesOf = async (dataDir: string) => {
  const place = await placeOf(dataDir);
  return findPostgresIn(place.cluster, place.account);
};

describe('npm start, stopped', () => {
  it.each([
    ['by Ctrl-C, which the terminal sends to the whole group', 'SIGINT', -1],
    ['by SIGTERM to the group, as a supervisor sends it', 'SIGTERM', -1],
    ['by SIGTERM to npm alone', 'SIGTERM', 1],
    ['by the terminal that is closed', 'SIGHUP', -1],
    ['by Ctrl-\\, which the terminal sends to the whole group', 'SIGQUIT', -1],
  ] as const)('%s, drains, says so and leaves no PostgreSQL behind', async (_how, signal, to) => {
    const dataDir = makeDataDir();
    for (let stop = 0; stop < STOPS; stop += 1) {
      const running = await startByNpm(dataDir);
      process.kill(to * running.pid, signal);
      await running.closed;
      expect(running.output()).toContain('"msg":"stopped"');
      expect(await databasesOf(dataDir)).toEqual([]);
    }
  });
});

describe('dai serve, stopped while a request is in work', () => {
  it.each(['SIGHUP', 'SIGQUIT', 'SIGINT', 'SIGTERM'] as const)(
    'by %s to its group, answers it and leaves no PostgreSQL behind',
    async (signal) => {
      const dataDir = makeDataDir();
      const running = await startGroup('./dai', ['serve'], dataDir, 'DAI is ready');
      const { port = '' } = /ready at http:\/\/[^\s:]+:(?<port>\d+)/.exec(running.output())?.groups ?? {};
      const body = '{"query":"{ viewer { kind } }"}';
      const client = net.connect(Number(port), '127.0.0.1');
      let answer = '';
      client.setEncoding('utf8').on('data', (text: string) => {
        answer += text;
      });
      client.write(
        `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n{`,
      );
      await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200); // what came before it has arrived
      process.kill(-running.pid, signal);
      await expect.poll(running.output).toContain('"msg":"stopping"');
      client.end(body.slice(1));
      await running.closed;
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(running.output()).toContain('"msg":"stopped"');
      expect(await databasesOf(dataDir)).toEqual([]);
    },
  );
});

describe.runIf(fs.existsSync('/dev/full'))('a server whose log cannot be written', () => {
  it('ends when it is stopped, as on a terminal that was closed', async () => {
    const dataDir = makeDataDir();
    const full = fs.openSync('/dev/full', 'w');
    const running = await startGroup('./dai', ['serve'], dataDir, 'DAI is ready', full);
    fs.closeSync(full);
    process.kill(-running.pid, 'SIGHUP');
    await running.closed;
    expect(await databasesOf(dataDir)).toEqual([]);
  });
});

describe('npm start, stopped while it starts', () => {
  it.each([
    ['before the schema is made', 'embedded PostgreSQL started', 'SIGINT', -1],
    ['by SIGTERM to npm alone', 'embedded PostgreSQL started', 'SIGTERM', 1],
  ] as const)(
    '%s, says so, leaves no PostgreSQL behind and starts whole the next time',
    async (_when, until, signal, to) => {
      const dataDir = makeDataDir();
      const early = await startByNpm(dataDir, until);
      process.kill(to * early.pid, signal);
      await early.closed;
      expect(early.output()).toContain('"msg":"stopping before the start is over"');
      expect(early.output()).toContain('"msg":"stopped"');
      expect(early.output()).not.toMatch(/DAI is ready|\n {4}at /);
      expect(await databasesOf(dataDir)).toEqual([]);
      const next = await startByNpm(dataDir);
      process.kill(-next.pid, 'SIGTERM');
      await next.closed;
      expect(next.output()).toContain('"msg":"stopped"');
    },
  );
});

describe('a signal that is repeated later than a second, while requests drain', () => {
  it('ends the process at once, and the database that it started with it', async () => {
    const dataDir = makeDataDir();
    const gateway = await startGateway({ DATA_DIR: dataDir });
    const { port } = new URL(gateway.url);
    const slow = net.connect(Number(port), '127.0.0.1');
    slow.on('error', () => undefined);
    slow.write('POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{');
    const repeated = setInterval(() => gateway.kill('SIGTERM'), 250);
    const ended = await gateway.ended;
    clearInterval(repeated);
    slow.destroy();
    expect(ended.code).toBe(143);
    await vi.waitFor(async () => expect(await databasesOf(dataDir)).toEqual([]), { timeout: 30_000, interval: 50 });
  });
});
