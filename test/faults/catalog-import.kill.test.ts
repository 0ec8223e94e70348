import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolTable } from '../setup/catalog-file.js';
import { endCommand } from '../setup/command.js';
import { freshDatabase, query } from '../setup/database.js';
import { INHERITED } from '../setup/process.environment.js';
import { buildIfStale } from './gateway.process.js';

const CLI = fileURLToPath(new URL('../../dist/server/cli.js', import.meta.url));

let url: string;
let drop: () => Promise<void>;
let folder: string;
beforeAll(async () => {
  await buildIfStale();
  ({ url, drop } = await freshDatabase());
  folder = mkdtempSync(path.join(tmpdir(), 'dai-import-'));
});
afterAll(async () => {
  await drop();
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly errors: string;
}

/** Runs `dai` as a process of its own, which can be killed, on the test's database; `watch` sees it whenever it says how far it is. */
function start(words: string[], watch: (child: ChildProcess) => void = () => undefined): Promise<Ended> {
  const env = {
    ...INHERITED,
    ENV_FILE: '/dev/null',
    DATABASE_URL: url,
    SESSION_SECRET: 'test-secret-test-secret-test-secret',
  };
  const child = spawn(process.execPath, [CLI, ...words], { env });
  let [out, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += String(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += String(chunk);
    if (errors.includes(' rows: ')) watch(child);
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, errors })));
}

const dai = (...words: string[]) => endCommand({ databaseUrl: url }, ...words);

const fileOf = (name: string, text: string): string => {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
};

describe('dai catalog import', () => {
  it('that is killed leaves whole runs of rows, and the same command completes it', async () => {
    const rows = 4_000;
    const file = fileOf('killed.csv', toolTable(rows, 'killed'));
    const killed = await start(['catalog', 'import', file, '--format', 'csv'], (child) => child.kill('SIGKILL'));
    expect(killed.code).toBeNull();
    const [left] = await query<{ status: string; created: number; stored: number; reported: number }>(
      url,
      `select i.status, i.created, (select count(*)::int from tool where slug like 'killed-%') as stored,
         (select count(*)::int from catalog_import_row r where r.import_id = i.id) as reported
       from catalog_import i where i.format = 'csv'`,
    );
    const stored = left?.stored ?? 0;
    expect(left).toEqual({ status: 'running', created: stored, stored, reported: stored });
    expect(stored % 200).toBe(0);
    expect(stored).toBeGreaterThan(0);
    expect(stored).toBeLessThan(rows);
    const again = await start(['catalog', 'import', file, '--format', 'csv', '--json']);
    expect([again.code, JSON.parse(again.out)]).toMatchObject([
      0,
      { created: rows - stored, unchanged: stored, refused: 0 },
    ]);
    expect(again.errors).toContain(`${rows} of ${rows} rows: `);
  });

  it('says on standard output why a row was refused, and a dry run stores nothing', async () => {
    const file = fileOf('some.csv', 'slug,name,summary\nfrom-the-command,One,x\nBad,Two,x\n');
    const dry = await dai('catalog', 'import', file, '--format', 'csv', '--dry-run');
    expect(dry.code).toBe(0);
    expect(dry.out).toContain('1 created, 0 updated, 0 unchanged, 1 refused');
    expect(dry.out).toMatch(/Dry run[\s\S]*3 {2}Bad {2}\/slug: must be lower-case words/);
    expect(await query(url, `select 1 from tool where slug = 'from-the-command'`)).toEqual([]);
    expect((await dai('catalog', 'import', file, '--format', 'csv')).code).toBe(0);
    const listed = await dai('catalog', 'imports', '--json', '--limit', '1');
    expect(JSON.parse(listed.out)).toMatchObject([
      { format: 'csv', fileName: 'some.csv', actor: 'operator', created: 1, refused: 1 },
    ]);
  });

  it('ends with 1 when every row was refused, in a dry run too', async () => {
    const file = fileOf('refused.csv', 'slug,name,summary\nBad,Two,x\n');
    for (const words of [[], ['--dry-run'], ['--json']]) {
      const ended = await dai('catalog', 'import', file, '--format', 'csv', ...words);
      expect([ended.code, ended.out]).toEqual([1, expect.stringMatching(/1 refused|"refused":1/)]);
    }
  });

  it.each([
    [1, ['catalog', 'import', 'no-such-file.csv', '--format', 'csv'], 'cannot be read'],
    [2, ['catalog', 'import', 'x.csv', '--format', 'xml'], 'xml'],
    [2, ['catalog', 'import', 'x.csv'], '--format'],
    [2, ['catalog', 'import', 'x.json', '--format', 'npm-downloads', '--as-of', 'yesterday'], 'YYYY-MM-DD'],
  ])('ends with %i for %j', async (code, words, reported) => {
    const ended = await dai(...words);
    expect(ended.code).toBe(code);
    expect(ended.errors).toContain(reported);
  });

  it('ends with 1 and says what is wrong with a file that is not of the format', async () => {
    const ended = await dai('catalog', 'import', fileOf('x.json', '{"a":1,"a":2}'), '--format', 'mcp-registry');
    expect([ended.code, ended.errors]).toEqual([1, expect.stringContaining('an object names the same key twice')]);
  });
});
