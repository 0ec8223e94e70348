import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemCatalog } from '../../server/platform/problem.catalog.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const at = (path: string, options: Parameters<typeof ask>[1] = {}) =>
  ask<{ code: string; type: string }>(app.url + path, options);

describe('public reads', () => {
  const paths = ['/openapi.json', '/contracts/service-usage-receipt-v1.json', '/problems/RATE_LIMITED'];

  it.each(paths)('%s has a strong ETag, may be kept for a minute, and is 304 to a client that has it', async (path) => {
    const first = await at(path);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    expect(first.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=300');
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await at(path, { headers: { 'if-none-match': known } });
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
      expect(again.headers.get('x-request-id')).not.toBeNull();
    }
    expect((await at(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    expect((await at(path)).headers.get('etag')).toBe(etag);
  });

  it('explain every code, to people as a page and to programs as JSON', async () => {
    for (const [code, { status, remedy }] of Object.entries(problemCatalog)) {
      const reply = await ask(`${app.url}/problems/${code}`, { headers: { accept: 'application/json' } });
      expect(reply.body).toMatchObject({ code, status, remedy });
    }
    const page = await at('/problems/NOT_FOUND', { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('vary')).toContain('Accept');
    expect(page.headers.get('etag')).not.toBe((await at('/problems/NOT_FOUND')).headers.get('etag'));
  });

  it('serve the contracts under their own addresses', async () => {
    for (const name of ['service-usage-receipt-v1', 'tracking-event-v1']) {
      const reply = await ask(`${app.url}/contracts/${name}.json`);
      expect(reply.body).toMatchObject({
        $id: `${app.url}/contracts/${name}.json`,
        $schema: 'https://json-schema.org/draft/2020-12/schema',
      });
    }
  });

  it('are what a problem’s type leads to', async () => {
    const { type, code } = (await at('/nothing')).body;
    expect((await ask<{ code: string }>(type)).body.code).toBe(code);
  });
});
