// Everything seeded and reloading: the compiler watches, and the server restarts when its output changes.
import { spawn, spawnSync } from 'node:child_process';

const { status } = spawnSync('npm', ['run', '-s', 'build'], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
const children = [
  spawn('tsc', ['-p', 'tsconfig.json', '--watch', '--preserveWatchOutput'], { stdio: 'inherit' }),
  ...[['admin/vite.config.ts'], ['admin/public/vite.config.ts'], ['admin/public/vite.config.ts', '--ssr']].map(
    ([config, ...options]) =>
      spawn('vite', ['build', '-c', config, '--watch', '--logLevel', 'warn', ...options], { stdio: 'inherit' }),
  ),
  spawn(
    process.execPath,
    [
      ...['schema.graphql', 'documents', 'admin/providers/documents'].map((place) => `--watch-path=${place}`),
      '--watch-preserve-output',
      'scripts/codegen.mjs',
    ],
    { stdio: 'inherit' },
  ),
  spawn(
    process.execPath,
    [
      '--enable-source-maps',
      '--watch-path=dist',
      '--watch-path=admin/public/dist/server',
      '--watch-preserve-output',
      'dist/server/main.js',
    ],
    { stdio: 'inherit' },
  ),
];
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
await Promise.all(children.map((child) => new Promise((ended) => child.once('exit', ended))));
