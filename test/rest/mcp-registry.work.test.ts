import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { freshDatabase } from '../setup/database.js';
import { openStatementCount, type StatementCount } from '../setup/statements.js';

let app: TestApp;
let statements: StatementCount;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await freshDatabase('template_demo');
  statements = await openStatementCount(database.url);
  app = await startApp({ databaseUrl: statements.url });
  drop = database.drop;
  await app.app.parts.catalog.read();
});
afterAll(async () => {
  await app.close();
  await statements.close();
  await drop();
});

/** How often the tools were read while these were asked, one after the other. */
async function readsFor(paths: readonly string[]): Promise<number> {
  statements.take();
  for (const path of paths) expect((await ask(app.url + path)).status, path).toBe(200);
  return statements.take().filter((text) => /\bfrom "?tool\b/.test(text)).length;
}

describe('a stranger who walks the subregistry', () => {
  it('has what was deleted read once a version of the catalog, whatever is asked of it', async () => {
    const requested = Array.from({ length: 6 }, (_one, index) => [
      `/v0.1/servers?include_deleted=true&search=${'abcdef'[index]}`,
      `/v0.1/servers?updated_since=2026-01-0${index + 1}T00:00:00Z`,
    ]).flat();
    expect(await readsFor(requested)).toBe(1);
  });

  it('has nothing read for pages of what is listed', async () => {
    const pages = Array.from({ length: 6 }, (_one, index) => `/v0.1/servers?limit=${index + 1}&search=a`);
    expect(await readsFor(pages)).toBe(0);
  });
});
