import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PACKAGE_ROOT } from './package.root.js';

const { version } = JSON.parse(readFileSync(path.join(PACKAGE_ROOT, 'package.json'), 'utf8')) as { version: string };

/** The version of this package, as package.json says it. */
export const VERSION = version;

/** The build of that version: the commit it was built from, or a digest where there was no repository; `unbuilt` without a build. */
export const BUILD = readBuild();

/** Version and build in one, as an operator reads them. */
export const RELEASE = `${VERSION} (build ${BUILD})`;

function readBuild(): string {
  try {
    const { id } = JSON.parse(readFileSync(path.join(PACKAGE_ROOT, 'dist/build.json'), 'utf8')) as { id?: unknown };
    return typeof id === 'string' ? id : 'unbuilt';
  } catch {
    return 'unbuilt';
  }
}
