import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '../setup/database.js';
import { SESSION_SECRET } from '../setup/demo.js';
import { INHERITED } from '../setup/process.environment.js';
import { buildIfStale, endAll, makeDataDir, startGateway } from './gateway.process.js';

const CLI = fileURLToPath(new URL('../../dist/server/cli.js', import.meta.url));
let database: Awaited<ReturnType<typeof freshDatabase>>;
let file = '';

beforeAll(async () => {
  await buildIfStale();
  database = await freshDatabase();
  const folder = makeDataDir();
  file = path.join(folder, 'settings');
  writeFileSync(
    file,
    `DATABASE_URL=${database.url}\nSESSION_SECRET=${SESSION_SECRET}\nBASE_URL=http://file.example\nWORKSPACE_URL=http://file.example\n`,
  );
});
afterAll(async () => {
  await endAll();
  await database?.drop();
});

it('the server is configured by the file, and the environment wins', async () => {
  const gateway = await startGateway({ ENV_FILE: file, WORKSPACE_URL: 'http://environment.example' });
  expect(gateway.url).toBe('http://file.example');
  expect(gateway.screen()).toContain('Admin       http://environment.example/admin');
});

it('so is a command', async () => {
  const env = { ...INHERITED, ENV_FILE: file };
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'mail', 'list', '--json'], { env });
  expect(JSON.parse(stdout)).toEqual([]);
});
