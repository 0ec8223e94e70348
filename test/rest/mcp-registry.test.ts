import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { query } from '../setup/database.js';

interface Servers {
  servers: {
    server: { name: string; version: string; description: string };
    _meta: Record<string, { status: string }>;
  }[];
  metadata: { nextCursor: string | null; count: number };
}
const OFFICIAL = 'io.modelcontextprotocol.registry/official';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const servers = (parameters: string) => ask<Servers>(`${app.url}/v0.1/servers${parameters}`);

describe('GET /v0.1/servers', () => {
  it('lists every tool with an MCP interface once, in pages by name', async () => {
    const names: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body }: { body: Servers } = await servers(`?limit=20${cursor && `&cursor=${cursor}`}`);
      expect(body.metadata.count).toBe(body.servers.length);
      names.push(...body.servers.map(({ server }) => server.name));
      cursor = body.metadata.nextCursor;
    }
    const rows = await query<{ count: string }>(
      app.databaseUrl,
      `select count(*) from tool where interfaces @> '["mcp"]'`,
    );
    expect(names).toHaveLength(Number(rows[0]?.count));
    expect(names).toEqual([...new Set(names)].toSorted());
  });

  it('has the form of the registry: name, description of at most 100 characters, version, status', async () => {
    const { body } = await servers('?limit=100');
    for (const { server, _meta } of body.servers) {
      expect(server.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
      expect(server.description.length).toBeLessThanOrEqual(100);
      expect(server.version).not.toBe('');
      expect(_meta[OFFICIAL]?.status).toBe('active');
    }
  });

  it('answers what changed since a time, and tells what was taken out as deleted', async () => {
    expect((await servers('?updated_since=2999-01-01T00:00:00Z')).body.servers).toEqual([]);
    await query(app.databaseUrl, `update catalog_head set version = version + 1`);
    await query(
      app.databaseUrl,
      `update tool set listed = false, version = (select version from catalog_head), updated_at = '2998-01-01' where slug = 'tavily'`,
    );
    app.app.parts.catalog.changed();
    const { body } = await servers('?updated_since=2997-01-01T00:00:00Z');
    expect(body.servers.map(({ server, _meta }) => [server.name, _meta[OFFICIAL]?.status])).toEqual([
      ['dai.catalog/tavily', 'deleted'],
    ]);
    expect((await servers('?search=tavily')).body.servers).toEqual([]);
  });

  it('finds one server, its latest version, and refuses another', async () => {
    const one = await ask<Servers['servers'][number]>(`${app.url}/v0.1/servers/dai.catalog%2Fstripe/versions/latest`);
    expect(one.body.server.name).toBe('dai.catalog/stripe');
    expect((await ask<Servers>(`${app.url}/v0.1/servers/dai.catalog%2Fstripe/versions`)).body.servers).toEqual([
      one.body,
    ]);
    expect((await ask(`${app.url}/v0.1/servers/dai.catalog%2Fstripe/versions/9.9.9`)).status).toBe(404);
    expect((await ask(`${app.url}/v0.1/servers/nobody%2Fnothing/versions`)).status).toBe(404);
  });

  it.each(['?limit=0', '?limit=101', '?cursor=x', '?updated_since=yesterday', '?include_deleted=perhaps', '?page=2'])(
    '%s is refused with a pointer',
    async (parameters) => {
      const { status, body } = await ask<{ errors: { pointer: string }[] }>(`${app.url}/v0.1/servers${parameters}`);
      expect(status).toBe(400);
      expect(body.errors[0]?.pointer).toBe(parameters.replace(/\?(\w+)=.*/, '/$1'));
    },
  );
});

describe('GET /api/directory/changes', () => {
  it('tells each change once, oldest first, and goes on where a cursor ended', async () => {
    interface Changes {
      changes: { version: number; slug: string; change: string }[];
      nextCursor: string | null;
    }
    const changes = (parameters: string) => ask<Changes>(`${app.url}/api/directory/changes${parameters}`);
    const reported: Changes['changes'] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body }: { body: Changes } = await changes(`?limit=100${cursor && `&cursor=${cursor}`}`);
      reported.push(...body.changes);
      cursor = body.nextCursor;
    }
    expect(reported.filter(({ change }) => change === 'created').length).toBeGreaterThanOrEqual(300);
    expect(new Set(reported.map(({ version, slug }) => `${version} ${slug}`)).size).toBe(reported.length);
    expect(reported.map(({ version }) => version)).toEqual(
      reported.map(({ version }) => version).toSorted((a, b) => a - b),
    );
    expect((await changes('?since=2999-01-01T00:00:00Z')).body).toMatchObject({ changes: [], nextCursor: null });
    expect((await changes('?since=lately')).status).toBe(400);
  });

  it.each([
    '2026-W10-1',
    '2026-123',
    '20260101T000000Z',
    '2026-01-01T00:00:00',
    '2026-02-30',
    '9999-12-31T23:59:59-14:00',
    '0001-01-01T00:00:00+14:00',
    '0000-06-01T00:00:00Z',
    '10000-01-01',
  ])('refuses %s, which is no time of one meaning, at both endpoints', async (time) => {
    for (const path of ['/api/directory/changes?since', '/v0.1/servers?updated_since']) {
      const { status, body } = await ask<{ errors: { pointer: string; code: string }[] }>(`${app.url}${path}=${time}`);
      expect([status, body.errors[0]?.code]).toEqual([400, 'time']);
      expect(body.errors[0]?.pointer).toBe(path.replace(/.*\?/, '/'));
    }
  });

  it.each(['2026-01-01', '2026-01-01T00:00Z', '2026-01-01T00:00:00.123456789-14:00', '1970-01-01'])(
    'takes %s',
    async (time) => {
      for (const path of ['/api/directory/changes?since', '/v0.1/servers?updated_since'])
        expect((await ask(`${app.url}${path}=${time}`)).status).toBe(200);
    },
  );

  it.each(['1.tool.------------------------------------', '1.tool.x', '1.person.x', '-1.tool.x'])(
    'refuses a cursor made of %s',
    async (key) => {
      const cursor = Buffer.from(key).toString('base64url');
      const { status, body } = await ask<{ errors: { pointer: string }[] }>(
        `${app.url}/api/directory/changes?cursor=${cursor}`,
      );
      expect([status, body.errors[0]?.pointer]).toEqual([400, '/cursor']);
    },
  );
});
