// Builds what the sources and the installed packages allow; with --if-stale only what is missing or older than its sources, so that a
// second start takes no time. A released package has no sources: what it runs is built.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const onlyStale = process.argv.includes('--if-stale');
/** The packages that the admin's build needs besides Vite, which other packages bring along. */
const ADMIN_PACKAGES = ['react-admin', '@vitejs/plugin-react'];

const newestIn = (place) => {
  if (!existsSync(place)) return 0;
  const found = statSync(place);
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(
    0,
    ...readdirSync(place)
      .filter((name) => name !== 'dist')
      .map((name) => newestIn(path.join(place, name))),
  );
};

const isWanted = (made, sources) =>
  !onlyStale || !existsSync(made) || Math.max(...sources.map(newestIn)) > statSync(made).mtimeMs;

const build = (script) => {
  const { status } = spawnSync('npm', ['run', '-s', script], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};

if (existsSync('server/main.ts')) {
  const hasDevelopment = ADMIN_PACKAGES.every((name) => existsSync(path.join('node_modules', name)));
  if (
    isWanted('dist/server/main.js', [
      'server',
      'rest-shims',
      'mcp',
      'formats',
      'clients',
      'tsconfig.json',
      'package-lock.json',
    ])
  )
    build(hasDevelopment ? 'build:server' : 'build:server:unchecked');
  if (isWanted('admin/dist/index.html', ['admin', 'documents', 'formats', 'schema.graphql', 'package-lock.json'])) {
    if (hasDevelopment) build('build:admin');
    else
      process.stderr.write(
        existsSync('admin/dist/index.html')
          ? 'The admin is served as it was built: its packages were left out (--omit=dev).\n'
          : 'The admin is not built, since its packages were left out (--omit=dev). To build it: npm ci --include=dev\n',
      );
  }
  const ofClients = [
    'clients',
    'mcp',
    'server/commands/mcp.ts',
    'server/tracking/cdp',
    'scripts/clients.mjs',
    'package-lock.json',
  ];
  if (hasDevelopment && isWanted('clients/dist/SHA256SUMS', ofClients)) build('build:clients');
}
