import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shims } from '../../rest-shims/index.js';
import type { Deprecated } from '../../server/platform/deprecation.rules.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';

/** A path of the table while this file runs: that it is deprecated is data like the rest of it. */
const old = shims.find(({ path }) => path === '/api/v1/agent-rank') as { deprecated?: Deprecated };
const HEADERS = { deprecation: '@1795996800', sunset: 'Sat, 30 Jan 2027 00:00:00 GMT' };

let app: TestApp;
beforeAll(async () => {
  old.deprecated = { since: '2026-11-30', until: '2027-01-30', instead: 'Use /api/v1/adoption' };
  app = await startApp();
});
afterAll(async () => {
  delete old.deprecated;
  await app.close();
});

const headersOf = ({ headers }: Awaited<ReturnType<typeof ask>>) => ({
  deprecation: headers.get('deprecation'),
  sunset: headers.get('sunset'),
});

describe('a deprecated path', () => {
  it('says when it became one and when it stops, in answers and refusals', async () => {
    const answered = await ask(`${app.url}/api/v1/agent-rank`);
    expect([answered.status, headersOf(answered)]).toEqual([200, HEADERS]);
    const refused = await ask(`${app.url}/api/v1/agent-rank?unknown=1`);
    expect([refused.status, headersOf(refused)]).toEqual([400, HEADERS]);
    const exposed = answered.headers.get('access-control-expose-headers');
    expect(exposed).toContain('Deprecation, Sunset');
  });

  it('is marked in the description, with its headers and what to use; no other path is', async () => {
    const { paths } = JSON.parse((await ask(`${app.url}/openapi.json`)).text) as {
      paths: Record<string, Record<string, Record<string, unknown>>>;
    };
    const marked = Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods).flatMap((one) => (one.deprecated === true ? [path] : [])),
    );
    expect(marked).toEqual(['/api/v1/agent-rank']);
    const described = paths['/api/v1/agent-rank']?.get;
    expect(described?.description).toContain('Use /api/v1/adoption; stays until 2027-01-30');
    expect(described?.responses).toMatchObject({ 200: { headers: { Deprecation: {}, Sunset: {} } } });
  });

  it('is alone in that: another path has neither header', async () => {
    expect(headersOf(await ask(`${app.url}/api/v1/adoption`))).toEqual({ deprecation: null, sunset: null });
  });
});
