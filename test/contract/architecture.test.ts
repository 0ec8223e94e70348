import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PAGE = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8');
const named = [...PAGE.matchAll(/^\| `([^`]+)` \|/gm)].map(([, folder]) => folder ?? '');

const foldersIn = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .filter((one) => one.isDirectory() && !['node_modules', 'dist', 'generated', 'out'].includes(one.name))
    .map(({ name }) => path.join(folder, name));

/** Folders whose parts the page names one by one. */
const NAMED_INSIDE = [
  'server',
  'server/platform',
  'rest-shims',
  'rest-shims/api',
  'mcp',
  'test',
  'docs',
  'bench',
  'clients',
];
/** Parts of a domain, which the page names as well. */
const features = foldersIn('server').flatMap((domain) =>
  ['server/platform', 'server/app', 'server/commands', 'server/demo', 'server/public'].includes(domain)
    ? []
    : foldersIn(domain),
);

describe('the page of the architecture', () => {
  it('names every folder of the server, the transports, the tests and the documents', () =>
    expect([...NAMED_INSIDE.flatMap(foldersIn), ...features].filter((folder) => !named.includes(folder))).toEqual([]));

  it('names no folder twice, and none that is not there', () => {
    expect(named.filter((folder, index) => named.indexOf(folder) !== index)).toEqual([]);
    expect(named.filter((folder) => !existsSync(path.join(ROOT, folder)))).toEqual([]);
  });

  it('is linked from the README', () =>
    expect(readFileSync(path.join(ROOT, 'README.md'), 'utf8')).toContain('(docs/architecture.md)'));
});
