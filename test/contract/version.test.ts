import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SERVER } from '../../mcp/server.js';
import { VERSION } from '../../server/platform/version.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const { version } = JSON.parse(textOf('package.json')) as { version: string };

/** Everything but dependencies, what is built, package.json with its lock, and the changelog, which is the list of versions. */
const files = [
  ...globSync('{server,rest-shims,mcp,admin,bench,scripts,docs,test}/**/*.{ts,tsx,mjs,js,json,md,yml,yaml,sh,html}', {
    cwd: ROOT,
  }),
  ...globSync('{*.md,*.yml,*.ts,*.graphql,Dockerfile,.env.example}', { cwd: ROOT }),
].filter((file) => !/node_modules|(^|\/)dist\/|^CHANGELOG\.md$/.test(file));

/** The version beside our name, or given as a version where code runs that is ours. */
function handWritten(file: string, text: string, current: string): boolean {
  const own = current.replaceAll('.', '\\.');
  const named = new RegExp(`\\bdai[\\s:/@-]{1,3}(mcp )?v?${own}\\b|name: ['"]dai['"].{0,80}['"]${own}['"]`, 'i');
  const given = new RegExp(`\\bversion\\b['"\`]?\\s*[:=(]\\s*['"\`]?${own}\\b`, 'i');
  return (
    named.test(text) || (/^(server|rest-shims|mcp|admin|scripts)\/.*\.(ts|tsx|mjs)$/.test(file) && given.test(text))
  );
}

describe('the version of this package', () => {
  it('is written by hand in package.json alone', () => {
    expect(files.length).toBeGreaterThan(1_000);
    expect(files.filter((file) => handWritten(file, textOf(file), version))).toEqual([]);
  });

  it.each([
    ['server/cli.ts', `dai.version('1.2.3')`],
    ['mcp/server.ts', `{ name: 'dai', title: 'DAI', version: "1.2.3" }`],
    ['test/rest/x.test.ts', `package: { name: 'dai', version: '1.2.3' }`],
    ['test/rest/x.test.ts', `'user-agent': 'dai/1.2.3'`],
    ['docker-compose.yml', 'image: dai:1.2.3'],
    ['docs/mcp.md', 'It says `dai mcp 1.2.3 serves`'],
  ])('would be found in %s as %s', (file, text) => {
    expect(handWritten(file, text, '1.2.3')).toBe(true);
    expect(handWritten(file, text, '1.2.30')).toBe(false);
  });

  it('is what the server and the MCP server read there', () => {
    expect([VERSION, SERVER.version]).toEqual([version, version]);
  });
});
