// Builds the packages of clients/ into tarballs that install without a registry, with the one file of the Python client, and writes their SHA-256 beside
// them. The same sources make the same bytes.
// usage: node scripts/clients.mjs [--out FOLDER]
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const PACKAGES = ['node'];
const at = process.argv.indexOf('--out');
const out = path.resolve(at > 0 ? process.argv[at + 1] : path.join(ROOT, 'release/clients'));

const work = mkdtempSync(path.join(tmpdir(), 'dai-clients-'));
try {
  mkdirSync(out, { recursive: true });
  const sums = [...PACKAGES.map((name) => pack(name)), copyPython()];
  writeFileSync(path.join(out, 'SHA256SUMS'), `${sums.join('\n')}\n`);
  process.stdout.write(`${sums.join('\n')}\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

function pack(name) {
  const source = path.join(ROOT, 'clients', name);
  const manifest = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8'));
  const into = path.join(work, name);
  const folder = path.join(into, 'package');
  mkdirSync(folder, { recursive: true });
  run('npx', ['tsc', '-p', path.join(source, 'tsconfig.json'), '--outDir', path.join(folder, 'dist')]);
  for (const file of ['package.json', 'README.md', 'examples'])
    if (existsSync(path.join(source, file)))
      cpSync(path.join(source, file), path.join(folder, file), { recursive: true });
  cpSync(path.join(ROOT, 'LICENSE'), path.join(folder, 'LICENSE'));
  const tarball = path.join(out, `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`);
  const same = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
    '--mtime=2000-01-01T00:00:00Z',
  ];
  run('tar', ['-C', into, ...same, '--use-compress-program=gzip -n', '-cf', tarball, 'package']);
  return sumOf(tarball);
}

function copyPython() {
  const source = path.join(ROOT, 'clients/python/dai.py');
  const [, version] = /^__version__ = "([^"]+)"$/m.exec(readFileSync(source, 'utf8'));
  const file = path.join(out, `dai-${version}.py`);
  copyFileSync(source, file);
  return sumOf(file);
}

function sumOf(file) {
  return `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${path.basename(file)}`;
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed`, { cause: error });
}
