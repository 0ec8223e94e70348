// Makes release/dai-<version>.tgz: what an installation runs, built from these sources, and the lock of its packages. Not `npm pack`, which leaves
// the lock out. It builds into a folder of its own, so that nothing of an earlier build gets in.
// usage: npm run release [-- --out FOLDER]
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const at = process.argv.indexOf('--out');
const out = path.resolve(at > 0 ? process.argv[at + 1] : 'release');
const name = `dai-${version}`;

/** As they stand. `scripts/build.mjs` finds no sources there and builds nothing. */
const COPIED = [
  'dai',
  'package.json',
  'package-lock.json',
  '.npmrc',
  '.env.example',
  'schema.graphql',
  'docs',
  'scripts/build.mjs',
  'scripts/verify-approval.mjs',
  'scripts/verify-audit.mjs',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
];
/** Data beside the sources goes along, the sources do not. */
const WITH_DATA = ['server', 'rest-shims', 'mcp'];
/** The folders of the compiler's output that run. */
const BUILT = ['server', 'rest-shims', 'mcp', 'formats', 'clients'];

const work = mkdtempSync(path.join(tmpdir(), 'dai-release-'));
try {
  const folder = path.join(work, name);
  const compiled = path.join(work, 'compiled');
  run('npx', ['tsc', '-p', 'tsconfig.json', '--outDir', compiled]);
  run(process.execPath, ['scripts/codegen.mjs']);
  build('admin/vite.config.ts', 'admin/dist');
  build('admin/public/vite.config.ts', 'admin/public/dist/client');
  build('admin/public/vite.config.ts', 'admin/public/dist/server', '--ssr');
  run(process.execPath, ['scripts/clients.mjs', '--out', path.join(work, name, 'clients/dist')]);
  for (const part of BUILT) cpSync(path.join(compiled, part), path.join(folder, 'dist', part), { recursive: true });
  chmodSync(path.join(folder, 'dist/server/cli.js'), 0o755);
  run(process.execPath, ['scripts/build-id.mjs', path.join(folder, 'dist')]);
  for (const one of COPIED) if (existsSync(one)) cpSync(one, path.join(folder, one), { recursive: true });
  for (const part of WITH_DATA)
    for (const file of readdirSync(part, { recursive: true, withFileTypes: true })) {
      if (!file.isFile() || file.name.endsWith('.ts')) continue;
      const source = path.join(file.parentPath, file.name);
      cpSync(source, path.join(folder, source));
    }
  run(process.execPath, ['scripts/sbom.mjs', 'package-lock.json', path.join(folder, 'sbom.cdx.json')]);
  mkdirSync(out, { recursive: true });
  const tarball = path.join(out, `${name}.tgz`);
  // The same sources make the same bytes, on every machine and at every time.
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=2000-01-01T00:00:00Z'];
  run('tar', ['-C', work, ...same, '--use-compress-program=gzip -n', '-cf', tarball, name]);
  process.stdout.write(`${tarball}\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

function build(config, to, ...options) {
  run('npx', ['vite', 'build', '-c', config, '--logLevel', 'warn', '--outDir', path.join(work, name, to), ...options]);
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 2, 'inherit'] }); // our own output is the file's name alone
  if (status !== 0) throw new Error(`${command} ${args[0]} failed`, { cause: error });
}
