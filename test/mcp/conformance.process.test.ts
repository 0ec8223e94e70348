import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { applicable, empty, needFixtures, type Revision, statelessFixtures } from './conformance.scenarios.js';

const SUITE = path.resolve(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance/dist/index.js');
/** Every scenario also checks each message that the server sent against the protocol's own schema. */
const WIRE = 'wire-schema-valid';

interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}
type Results = ReadonlyMap<string, readonly Check[]>;

let app: TestApp;
let results: Record<Revision, Results>;
beforeAll(async () => {
  app = await startApp();
  results = { '2025-11-25': await runSuite('2025-11-25'), '2026-07-28': await runSuite('2026-07-28') };
});
afterAll(() => app.close());

/** Runs the suite's command line as a process and reads what it found; its exit code counts scenarios that need fixtures, too. */
async function runSuite(revision: Revision): Promise<Results> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dai-conformance-'));
  const args = [SUITE, 'server', '--url', `${app.url}/mcp`, '--requirements', revision, '-o', folder];
  await new Promise((ended) => execFile(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 }, ended));
  const found = readdirSync(folder).map((name): [string, Check[]] => [
    name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\dTZ-]+$/, ''),
    JSON.parse(readFileSync(path.join(folder, name, 'checks.json'), 'utf8')) as Check[],
  ]);
  rmSync(folder, { recursive: true, force: true });
  return new Map(found);
}

const checksOf = (revision: Revision, scenario: string): readonly Check[] => results[revision].get(scenario) ?? [];
const failuresOf = (checks: readonly Check[]) =>
  checks.filter(({ status }) => status === 'FAILURE').map(({ id, errorMessage }) => ({ id, errorMessage }));

describe.each(['2025-11-25', '2026-07-28'] as const)('the official conformance suite · %s', (revision) => {
  it('ran the scenarios that are sorted here and no other', () => {
    const sorted = [...applicable[revision], ...empty[revision], ...Object.keys(needFixtures[revision])];
    if (revision === '2026-07-28') sorted.push('server-stateless');
    expect([...results[revision].keys()].toSorted()).toEqual(sorted.toSorted());
  });

  it.each(applicable[revision])('holds in %s', (scenario) => {
    const checks = checksOf(revision, scenario);
    expect(failuresOf(checks)).toEqual([]);
    expect(checks.filter(({ id, status }) => id !== WIRE && status === 'SUCCESS')).not.toEqual([]);
  });

  it.each(empty[revision])('finds nothing wrong in %s, which is about what is not offered', (scenario) => {
    expect(failuresOf(checksOf(revision, scenario))).toEqual([]);
    expect(checksOf(revision, scenario).filter(({ id, status }) => id !== WIRE && status === 'SUCCESS')).toEqual([]);
  });

  it.each(Object.entries(needFixtures[revision]))('misses in %s a fixture and nothing else', (scenario, reason) => {
    const failures = failuresOf(checksOf(revision, scenario));
    expect(failures).not.toEqual([]);
    for (const failure of failures) expect(failure.errorMessage, failure.id).toMatch(reason);
  });

  it('sends no message that the schema of the revision refuses', () => {
    const checked = [...results[revision]].flatMap(([scenario, checks]) =>
      checks.filter(({ id }) => id === WIRE).map(({ status }) => ({ scenario, status })),
    );
    expect(checked.length).toBeGreaterThan(20);
    expect(checked.filter(({ status }) => status !== 'SUCCESS')).toEqual([]);
  });
});

describe('the official conformance suite · server-stateless', () => {
  it('fails only the checks that call a diagnostic tool', () => {
    const failures = failuresOf(checksOf('2026-07-28', 'server-stateless'));
    expect(failures.map(({ id }) => id).toSorted()).toEqual(Object.keys(statelessFixtures).toSorted());
    for (const { id, errorMessage } of failures) expect(errorMessage, id).toMatch(statelessFixtures[id] ?? /^$/);
  });

  it('passes the others; only what would come over a subscription does not apply', () => {
    const others = checksOf('2026-07-28', 'server-stateless').filter(({ status }) => status !== 'FAILURE');
    const passed = others.filter(({ status }) => status === 'SUCCESS');
    expect(passed.length).toBeGreaterThanOrEqual(21);
    for (const { id, status } of others.filter((check) => !passed.includes(check)))
      expect([status, id]).toEqual(['SKIPPED', expect.stringMatching(/subscription|notification-filter/)]);
  });
});
