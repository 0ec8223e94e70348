import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the installed package: files that are not code lie in it, beside their sources; the compiled server lies in dist/. */
export const PACKAGE_ROOT =
  [2, 3]
    .map((up) => path.resolve(path.dirname(fileURLToPath(import.meta.url)), ...Array<string>(up).fill('..')))
    .find((dir) => existsSync(path.join(dir, 'package.json'))) ?? process.cwd();
