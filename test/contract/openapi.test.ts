import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { downloads, shims, uploads } from '../../rest-shims/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { type Description, differences, readDescription } from '../setup/openapi.js';
import { type SourcedApp, startSourcedApp } from '../setup/skill-source.js';
import { type Asked, provoke } from './openapi.provoke.js';

let app: SourcedApp;
let tight: TestApp;
let description: Description;
beforeAll(async () => {
  app = await startSourcedApp();
  tight = await startApp({ env: { RATE_LIMIT_SCALE: '0.00001', TRUST_PROXY: '1' } });
  description = await readDescription(app.url);
});
afterAll(() => Promise.all([app.close(), tight.close()]));

const lint = async (source: string) =>
  lintFromString({ source, absoluteRef: '/openapi.json', config: await createConfig({ extends: ['recommended'] }) });

describe('/openapi.json', () => {
  it('is free of findings under the recommended rules of redocly', async () => {
    expect((await lint(description.text)).map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  it('would not be free of them with a reference to nowhere', async () => {
    expect(await lint(description.text.replace('schemas/TrackingEvent"', 'schemas/Nowhere"'))).not.toEqual([]);
  });

  it('describes every path of the table and no other', () => {
    const described = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    const paths = [
      ...shims,
      ...uploads.map(({ path }) => ({ method: 'post', path })),
      ...downloads.map(({ path }) => ({ method: 'get', path })),
    ];
    expect(described.sort()).toEqual(paths.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it('shows bodies that its own schemas accept', () => {
    const bodies = Object.values(description.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {})),
    );
    const shown = bodies.flatMap(({ schema, examples }) =>
      Object.values(examples).map(({ value }) => ({ ref: schema.$ref, value })),
    );
    expect(shown.length).toBeGreaterThan(3);
    for (const { ref, value } of shown) expect(description.validator(ref)(value), JSON.stringify(value)).toBe(true);
  });
});

describe('what the paths really answer', () => {
  let requested: Asked[];
  beforeAll(async () => {
    requested = await provoke(app, tight);
  });

  it('is what the description says: status, content type, headers and every member', () => {
    const wrong = requested.flatMap(({ path, method, reply }) =>
      differences(description, path, method, reply).map(
        (one) => `${method} ${path} ${reply.status}: ${one} in ${reply.text.slice(0, 200)}`,
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('names the header that a repeated answer carries', () => {
    const repeated = requested.filter(({ reply }) => reply.headers.has('idempotent-replayed'));
    expect([...new Set(repeated.map(({ path }) => path))].length).toBeGreaterThan(1);
    for (const { path, method, reply } of repeated)
      expect(description.paths[path]?.[method]?.responses[reply.status]?.headers).toHaveProperty('Idempotent-Replayed');
  });

  it('includes every status that is described, apart from the outage and a head beyond its bounds', () => {
    const seen = new Set(requested.map(({ path, method, reply }) => `${method} ${path} ${reply.status}`));
    const described = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { responses }]) =>
        Object.keys(responses).map((status) => `${method} ${path} ${status}`),
      ),
    );
    const anywhere = / (?:414|431|503)$/; // a head beyond its bounds is refused before its path is known
    expect(described.filter((one) => !seen.has(one) && !anywhere.test(one))).toEqual([]);
  });
});
