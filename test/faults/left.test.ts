import net from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { signIn } from '../setup/ask.js';
import { freshDatabase } from '../setup/database.js';
import { type DatabaseProxy, openDatabaseProxy } from './database.proxy.js';

interface Line {
  readonly level: number;
  readonly msg: string;
}

let database: Awaited<ReturnType<typeof freshDatabase>>;
let proxy: DatabaseProxy;
let app: TestApp;
const lines: Line[] = [];
beforeAll(async () => {
  database = await freshDatabase('template_demo');
  proxy = await openDatabaseProxy(database.url);
  app = await startApp({
    databaseUrl: proxy.url,
    env: { LOG_LEVEL: 'debug', METRICS_TOKEN: 'metrics-of-a-test' },
    logTo: { write: (line) => void lines.push(JSON.parse(line) as Line) },
  });
});
afterAll(async () => {
  await app?.close();
  await proxy?.close();
  await database?.drop();
});

const ERROR = 50;

it('a tab that is closed while its export is refused is neither an error line nor counted as an answer', async () => {
  const cookie = await signIn(app, app.credentials.users.owner);
  const { organizationId } = app.credentials;
  const exports = app.app.parts.adoptionExports;
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const held = ['one', 'other'].map((person) =>
    exports.during(async (take) => {
      await take({ organization: organizationId.slice('org_'.length), person });
      await ended;
    }),
  );
  await expect.poll(() => exports.taken).toBe(2);
  const query = `organizationId=${organizationId}&from=2026-11-01&to=2026-11-30&what=days&format=csv`;
  const { host, hostname, port } = new URL(app.url);
  const socket = net.connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const gone = new Promise<void>((resolve) => app.server.once('connection', (other) => other.once('close', resolve)));
  const interruption = proxy.interruptAt(1, async () => {
    socket.resetAndDestroy();
    await gone;
  });
  socket.write(`GET /api/exports/adoption?${query} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\n\r\n`);
  await expect.poll(() => lines.map(({ msg }) => msg), { timeout: 30_000 }).toContain('the caller has left');
  expect(interruption.end()).toBe(true);
  end();
  await Promise.all(held);
  expect(lines.filter(({ level }) => level >= ERROR)).toEqual([]);
  const metrics = await fetch(`${app.url}/metrics`, { headers: { authorization: 'Bearer metrics-of-a-test' } });
  expect(await metrics.text()).not.toMatch(/\/api\/exports\/adoption.*503|503.*\/api\/exports\/adoption/);
});
