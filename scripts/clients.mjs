// Builds the packages of clients/ into tarballs that install without a registry, with the one file of the Python client, and writes beside them their
// SHA-256 and the list that the gateway serves them by (server/public/clients.routes.ts). The same sources make the same bytes.
// usage: node scripts/clients.mjs [--out FOLDER] [--only cdp,mcp]
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';

const ROOT = path.resolve(import.meta.dirname, '..');
/** The folders of clients/ that are packages, and what makes their dist. */
const PACKAGES = { node: compileNode, cdp: bundleCdp, mcp: bundleMcp };
const MAPPING_HEAD = `// Your product as it is registered, the family of names that are not in the catalog, and the properties that may be stored.
const MAPPING = {
  product: { id: 'orders-api', name: 'Orders API', type: 'api' },
  family: 'activation',
  keep: [],
};
`;

/** The SDK brings a validator for forms, half of its code, which mcp/server.ts replaces by none. */
const withoutValidator = {
  name: 'without-validator',
  enforce: 'pre',
  resolveId: (id) => (id === '@modelcontextprotocol/server/_shims' ? '\0shims' : null),
  load: (id) =>
    id === '\0shims'
      ? "export { default as process } from 'node:process'; export class DefaultJsonSchemaValidator {}"
      : null,
};

const option = (name) => process.argv[process.argv.indexOf(`--${name}`, 2) + 1 || process.argv.length];
const out = path.resolve(option('out') ?? path.join(ROOT, 'clients/dist'));
const only = option('only')?.split(',') ?? null;
process.chdir(ROOT); // bundles name their sources as seen from the working folder

const work = mkdtempSync(path.join(tmpdir(), 'dai-clients-'));
try {
  mkdirSync(out, { recursive: true });
  const files = [];
  for (const [name, make] of Object.entries(PACKAGES))
    if (!only || only.includes(name)) files.push(await pack(name, make));
  if (!only || only.includes('python')) files.push(copyPython());
  const sums = files.map(({ file }) => sumOf(path.join(out, file)));
  writeFileSync(path.join(out, 'clients.json'), `${JSON.stringify(files, null, 2)}\n`);
  writeFileSync(path.join(out, 'SHA256SUMS'), `${sums.join('\n')}\n`);
  process.stdout.write(`${sums.join('\n')}\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function pack(name, make) {
  const source = path.join(ROOT, 'clients', name);
  const manifest = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8'));
  const into = path.join(work, name);
  const folder = path.join(into, 'package');
  mkdirSync(folder, { recursive: true });
  await make(source, folder);
  for (const file of ['package.json', 'README.md', 'examples'])
    if (existsSync(path.join(source, file)))
      cpSync(path.join(source, file), path.join(folder, file), { recursive: true });
  cpSync(path.join(ROOT, 'LICENSE'), path.join(folder, 'LICENSE'));
  const file = `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`;
  const same = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
    '--mtime=2000-01-01T00:00:00Z',
  ];
  run('tar', ['-C', into, ...same, '--use-compress-program=gzip -n', '-cf', path.join(out, file), 'package']);
  return { name: manifest.name, version: manifest.version, file };
}

function compileNode(source, folder) {
  run('npx', ['tsc', '-p', path.join(source, 'tsconfig.json'), '--outDir', path.join(folder, 'dist')]);
}

/** The server's own mapping with what it imports, in one file; its types, which name nothing else of the server; and what is pasted. */
async function bundleCdp(source, folder) {
  await bundle({ index: path.join(source, 'src/index.ts') }, path.join(folder, 'dist'), false);
  const types = path.join(work, 'cdp-types');
  run('npx', ['tsc', '-p', path.join(source, 'tsconfig.json'), '--outDir', types]);
  const { eventFamilies } = await import(path.join(ROOT, 'server/tracking/catalog/event.types.ts'));
  const families = eventFamilies.map((family) => `'${family}'`).join(' | ');
  const places = ['clients/cdp/src/index', 'clients/cdp/src/destination', 'server/tracking/cdp/cdp-event.rules'];
  for (const place of places) {
    const text = readFileSync(path.join(types, `${place}.d.ts`), 'utf8')
      .replaceAll('../../../server/tracking/cdp/', './')
      .replace(/^import .*EventFamily.*$/m, `export type EventFamily = ${families};`);
    if (/from '\.\.\//.test(text)) throw new Error(`The types of ${place} name another file of the server`);
    writeFileSync(path.join(folder, 'dist', `${path.basename(place)}.d.ts`), text);
  }
  const functions = path.join(folder, 'functions');
  await bundle({ segment: path.join(source, 'src/segment.ts') }, functions, false);
  await bundle({ rudderstack: path.join(source, 'src/rudderstack.ts') }, functions, false);
  rewrite(path.join(functions, 'segment.js'), (text) => pasted(text));
  rewrite(
    path.join(functions, 'rudderstack.js'),
    (text) => `${MAPPING_HEAD}${pasted(text).replace('function transformEvent(', 'export function transformEvent(')}`,
  );
}

/** A function that is pasted has no exports at its end. */
function pasted(text) {
  const [, without] = /^([\s\S]*)\nexport \{[^}]*\};?\s*$/.exec(text) ?? [];
  if (without === undefined) throw new Error('The bundle of a function has no list of exports at its end');
  return `${without}\n`;
}

function rewrite(file, change) {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

/** The product's own command with everything that it imports. */
async function bundleMcp(source, folder) {
  await bundle({ cli: path.join(source, 'src/cli.ts') }, path.join(folder, 'dist'), true);
  const file = path.join(folder, 'dist/cli.js');
  rewrite(file, (text) => `#!/usr/bin/env node\n${text.replace(/^#!.*\n/, '')}`);
  chmodSync(file, 0o755);
}

async function bundle(input, outDir, minify) {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    plugins: [withoutValidator],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      minify,
      ...(minify ? { license: { fileName: 'THIRD-PARTY.md' } } : {}),
      rollupOptions: {
        input,
        treeshake: { moduleSideEffects: (id) => id.includes('/node_modules/') || id.startsWith(`${ROOT}/clients/`) },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  });
}

function copyPython() {
  const source = path.join(ROOT, 'clients/python/dai.py');
  const [, version] = /^__version__ = "([^"]+)"$/m.exec(readFileSync(source, 'utf8'));
  const file = `dai-${version}.py`;
  copyFileSync(source, path.join(out, file));
  return { name: 'dai.py', version, file };
}

function sumOf(file) {
  return `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${path.basename(file)}`;
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed`, { cause: error });
}
