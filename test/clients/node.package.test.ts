import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cases, runConformance } from '../../clients/conformance/run.js';
import { addConformanceCommand } from '../../server/commands/conformance.js';
import { INHERITED } from '../setup/process.environment.js';
import { type FaultyService, honest, startFaultyService } from './service.mock.js';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');
const KEY = 'dtk_canary0123456789';

let folder: string;
let tarballs: string;
let service: FaultyService;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'dai-client-'));
  tarballs = path.join(folder, 'tarballs');
  service = await startFaultyService();
  await run(process.execPath, [path.join(ROOT, 'scripts/clients.mjs'), '--out', tarballs, '--only', 'node,python'], {
    cwd: ROOT,
  });
  writeFileSync(path.join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const file = path.join(tarballs, 'dai-node-0.1.0.tgz');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', file], { cwd: folder });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const start = (file: string, env: Record<string, string> = {}) =>
  run(process.execPath, [file], { cwd: folder, env: { ...INHERITED, ...env } });

describe('@dai/node from its tarball', () => {
  it('installs alone, and its checksum is the one beside it', () => {
    expect(readdirSync(path.join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@dai']);
    const files = ['dai-node-0.1.0.tgz', 'dai-0.1.0.py'];
    const sumOf = (file: string): string =>
      createHash('sha256')
        .update(readFileSync(path.join(tarballs, file)))
        .digest('hex');
    const lines = files.map((file) => `${sumOf(file)}  ${file}\n`);
    expect(readFileSync(path.join(tarballs, 'SHA256SUMS'), 'utf8')).toBe(lines.join(''));
  });

  it('imports nothing', () => {
    const dist = path.join(folder, 'node_modules/@dai/node/dist');
    for (const file of readdirSync(dist).filter((name) => name.endsWith('.js')))
      for (const [, target] of readFileSync(path.join(dist, file), 'utf8').matchAll(/\bfrom '([^']+)'/g))
        expect(target).toMatch(/^\.\//);
  });

  it('sends the first event of its example, and the process ends by itself', async () => {
    const example = path.join(folder, 'node_modules/@dai/node/examples/first-event.mjs');
    const { stdout } = await start(example, { DAI_API_URL: service.url, SERVICE_ADOPTION_KEY: KEY });
    expect(JSON.parse(stdout)).toMatchObject({ stored: 1, dropped: 0, unsent: [] });
    expect([...service.stored.keys()]).toContain('orders-api:first-call:developer-42');
  });

  it('lets a host end at once although the service never answers', async () => {
    service.answerWith(() => undefined);
    const file = path.join(folder, 'ends.mjs');
    writeFileSync(
      file,
      `import { createClient } from '@dai/node';
const client = createClient({ url: '${service.url}', key: '${KEY}', delayMs: 0, requestTimeoutMs: 3_600_000 });
client.track({ event_name: 'FIRST_API_CALL', developer_id: 'd' });
await new Promise((resolve) => setTimeout(resolve, 50));
process.stdout.write('over');
`,
    );
    expect((await start(file)).stdout).toBe('over'); // it would take an hour otherwise
  });

  it('has every event of killed processes stored, two of them on one folder', { timeout: 120_000 }, async () => {
    service.answerWith(honest(service));
    service.stored.clear();
    const spool = path.join(folder, 'spool');
    const script = path.join(folder, 'host.mjs');
    writeFileSync(
      script,
      `import { createClient } from '@dai/node';
const [, , count, name] = process.argv;
const product = { id: 'p', name: 'P', type: 'api' };
const client = createClient({ url: '${service.url}', key: '${KEY}', product, delayMs: 5, spool: { folder: '${spool}', holdMs: Infinity } });
for (let at = 0; at < Number(count); at += 1) {
  process.stdout.write(client.track({ event_name: 'FIRST_API_CALL', developer_id: 'd', idempotencyKey: name + at }).key + '\\n');
  if (at % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
}
if (name === 'last-') console.log(JSON.stringify(await client.close()));
else setInterval(() => undefined, 1000);
`,
    );
    const tracked: string[] = [];
    const killed = async (name: string, afterKeys: number): Promise<void> => {
      const child = spawn(process.execPath, [script, '400', name], { stdio: ['ignore', 'pipe', 'inherit'] });
      let text = '';
      for await (const part of child.stdout) {
        text += part;
        if (text.split('\n').length > afterKeys) child.kill('SIGKILL');
      }
      const lines = text.split('\n').slice(0, -1);
      expect(lines.length).toBeGreaterThanOrEqual(afterKeys);
      tracked.push(...lines);
    };
    for (let round = 0; round < 3; round += 1)
      await Promise.all([killed(`a${round}-`, 50 + round * 120), killed(`b${round}-`, 200)]);
    const { stdout } = await run(process.execPath, [script, '1', 'last-']);
    expect(JSON.parse(stdout.split('\n')[1] ?? '')).toMatchObject({
      refused: [],
      dropped: 0,
      unsent: [],
      unspooled: 0,
    });
    expect(tracked.filter((key) => !service.stored.has(key))).toEqual([]);
    expect(readdirSync(spool)).toEqual([]);
  });

  it('passes each case of the conformance harness', { timeout: 300_000 }, async () => {
    const adapter = path.join(folder, 'node_modules/@dai/node/examples/adapter.mjs');
    const outcomes = await runConformance([process.execPath, adapter]);
    const others = outcomes.filter(({ result }) => result !== 'passed');
    expect(others.map((one) => `${one.case.group}: ${one.case.name}: ${one.detail}`)).toEqual([]);
    expect(cases.length).toBeGreaterThanOrEqual(120);
  });

  it('is judged as failing by `dai conformance` where it does nothing', async () => {
    const silent = path.join(folder, 'silent.mjs');
    writeFileSync(
      silent,
      `import { createInterface } from 'node:readline';
createInterface({ input: process.stdin }).on('line', (line) => console.log(JSON.stringify({ id: JSON.parse(line).id })));`,
    );
    let printed = '';
    const output = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed += String(text);
      return true;
    });
    const judge = async (...words: string[]): Promise<void> => {
      const dai = new Command('dai').exitOverride();
      addConformanceCommand(dai);
      await dai.parseAsync(['conformance', ...words], { from: 'user' });
    };
    try {
      await judge('--only', 'identity', '--', process.execPath, silent);
      expect(process.exitCode).toBe(1);
      expect(printed).toContain('0 passed, 12 failed, 0 skipped');
      await expect(judge('--', path.join(folder, 'missing'))).rejects.toThrow('The adapter cannot be used');
    } finally {
      process.exitCode = undefined;
      output.mockRestore();
    }
  });

  it('knows the names of the catalog and their families', { timeout: 60_000 }, async () => {
    const types = path.join(folder, 'types.ts');
    const check = async (line: string): Promise<string> => {
      writeFileSync(
        types,
        `import { createClient } from '@dai/node';
declare module '@dai/node' { interface CustomEvents { WORKSPACE_CREATED: 'activation' } }
const client = createClient({ url: 'https://x.example', key: 'dtk_x' });
${line}
`,
      );
      const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', '', types];
      return run(path.join(ROOT, 'node_modules/.bin/tsc'), flags, { cwd: folder }).then(
        () => '',
        ({ stdout }: { stdout: string }) => stdout,
      );
    };
    expect(
      await check(`client.track({ event_name: 'FIRST_API_CALL', developer_id: 'd' });
client.track<'FIRST_API_CALL'>({ event_name: 'FIRST_API_CALL', developer_id: 'd', event_family: 'activation' });
client.track({ event_name: 'WORKSPACE_CREATED', developer_id: 'd', event_family: 'activation' });
client.track({ event_name: 'OTHER', developer_id: 'd', event_family: 'intent' });`),
    ).toBe('');
    expect(
      await check(
        `client.track<'FIRST_API_CALL'>({ event_name: 'FIRST_API_CALL', developer_id: 'd', event_family: 'intent' });`,
      ),
    ).toContain('"intent"');
  });
});
