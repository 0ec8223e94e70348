import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildApp } from '../../server/app/app.js';
import { entities } from '../../server/app/database.js';
import { type DemoCredentials, prepareDemo } from '../../server/demo/demo.js';
import { systemClock } from '../../server/platform/clock.js';
import { readConfig } from '../../server/platform/config.js';
import { openOrm } from '../../server/platform/database/orm.js';
import { openLog } from '../../server/platform/log.js';
import { quickHasher } from './passwords.js';

/** Signs the sessions of every test's application. */
export const SESSION_SECRET = 'test-secret-test-secret-test-secret';

/** Puts the demo's people and keys into a migrated database, once for the whole run; `before` is the file of an earlier start. */
export async function makeDemo(databaseUrl: string, before?: object): Promise<DemoCredentials> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'dai-demo-'));
  if (before) writeFileSync(path.join(dataDir, 'credentials.json'), JSON.stringify(before));
  const config = { ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', SESSION_SECRET }), databaseUrl };
  const orm = await openOrm(databaseUrl, entities);
  const app = await buildApp({
    config,
    orm,
    clock: systemClock,
    log: openLog('silent'),
    databaseUrl,
    sessionSecret: SESSION_SECRET,
    passwordHasher: quickHasher,
  });
  const database = {
    url: databaseUrl,
    directUrl: databaseUrl,
    embedded: false,
    owned: true,
    orm,
    workOrm: orm,
    close: () => orm.close(),
  };
  const credentials = await prepareDemo(app, database, config);
  await app.close();
  await orm.close();
  rmSync(dataDir, { recursive: true, force: true });
  return credentials;
}
