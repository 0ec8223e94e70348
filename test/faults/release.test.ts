import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../setup/database.js';
import { SESSION_SECRET } from '../setup/demo.js';
import { endAll, startGateway } from './gateway.process.js';

const REPOSITORY = path.resolve(import.meta.dirname, '../..');
let work = '';
let files: string[] = [];
let database: Awaited<ReturnType<typeof freshDatabase>>;

beforeAll(async () => {
  work = mkdtempSync(path.join(tmpdir(), 'dai-release-test-'));
  const options = { cwd: REPOSITORY, encoding: 'utf8' } as const;
  const made =
    process.env.RELEASE_FILE ?? execFileSync('npm', ['run', '-s', 'release', '--', '--out', work], options).trim();
  const folder = path.join(work, 'installed');
  mkdirSync(folder);
  execFileSync('tar', ['-xzf', made, '-C', folder, '--strip-components=1']);
  files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  symlinkSync(path.join(REPOSITORY, 'node_modules'), path.join(folder, 'node_modules'));
  database = await freshDatabase();
});
afterAll(async () => {
  await endAll();
  await database?.drop();
  rmSync(work, { recursive: true, force: true });
});

describe('the release', () => {
  it('holds what runs and the lock of its packages', () => {
    for (const name of [
      'package.json',
      'package-lock.json',
      'schema.graphql',
      '.env.example',
      'LICENSE',
      'SECURITY.md',
      'sbom.cdx.json',
      'scripts/verify-approval.mjs',
      'scripts/verify-audit.mjs',
      'docs/operations.md',
      'docs/operations/alerts.yml',
      'admin/dist/index.html',
      'admin/public/dist/client/manifest.json',
      'admin/public/dist/server/render.js',
      'dist/server/main.js',
      'dist/server/cli.js',
      'dist/rest-shims/index.js',
      'dist/mcp/serve.js',
      'clients/dist/clients.json',
      'clients/dist/dai-node-0.1.0.tgz',
      'clients/dist/dai-0.1.0.py',
      'server/offers/starter/offers.json',
    ])
      expect(files, name).toContain(name);
  });

  it('holds no test, no source, no bench and nothing of this machine', () => {
    const sources = files.filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'));
    expect(sources).toEqual([]);
    expect(
      files.filter((name) => /^(test|bench|node_modules|\.git|\.data|\.env$|dist\/(test|bench))/.test(name)),
    ).toEqual([]);
  });

  it('serves the API and the admin once its packages are installed', async () => {
    const env = { DATABASE_URL: database.url, SESSION_SECRET };
    const gateway = await startGateway(env, path.join(work, 'installed/dist/server/main.js'));
    expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${gateway.url}/admin/`)).text()).toContain('<script');
    const found = await (await fetch(`${gateway.url}/api/directory/context?q=stripe`)).json();
    expect(JSON.stringify(found)).toContain('"slug":"stripe"');
  });
});
