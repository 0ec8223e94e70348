import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INHERITED } from '../setup/process.environment.js';
import { buildIfStale } from './gateway.process.js';

const CLI = path.resolve(import.meta.dirname, '../../dist/server/cli.js');
const folder = mkdtempSync(path.join(tmpdir(), 'dai-cdp-'));
beforeAll(buildIfStale);
afterAll(() => rmSync(folder, { recursive: true }));

const call = { type: 'track', event: 'First API Call', userId: 'u-1', messageId: 'm-1' };
const PRODUCT = ['--product', 'api', '--product-name', 'API', '--product-type', 'api'];

/** Maps a document with the command line as a user has it: a process of its own, without a terminal or any configuration. */
function map(document: unknown, ...options: string[]) {
  const file = path.join(folder, 'calls.json');
  writeFileSync(file, typeof document === 'string' ? document : JSON.stringify(document));
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, 'cdp', 'map', file, ...options], {
    encoding: 'utf8',
    env: INHERITED,
  });
  return { status, stdout, stderr };
}

describe('dai cdp map', () => {
  it('ends with 0 when every event would be taken, and prints it', () => {
    const { status, stdout } = map({ batch: [call, { type: 'identify', userId: 'u-1' }] }, ...PRODUCT);
    expect(status).toBe(0);
    expect(JSON.parse(stdout.split('\n')[0] ?? '')).toEqual({
      event_name: 'FIRST_API_CALL',
      developer_id: 'u-1',
      product: { id: 'api', name: 'API', type: 'api' },
      idempotencyKey: 'm-1',
    });
    expect(stdout).toContain('/batch/1: not an event (identify)');
  });

  it('needs no more of the product than its id, and says what stands for its name and type', () => {
    const { status, stdout, stderr } = map(call, '--product', 'payments-v2');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ product: { id: 'payments-v2', name: 'payments-v2', type: 'api' } });
    expect(stderr).toBe(
      'The events name the product payments-v2, of type api: --product-name and --product-type say otherwise.\n',
    );
    const half = map(call, '--product', 'payments-v2', '--product-type', 'model');
    expect(JSON.parse(half.stdout)).toMatchObject({
      product: { id: 'payments-v2', name: 'payments-v2', type: 'model' },
    });
    expect(map(call, '--product', 'api', '--product-name', 'API', '--product-type', 'gadget').status).toBe(2);
  });

  it.each([
    ['a property that is private', { ...call, properties: { password: 'hunter2hunter2' } }, 'private_key_name'],
    ['a time in the future', { ...call, timestamp: '2999-01-01T00:00:00Z' }, '/occurredAt'],
    ['a key of the service’s own', { ...call, messageId: 'relay:1' }, 'reserved_key'],
    ['a user id that is too long', { ...call, userId: 'u'.repeat(300) }, 'too_long'],
    ['two events under one key', [call, { ...call, properties: { password: undefined, plan: 'pro' } }], 'conflict'],
  ])('ends with 1 for %s, and says which', (_what, document, message) => {
    const { status, stdout } = map(document, ...PRODUCT, '--keep', 'password,plan');
    expect(status).toBe(1);
    expect(stdout).toContain('refused (event_refused)');
    expect(stdout).toContain(message);
    expect(stdout).not.toContain('hunter2');
  });

  it('maps nothing of a file that names a member twice', () => {
    const { status, stdout, stderr } = map('[{"type":"track","userId":"a","userId":"b"}]', ...PRODUCT);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('names a member twice, at /0/userId');
  });
});
