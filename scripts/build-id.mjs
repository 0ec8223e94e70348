// Writes build.json beside the compiled server: which build this is, said by `dai --version`, /healthz, the metrics and the log.
// It is the commit, with "+" where sources were changed since, and a digest of what was compiled where there is no repository.
// usage: node scripts/build-id.mjs [FOLDER]
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const folder = process.argv[2] ?? 'dist';
const SOURCES = ['server', 'rest-shims', 'mcp', 'formats', 'clients', 'admin', 'package-lock.json'];
const git = (...args) => {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
};

/** The commit, where this folder is the top of a repository: a package inside another repository has not that one's commits. */
function commit() {
  if (!existsSync('.git')) return null;
  const id = git('rev-parse', '--short=12', 'HEAD');
  const changed = git('status', '--porcelain', '--', ...SOURCES);
  return id === null || changed === null ? null : `${id}${changed === '' ? '' : '+'}`;
}

function digest() {
  const hash = createHash('sha256');
  for (const file of readdirSync(folder, { recursive: true }).sort())
    if (file.endsWith('.js')) hash.update(file).update(readFileSync(path.join(folder, file)));
  return hash.digest('hex').slice(0, 12);
}

writeFileSync(path.join(folder, 'build.json'), `${JSON.stringify({ id: commit() ?? digest() })}\n`);
