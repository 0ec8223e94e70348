import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import vm from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as Cdp from '../../clients/cdp/src/index.js';
import { fromCdpEvent } from '../../server/tracking/cdp/cdp-event.rules.js';
import { cdpCalls } from '../../server/tracking/cdp/index.js';
import { startApp } from '../setup/app.js';
import { query } from '../setup/database.js';
import { INHERITED } from '../setup/process.environment.js';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');
const SAMPLES = path.join(ROOT, 'test/samples/cdp');
const mapping = {
  product: { id: 'orders-api', name: 'Orders API', type: 'api' },
  family: 'activation' as const,
  keep: ['plan'],
};
const call = (more: Record<string, unknown> = {}) => ({
  type: 'track',
  event: 'First API Call',
  userId: 'developer-1',
  messageId: 'message-1',
  timestamp: '2026-01-02T03:04:05.000Z',
  ...more,
});

let folder: string;
let cdp: typeof Cdp;
const files = (name: string): string => path.join(folder, name, 'package');
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'dai-packages-'));
  const only = ['--only', 'cdp,mcp'];
  await run(process.execPath, [path.join(ROOT, 'scripts/clients.mjs'), '--out', folder, ...only], { cwd: ROOT });
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.tgz'))) {
    const into = path.join(folder, file.split('-')[1] ?? '');
    await run('mkdir', ['-p', into]);
    await run('tar', ['-xzf', path.join(folder, file), '-C', into]);
  }
  cdp = await import(pathToFileURL(path.join(files('cdp'), 'dist/index.js')).href);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('@dai/cdp from its tarball', () => {
  it('imports nothing, and its types name nothing of the server', () => {
    const dist = path.join(files('cdp'), 'dist');
    expect(readdirSync(dist).sort()).toEqual(['cdp-event.rules.d.ts', 'destination.d.ts', 'index.d.ts', 'index.js']);
    for (const file of readdirSync(dist))
      for (const [, target] of readFileSync(path.join(dist, file), 'utf8').matchAll(/\bfrom ['"]([^'"]+)['"]/g))
        expect(target).toMatch(/^\.\/[\w.-]+\.js$/);
  });

  it('maps every sample as the service does, also where it is pasted', () => {
    const rudderstack = readFileSync(path.join(files('cdp'), 'functions/rudderstack.js'), 'utf8')
      .replace(/const MAPPING = [\s\S]*?\n};\n/, `const MAPPING = ${JSON.stringify(mapping)};\n`)
      .replace('export function transformEvent', 'function transformEvent');
    const transform = vm.runInThisContext(`(() => {${rudderstack}\nreturn transformEvent;})()`);
    let events = 0;
    for (const file of readdirSync(SAMPLES).filter((name) => name.endsWith('.json') && name !== 'index.json'))
      for (const { call: sample } of cdpCalls(JSON.parse(readFileSync(path.join(SAMPLES, file), 'utf8')))) {
        const ours = fromCdpEvent(sample, mapping);
        expect(cdp.fromCdpEvent(sample, mapping)).toEqual(ours);
        if (ours.kind === 'refused') expect(() => transform(sample)).toThrow(ours.reason);
        else expect(transform(sample)).toEqual(ours.kind === 'event' ? ours.event : undefined);
        events += Number(ours.kind === 'event');
      }
    expect(events).toBeGreaterThan(0);
  });

  it('is pasted into Segment, and stores one event of two attempts in a gateway', async () => {
    const app = await startApp();
    try {
      const source = readFileSync(path.join(files('cdp'), 'functions/segment.js'), 'utf8');
      const names = ['RetryError', 'EventNotSupported', 'InvalidEventPayload'];
      const errors = `${names.map((name) => `class ${name} extends Error { name = '${name}' }`).join('\n')}\n`;
      const handlers = vm.runInThisContext(`(() => {${errors}${source}\nreturn { onTrack, onIdentify };})()`);
      const settings = {
        apiUrl: app.url,
        trackingKey: app.credentials.trackingKey,
        productId: app.credentials.productId,
        productName: 'Demo API',
        productType: 'api',
        family: 'activation',
      };
      for (let attempt = 0; attempt < 2; attempt += 1) await handlers.onTrack(call(), settings);
      const rows = await query(app.databaseUrl, 'select 1 from tracking_event where idempotency_key = $1', [
        'message-1',
      ]);
      expect(rows.length).toBe(1);
      const failing = (event: unknown, more: object) =>
        handlers.onTrack(event, { ...settings, ...more }).catch(({ name }: Error) => name);
      expect(await failing(call(), { apiUrl: 'http://127.0.0.1:9' })).toBe('RetryError');
      expect(await failing(call({ userId: null }), {})).toBe('InvalidEventPayload');
      expect(await failing(call(), { trackingKey: 'dtk_wrong' })).toBe('InvalidEventPayload');
      await expect(handlers.onIdentify(call({ type: 'identify' }), settings)).rejects.toMatchObject({
        name: 'EventNotSupported',
      });
    } finally {
      await app.close();
    }
  });
});

describe('@dai/mcp from its tarball', () => {
  const cli = (): string => path.join(files('mcp'), 'dist/cli.js');

  it('is a few hundred kilobytes without dependencies, and has the version of the product', () => {
    const manifest = JSON.parse(readFileSync(path.join(files('mcp'), 'package.json'), 'utf8'));
    const product = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    expect([manifest.version, manifest.dependencies]).toEqual([product.version, undefined]);
    const dist = path.join(files('mcp'), 'dist');
    const bytes = readdirSync(dist).reduce((sum, file) => sum + statSync(path.join(dist, file)).size, 0);
    expect(bytes).toBeLessThan(450 * 1024);
    expect(readFileSync(path.join(dist, 'serve.js'), 'utf8')).not.toMatch(/ajv/i); // the SDK's validator of forms, half of its code
    expect(readFileSync(path.join(dist, 'THIRD-PARTY.md'), 'utf8')).toContain('commander');
  });

  it('serves a host over its streams, and says which version it is', async () => {
    const { stdout } = await run(process.execPath, [cli(), '--version'], { env: INHERITED });
    expect(stdout).toMatch(/^0\.1\.24\n$/);
    const env = { PATH: process.env.PATH }; // NODE_COMPILE_CACHE would name another place of what is compiled
    const child = spawn(process.execPath, [cli(), 'mcp', 'serve', '--api', 'http://127.0.0.1:9'], { env });
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'c', version: '1' } };
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello })}\n`);
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    child.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' })}\n`);
    const ended = once(child, 'exit');
    let text = '';
    for await (const part of child.stdout) text += part;
    await ended;
    const [first, second] = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(first.result.serverInfo.version).toBe('0.1.24');
    expect(second.result.tools.length).toBe(5); // it runs in a folder that has no packages
    expect(readdirSync(path.join(files('mcp'), '.cache')).length).toBe(1); // the next start reads what this one compiled
  });

  it('ends with 2 on wrong usage, without repeating a credential', async () => {
    const words = ['mcp', 'serve', '--api', 'dai_canary'];
    const failed = await run(process.execPath, [cli(), ...words], { env: INHERITED }).catch((error) => error);
    expect([failed.code, failed.stderr.includes('canary')]).toEqual([2, false]);
  });
});
