import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { RELEASE } from '../../server/platform/version.js';
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

describe('dai', () => {
  it.each([
    ['', 'Usage: dai'],
    ['nonsense', "unknown command 'nonsense'"],
    ['--nonsense', "unknown option '--nonsense'"],
    ['role nonsense', "unknown command 'nonsense'"],
    ['role grant nobody@people.example --nonsense', "unknown option '--nonsense'"],
    ['snapshot --help', "unknown command 'snapshot'"],
    ['--help nonsense', "unknown command 'nonsense'"],
    ['help nonsense', "unknown command 'nonsense'"],
    ['role nonsense --help', "unknown command 'nonsense'"],
    ['mcp nonsense --help', "unknown command 'nonsense'"],
    ['audit -h nonsense', "unknown command 'nonsense'"],
    ['audit help nonsense', "unknown command 'nonsense'"],
    ['-V nonsense', "unknown command 'nonsense'"],
    ['--version role nonsense', "unknown command 'nonsense'"],
    ['--nonsense nothing --help', "unknown command 'nothing'"],
    ['migrate extra --help', 'too many arguments'],
    ['-h role grant one@people.example --reason why two', 'too many arguments'],
    ['help mail list extra', 'too many arguments'],
    ['mail list extra', 'too many arguments'],
    ['catalog', 'Usage: dai catalog'],
    ['catalog import --format nonsense file', 'Allowed choices are'],
    ['mail list --limit 0', '--limit must be'],
    ['catalog imports --limit abc', '--limit must be'],
    ['adoption snapshot --day foo', '--day must be'],
    ['cdp map', 'required option'],
    ['mcp nonsense', "unknown command 'nonsense'"],
    ['mcp serve --nonsense', "unknown option '--nonsense'"],
  ])('ends “%s” with 2 and says what is wrong and where the commands are', (words, message) => {
    endsAsWrongUsage(run(process.execPath, words), message);
  });

  it('shows the help of a command below another', () => {
    const { status, stdout } = run(process.execPath, 'help audit verify');
    expect([status, stdout.split('\n')[0]]).toEqual([0, 'Usage: dai audit verify [options]']);
  });

  it.each(['schema --write /nonexistent/x', 'schema --write /tmp'])(
    'says in one line that “%s” cannot be written',
    (words) => {
      const { status, stderr } = run(process.execPath, words);
      expect([status, stderr]).toEqual([1, `${words.split(' ').at(-1)} cannot be written\n`]);
    },
  );

  it.skipIf(!existsSync('/dev/full'))('says in one line that standard output cannot be written', () => {
    const full = openSync('/dev/full', 'w');
    const env = { ...INHERITED, LOG_LEVEL: 'silent' };
    const { status, stderr } = spawnSync(process.execPath, [CLI, 'schema'], {
      encoding: 'utf8',
      env,
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    expect([status, stderr]).toEqual([1, 'Standard output cannot be written: there is no space left.\n']);
  });

  it.each(['gateway', 'worker'])('starts no %s with a setting that would do nothing', (role) => {
    const env = {
      ...INHERITED,
      LOG_LEVEL: 'silent',
      ROLE: role,
      DATABASE_REPLICA_URLS: 'postgres://replica.example/dai',
    };
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, 'serve'], { encoding: 'utf8', env });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('DATABASE_REPLICA_URLS has no meaning without DATABASE_URL');
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('shows its help and version, and runs a command', () => {
    expect(run(process.execPath, '--version')).toMatchObject({ status: 0, stdout: `${RELEASE}\n` });
    for (const words of [
      'serve --help',
      'help serve',
      'audit help verify',
      'role grant one@people.example --reason y -h',
    ])
      expect(run(process.execPath, words), words).toMatchObject({ status: 0, stderr: '' });
    const { status, stdout } = run(process.execPath, 'schema');
    expect(status).toBe(0);
    expect(stdout).toContain('type Query {');
  });
});

describe('dai on the Node of the machine, which leads to that of the package', () => {
  it.skipIf(!systemNode)('ends as there, whether it goes on here or there', () => {
    const node = systemNode ?? '';
    endsAsWrongUsage(run(node, 'role nonsense'), "unknown command 'nonsense'");
    endsAsWrongUsage(run(node, 'mcp nonsense'), "unknown command 'nonsense'");
    expect(run(node, '--version')).toMatchObject({ status: 0, stdout: `${RELEASE}\n` });
    expect(run(node, 'roles').stdout).toContain('create role');
  });
});

function endsAsWrongUsage({ status, stdout, stderr }: ReturnType<typeof run>, message: string): void {
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
  expect(stderr).toMatch(/--help/);
}

describe('the server on a Node that is too old for it', () => {
  it.skipIf(!systemNode)('ends with 1 and says what to do, without a stack', () => {
    const main = path.join(path.dirname(CLI), 'main.js');
    const { status, stdout, stderr } = spawnSync(systemNode ?? '', [main], { encoding: 'utf8', env: {} });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^DAI runs on Node \d+; this is v\d.*Use "npm start".*\n$/);
  });
});
