import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIfStale, databasesOf, endAll, makeDataDir, startGroup } from './gateway.process.js';

/** `SOAK_STOPS=20` stops as often; twice shows that the next start finds everything in order. */
const STOPS = Number(process.env.SOAK_STOPS ?? 2);

beforeAll(() => buildIfStale());
afterAll(endAll);

/** `npm start` as a terminal has it: npm, its shell and the server in one process group. */
const startByNpm = (dataDir: string, until = 'DAI is ready') => startGroup('npm', ['start'], dataDir, until);

describe('npm start, stopped', () => {
  /** One folder for all: the next start, after whichever stop, has to find everything in order. */
  let dataDir = '';
  beforeAll(() => {
    dataDir = makeDataDir();
  });
  it.each([
    ['by Ctrl-C, which the terminal sends to the whole group', 'SIGINT', -1],
    ['by SIGTERM to the group, as a supervisor sends it', 'SIGTERM', -1],
    ['by SIGTERM to npm alone', 'SIGTERM', 1],
    ['by the terminal that is closed', 'SIGHUP', -1],
    ['by Ctrl-\\, which the terminal sends to the whole group', 'SIGQUIT', -1],
  ] as const)('%s, drains, says so and leaves no PostgreSQL behind', async (_how, signal, to) => {
    for (let stop = 0; stop < STOPS; stop += 1) {
      const running = await startByNpm(dataDir);
      process.kill(to * running.pid, signal);
      await running.closed;
      expect(running.output()).toContain('"msg":"stopped"');
      expect(await databasesOf(dataDir)).toEqual([]);
    }
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
