import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../clients/node/src/index.js';
import { foldEvents } from '../../server/adoption/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { endCommand, runCommand } from '../setup/command.js';
import { query } from '../setup/database.js';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startApp();
  folder = mkdtempSync(path.join(tmpdir(), 'dai-types-'));
  const { trackingKey, productId } = app.credentials;
  const product = { id: productId, name: 'Demo API', type: 'api' as const };
  const client = createClient({ url: app.url, key: trackingKey, product });
  const own = [
    ['WORKSPACE_CREATED', 'activation'],
    ['WORKSPACE_CREATED', 'retention'],
    ['plan.upgraded', 'expansion'],
  ] as const;
  for (const [event_name, event_family] of own) client.track({ event_name, event_family, developer_id: 'dev_1' });
  client.track({ event_name: 'FIRST_API_CALL', developer_id: 'dev_1' });
  expect(await client.close()).toMatchObject({ stored: 4 });
  // Folding leaves the newest ten seconds alone.
  await query(app.databaseUrl, "update tracking_event set recorded_at = now() - interval '1 minute'");
  while ((await foldEvents(app.app.platform.em())).more);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('dai types', () => {
  it('writes the names that a product has sent, with their families, and none of the catalog', async () => {
    const file = path.join(folder, 'dai-events.d.ts');
    expect(await runCommand(app, 'types', '--product', app.credentials.productId, '--out', file)).toBe('');
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('    WORKSPACE_CREATED: "activation" | "retention";\n');
    expect(text).toContain('    "plan.upgraded": "expansion";\n');
    expect(text).not.toContain('FIRST_API_CALL');
    expect(text).toMatch(/^\/\/ Written by `dai types`.*\nimport '@dai\/node';\n\ndeclare module '@dai\/node' \{\n/);
    expect(await runCommand(app, 'types', '--product', app.credentials.productId)).toBe(text);
  });

  it('refuses a product that there is not, and a file that cannot be written', async () => {
    const none = await endCommand(app, 'types', '--product', 'none');
    expect([none.code, none.errors]).toEqual([1, 'there is no product none']);
    const words = ['--product', app.credentials.productId, '--out', path.join(folder, 'none', 'x.d.ts')];
    expect((await endCommand(app, 'types', ...words)).errors).toContain('cannot be written');
    const other = [
      '--product',
      app.credentials.productId,
      '--organization',
      'org_00000000-0000-4000-8000-000000000000',
    ];
    expect((await endCommand(app, 'types', ...other)).errors).toBe(`there is no product ${app.credentials.productId}`);
  });
});
