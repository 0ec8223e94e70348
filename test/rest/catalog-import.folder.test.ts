import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endCommand } from '../setup/command.js';
import { freshDatabase, query } from '../setup/database.js';

let url: string;
let drop: () => Promise<void>;
let folder: string;
beforeAll(async () => {
  ({ url, drop } = await freshDatabase());
  folder = mkdtempSync(path.join(tmpdir(), 'dai-folder-'));
});
afterAll(async () => {
  await drop();
  rmSync(folder, { recursive: true, force: true });
});

interface Report {
  readonly id: string;
  readonly rows: readonly {
    number: number;
    key: string;
    outcome: string;
    problems: { code: string; detail: string }[];
  }[];
}

const ENDINGS: Readonly<Record<string, string>> = { csv: 'csv', 'startup-credits': 'yaml' };

/** Writes a folder of files, the last of which leads nowhere, and imports it. */
async function importFolder(format: string, files: Readonly<Record<string, string>>, code = 0): Promise<Report> {
  const own = path.join(folder, format);
  mkdirSync(own);
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(own, file), text);
  symlinkSync(path.join(own, 'nowhere'), path.join(own, `z.${ENDINGS[format] ?? 'json'}`));
  const ended = await endCommand({ databaseUrl: url }, 'catalog', 'import', own, '--format', format, '--json');
  expect(ended).toMatchObject({ code, errors: '' });
  return JSON.parse(ended.out) as Report;
}
const shortOf = ({ rows }: Report) =>
  rows.map(({ number, key, outcome, problems }) => [number, key, outcome, problems[0]?.code]);
const server = (name: string, version = '1.0.0') => ({ name: `io.github.folder/${name}`, version });

describe('dai catalog import of a folder', () => {
  it('takes the files that can be read, and has a row for each other one under its name', async () => {
    const report = await importFolder('mcp-registry', {
      'a.json': JSON.stringify([server('a'), server('b')]),
      'b.json': '{"a":1,"a":2}',
      'c.json': '',
      'd.json': JSON.stringify({ servers: [server('a', '2.0.0'), { version: '1.0.0' }] }),
    });
    expect(report).toMatchObject({ total: 7, created: 2, superseded: 1, refused: 4 });
    expect(shortOf(report)).toEqual([
      [1, 'io.github.folder/a', 'superseded', 'older_version'],
      [2, 'io.github.folder/b', 'created', undefined],
      [3, 'b.json', 'refused', 'duplicate_key'],
      [4, 'c.json', 'refused', 'empty_file'],
      [5, 'io.github.folder/a', 'created', undefined],
      [6, '', 'refused', 'required'],
      [7, 'z.json', 'refused', 'unreadable_file'],
    ]);
    expect(report.rows[2]?.problems[0]?.detail).toMatch(/^b\.json: /);
    expect(report.rows[5]?.problems[0]?.detail).toMatch(/^d\.json: /);
    const stored = await query(url, 'select superseded, refused, total from catalog_import where id = $1', [
      report.id.slice(4),
    ]);
    expect(stored).toEqual([{ superseded: 1, refused: 4, total: 7 }]);
  });

  it('numbers the rows of several tables through', async () => {
    const report = await importFolder('csv', {
      'one.csv': 'slug,name,summary\nfolder-one,One,x\n',
      'two.csv': 'slug,name,summary\nfolder-two,Two,x\nBad Slug,Three,x\n',
      'three.csv': 'slug,colour\na,b\n',
    });
    expect(shortOf(report)).toEqual([
      [1, 'folder-one', 'created', undefined],
      [2, 'three.csv', 'refused', 'unknown_column'],
      [3, 'folder-two', 'created', undefined],
      [4, 'Bad Slug', 'refused', 'pattern'],
      [5, 'z.csv', 'refused', 'unreadable_file'],
    ]);
  });

  it.each([
    ['npm-downloads', 'npm-2026-08-16.json', '{"no-such-package-here": 1}', 'no-day.json', '{"react": 1}', 'no_day'],
    ['measures', 'good.json', '[]', 'wrong.json', '{"measures": 1}', 'wrong_top_level'],
    ['startup-credits', 'good.yaml', 'a: 1', 'latin.yaml', '\u0000', 'nul_character'],
  ])('does so for %s', async (format, good, text, wrong, flaw, code) => {
    const report = shortOf(await importFolder(format, { [good]: text, [wrong]: flaw }, 1));
    expect(report).toContainEqual([expect.any(Number), wrong, 'refused', code]);
    expect(report.at(-1)?.slice(0, 3)).toEqual([report.length, expect.stringMatching(/^z\./), 'refused']);
  });
});
