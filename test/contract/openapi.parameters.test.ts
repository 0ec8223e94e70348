import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFormats } from '../../server/directory/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';

interface Parameter {
  name: string;
  in: string;
  schema: {
    type: string;
    minimum?: number;
    maximum?: number;
    default?: unknown;
    minLength?: number;
    maxLength?: number;
    enum?: string[];
    items?: { enum?: string[] };
  };
}
interface Operation {
  parameters?: Parameter[];
  responses: Record<string, unknown>;
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: { session: { name: string } };
    schemas: Record<string, { required?: string[]; anyOf?: unknown; properties?: Record<string, Parameter['schema']> }>;
  };
}

let app: TestApp;
let api: Description;
beforeAll(async () => {
  app = await startApp();
  api = (await ask<Description>(`${app.url}/openapi.json`)).body;
});
afterAll(() => app.close());

const parameter = (path: string, name: string) =>
  api.paths[path]?.get?.parameters?.find((one) => one.name === name)?.schema;
const statusOf = async (path: string, query: Record<string, string>) =>
  (await ask(`${app.url}${path}?${new URLSearchParams(query)}`)).status;

/** Public paths with a page, and what they need to be asked at all. */
const paged: [path: string, max: number, whenAbsent: number, needs: Record<string, string>][] = [
  ['/api/directory/context', 50, 10, {}],
  ['/api/directory/changes', 100, 50, {}],
  ['/api/build/search', 20, 5, { intent: 'send email' }],
  ['/api/v1/adoption', 100, 25, {}],
  ['/v0.1/servers', 100, 30, {}],
];

describe('what the description says of a parameter', () => {
  it.each(paged)('is how many rows %s has', async (path, max, whenAbsent, needs) => {
    expect(parameter(path, 'limit')).toEqual({ type: 'integer', minimum: 1, maximum: max, default: whenAbsent });
    expect(await statusOf(path, { ...needs, limit: String(max) })).toBe(200);
    expect(await statusOf(path, { ...needs, limit: String(max + 1) })).toBe(400);
    expect(await statusOf(path, { ...needs, limit: '0' })).toBe(400);
  });

  it('is that every limit is an integer with bounds', () => {
    const limits = Object.values(api.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ parameters = [] }) => parameters.filter(({ name }) => name === 'limit'));
    expect(limits.length).toBeGreaterThan(6);
    for (const { schema } of limits) expect(schema).toMatchObject({ type: 'integer', minimum: 1 });
    for (const { schema } of limits) expect(schema.maximum).toBeGreaterThan(0);
  });

  it.each([
    ['/api/directory/context', 'q', 0, 1_000],
    ['/api/build/search', 'intent', 3, 4_000],
    ['/v0.1/servers', 'search', 0, 200],
  ])('is the length of %s ?%s', async (path, name, min, max) => {
    expect(parameter(path, name)).toEqual({ type: 'string', maxLength: max, ...(min ? { minLength: min } : {}) });
    expect(await statusOf(path, { [name]: 'ab '.repeat(2_000).slice(0, max) })).toBe(200);
    expect(await statusOf(path, { [name]: 'ab '.repeat(2_000).slice(0, max + 1) })).toBe(400);
  });

  it('is the set of values where it is closed', async () => {
    expect(parameter('/api/v1/adoption', 'period')?.enum).toEqual(['7d', '30d', '90d']);
    expect(parameter('/api/me/usage', 'sort')?.enum).toContain('-created');
    for (const name of ['pricing', 'maturity', 'proof', 'interface']) {
      const values = parameter('/api/directory/context', name)?.items?.enum ?? [];
      expect(values.length, name).toBeGreaterThan(1);
      for (const value of values) expect(await statusOf('/api/directory/context', { [name]: value }), value).toBe(200);
      expect(await statusOf('/api/directory/context', { [name]: 'nothing' })).toBe(400);
    }
  });
});

describe('what the description says of a member', () => {
  const member = (component: string, name: string) => api.components.schemas[component]?.properties?.[name];

  it.each([
    ['CreateWorkflowTokenInput', 'scopes', ['project:read', 'tools:read', 'project:publish']],
    ['BuildSearchBody', 'maturity', ['experimental', 'beta', 'stable', 'deprecated', 'unknown']],
    ['TrackedEventAnswer', 'label', ['first-party', 'sample', 'imported']],
    ['DryRunEventAnswer', 'wouldBe', ['tracked', 'duplicate', 'ignored', 'conflict']],
    ['ImportAgentSkillInput', 'status', ['DRAFT', null]],
    ['UploadCatalogImportForm', 'dryRun', ['true', 'false']],
  ])('is the closed set of %s.%s', (component, name, values) => {
    const found = member(component, name);
    expect(found?.items?.enum ?? found?.enum).toEqual(values);
  });

  it('is that the form takes the formats that an import reads', () => {
    expect(member('UploadCatalogImportForm', 'format')?.enum).toEqual([...importFormats]);
  });

  it('is a closed set wherever its description lists the values', () => {
    const open: string[] = [];
    const look = (one: unknown, at: string): void => {
      if (typeof one !== 'object' || one === null) return;
      const { type, description, items } = one as { type?: unknown; description?: unknown; items?: { enum?: unknown } };
      const isText = [type].flat().includes('string') || items !== undefined;
      const lists = typeof description === 'string' && /^(?:One|Any) of [a-z-]+(?:, [\w-]+)+\./.test(description);
      if (isText && lists && !('enum' in one) && !items?.enum) open.push(at);
      for (const [key, value] of Object.entries(one)) look(value, `${at}/${key}`);
    };
    look(api.components.schemas, '');
    expect(open).toEqual([]);
  });
});

describe('the description', () => {
  it('has 414 and 431 at every operation', () => {
    for (const [path, methods] of Object.entries(api.paths))
      for (const { responses } of Object.values(methods))
        expect(Object.keys(responses), path).toEqual(expect.arrayContaining(['414', '431']));
  });

  it('is right about 414 and 431', async () => {
    expect(await statusOf('/api/directory/context', { q: 'x'.repeat(16_384) })).toBe(414);
    const headers = { 'x-long': 'x'.repeat(16_384) };
    expect((await ask(`${app.url}/api/directory/context`, { headers })).status).toBe(431);
  });

  it('names the cookie that sign-in sets', async () => {
    const { email, password } = app.credentials.users.owner;
    const { headers } = await ask(`${app.url}/api/auth/sign-in/email`, {
      body: { email, password },
      headers: { origin: app.url },
    });
    expect(headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toContain(
      api.components.securitySchemes.session.name,
    );
  });

  it('does not require of a dry run what that only warns about', async () => {
    expect(api.components.schemas.TrackingEventDraft?.required).toEqual(['event_name', 'developer_id']);
    expect(api.components.schemas.TrackingEventDraft).not.toHaveProperty('anyOf');
    const { status, body } = await ask<{ warnings: { pointer: string }[] }>(`${app.url}/api/usage/track/dry-run`, {
      token: app.credentials.trackingKey,
      body: { event_name: 'FIRST_API_CALL', developer_id: 'dev_1' },
    });
    expect([status, body.warnings.map(({ pointer }) => pointer).sort()]).toEqual([
      202,
      ['/idempotencyKey', '/product'],
    ]);
  });
});
