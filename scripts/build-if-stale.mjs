// Builds only what is missing or older than its sources, so that a second start takes no time.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

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

const isStale = (made, sources) => !existsSync(made) || Math.max(...sources.map(newestIn)) > statSync(made).mtimeMs;

const build = (script) => {
  const { status } = spawnSync('npm', ['run', '-s', script], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};

if (isStale('dist/server/main.js', ['server', 'rest-shims', 'mcp', 'tsconfig.json', 'package-lock.json']))
  build('build:server');
if (isStale('admin/dist/index.html', ['admin', 'package-lock.json'])) build('build:admin');
