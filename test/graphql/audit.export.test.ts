import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { endCommand } from '../setup/command.js';

const VERIFIER = path.resolve(import.meta.dirname, '../../scripts/verify-audit.mjs');

let app: TestApp;
let folder: string;
let lines: string[];
let heads: string;
const dai = (...words: string[]) => endCommand(app, ...words);
beforeAll(async () => {
  app = await startApp();
  folder = mkdtempSync(path.join(tmpdir(), 'dai-audit-export-'));
  const { organizationId, users } = app.credentials;
  for (const id of ['one', 'zwei', 'three'])
    await dai(
      'product',
      'create',
      '--organization',
      organizationId,
      '--id',
      id,
      '--name',
      `Ü "${id}"`,
      '--type',
      'api',
    );
  await dai('role', 'take', users.reviewer.email, '--reason', 'on leave');
  expect(await dai('erase', users.reviewer.email, '--reason', 'asked for it')).toMatchObject({ code: 0 });
  lines = (await dai('audit', 'export')).out.trimEnd().split('\n');
  heads = path.join(folder, 'heads.json');
  writeFileSync(heads, (await dai('audit', 'verify', '--json')).out);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

/** The findings of the verifier, run as an auditor runs it. */
function verify(content: readonly string[], ...words: string[]): { status: number | null; broken: string[] } {
  const file = path.join(folder, 'export.ndjson');
  writeFileSync(file, `${content.join('\n')}\n`);
  const { status, stdout } = spawnSync(process.execPath, [VERIFIER, file, ...words], { encoding: 'utf8' });
  return { status, broken: stdout.split('\n').filter((line) => line.startsWith('BROKEN')) };
}
const changed = (pattern: RegExp, replacement: string) => {
  const at = lines.findIndex((line) => pattern.test(line));
  expect(at).toBeGreaterThanOrEqual(0);
  return lines.map((line, index) => (index === at ? line.replace(pattern, replacement) : line));
};

describe('dai audit export, verified by one file', () => {
  it('holds, with what an erasure took and with the heads of before', () => {
    expect(lines.some((line) => line.includes('"salt":null'))).toBe(true);
    expect(verify(lines)).toEqual({ status: 0, broken: [] });
    expect(verify(lines, '--heads', heads)).toEqual({ status: 0, broken: [] });
  });

  it('shows a changed fact, a changed value, a line that was taken out and a chain that ends early', () => {
    expect(verify(changed(/"actor":"[^"]+"/, '"actor":"forged"')).broken.join()).toMatch(/ hash/);
    expect(verify(changed(/Ü \\"one\\"/, 'Ü \\"two\\"')).broken.join()).toMatch(/ values/);
    const first = lines.findIndex((line) => line.startsWith('{"type":"entry"'));
    expect(verify(lines.toSpliced(first, 1)).broken.join()).toMatch(/ missing/);
    const last = lines.findIndex(
      (line, at) => line.startsWith('{"type":"entry"') && lines[at + 1]?.startsWith('{"type":"head"'),
    );
    expect(verify(lines.toSpliced(last, 1)).broken.join()).toMatch(/ head/);
    expect(verify(lines.toSpliced(last, 2), '--heads', heads).broken.join()).toMatch(/ known_head/);
  });

  it('is one chain alone where one is named, and no line of another', async () => {
    const { organizationId } = app.credentials;
    const own = (await dai('audit', 'export', '--chain', organizationId)).out.trimEnd().split('\n');
    expect(own.length).toBeGreaterThan(3);
    expect(own.filter((line) => !line.includes(`"${organizationId}"`))).toEqual([]);
    expect(verify(own)).toEqual({ status: 0, broken: [] });
    expect(await dai('audit', 'export', '--chain', 'somewhere')).toMatchObject({ code: 2 });
  });

  it('ends with 2 for a file that is none', () => {
    expect(verify(['not json']).status).toBe(2);
    expect(verify(lines, '--heads', VERIFIER).status).toBe(2);
  });
});
