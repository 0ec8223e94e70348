import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from '../../server/platform/version.js';
import { INHERITED } from '../setup/process.environment.js';
import { buildIfStale } from './gateway.process.js';

const CLI = fileURLToPath(new URL('../../dist/server/cli.js', import.meta.url));
beforeAll(() => buildIfStale());

/** The Node of the machine, where it is older than the one that the package brings and `engines` allows it. */
const systemNode = (process.env.PATH ?? '')
  .split(path.delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .map((folder) => path.join(folder, 'node'))
  .find((file) => existsSync(file) && /^v2[0-3]\./.test(execFileSync(file, ['--version'], { encoding: 'utf8' })));

const run = (node: string, words: string) => {
  const env = { ...INHERITED, LOG_LEVEL: 'silent' };
  return spawnSync(node, [CLI, ...words.split(' ').filter(Boolean)], { encoding: 'utf8', env, input: '' });
};

describe.each([
  ['the Node of the package', process.execPath],
  ['the Node of the machine', systemNode],
])('dai on %s', (_name, node) => {
  it.skipIf(!node).each([
    ['', 'Usage: dai'],
    ['nonsense', "unknown command 'nonsense'"],
    ['--nonsense', "unknown option '--nonsense'"],
    ['role nonsense', "unknown command 'nonsense'"],
    ['role grant nobody@people.example --nonsense', "unknown option '--nonsense'"],
    ['mail list extra', 'too many arguments'],
    ['catalog', 'Usage: dai catalog'],
    ['catalog import --format nonsense file', 'Allowed choices are'],
    ['cdp map', 'required option'],
    ['mcp nonsense', "unknown command 'nonsense'"],
    ['mcp serve --nonsense', "unknown option '--nonsense'"],
  ])('ends “%s” with 2 and says what is wrong and where the commands are', (words, message) => {
    const { status, stdout, stderr } = run(node ?? '', words);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/--help/);
  });

  it.skipIf(!node)('shows its help and version, and runs a command', () => {
    expect(run(node ?? '', '--version')).toMatchObject({ status: 0, stdout: `${VERSION}\n` });
    expect(run(node ?? '', 'serve --help')).toMatchObject({ status: 0, stderr: '' });
    const { status, stdout } = run(node ?? '', 'schema');
    expect(status).toBe(0);
    expect(stdout).toContain('type Query {');
  });
});

describe('the server on a Node that is too old for it', () => {
  it.skipIf(!systemNode)('ends with 1 and says what to do, without a stack', () => {
    const main = path.join(path.dirname(CLI), 'main.js');
    const { status, stdout, stderr } = spawnSync(systemNode ?? '', [main], { encoding: 'utf8', env: {} });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^DAI runs on Node \d+; this is v\d.*Use "npm start".*\n$/);
  });
});
