import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';

const SCRIPT = path.resolve(import.meta.dirname, '../../scripts/build.mjs');
const run = promisify(execFile);
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A clone in which each build leaves its product and a file with its own name. */
function clone(options: { development: boolean; sources?: boolean }): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'dai-build-'));
  folders.push(folder);
  const put = (name: string, text = ''): void => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  const makes = (product: string, script: string): string =>
    `mkdir -p ${path.dirname(product)} && touch ${product} built.${script}`;
  put(
    'package.json',
    JSON.stringify({
      scripts: {
        'build:server': makes('dist/server/main.js', 'server'),
        'build:server:unchecked': makes('dist/server/main.js', 'unchecked'),
        'build:admin': makes('admin/dist/index.html', 'admin'),
        'build:clients': makes('clients/dist/SHA256SUMS', 'clients'),
      },
    }),
  );
  if (options.sources !== false) put('server/main.ts');
  put('node_modules/vite/package.json'); // other packages bring it along
  if (options.development)
    for (const name of ['react-admin', '@vitejs/plugin-react']) put(`node_modules/${name}/package.json`);
  return folder;
}

async function build(folder: string, ...args: string[]): Promise<{ built: string[]; stderr: string }> {
  const { stderr } = await run(process.execPath, [SCRIPT, ...args], { cwd: folder });
  const built = ['server', 'unchecked', 'admin', 'clients'].filter((name) =>
    existsSync(path.join(folder, `built.${name}`)),
  );
  for (const name of built) rmSync(path.join(folder, `built.${name}`));
  return { built, stderr };
}

describe('what an installation builds', () => {
  it('with the packages for development: server, admin and clients, and the second time nothing', async () => {
    const folder = clone({ development: true });
    expect(await build(folder)).toEqual({ built: ['server', 'admin', 'clients'], stderr: '' });
    expect(await build(folder, '--if-stale')).toEqual({ built: [], stderr: '' });
  });

  it('without them: the server, unchecked, and how the admin is built', async () => {
    const folder = clone({ development: false });
    const { built, stderr } = await build(folder);
    expect(built).toEqual(['unchecked']);
    expect(stderr).toContain('npm ci --include=dev');
    expect((await build(folder, '--if-stale')).built).toEqual([]);
  });

  it('from a released package: nothing, since there are no sources', async () => {
    expect(await build(clone({ development: false, sources: false }))).toEqual({ built: [], stderr: '' });
  });
});
