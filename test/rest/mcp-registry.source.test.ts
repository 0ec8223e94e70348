import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, signIn } from '../setup/ask.js';
import { importFile } from '../setup/catalog-file.js';

const OFFICIAL = 'io.modelcontextprotocol.registry/official';

let app: TestApp;
let reviewer: string;
beforeAll(async () => {
  app = await startApp();
  reviewer = await signIn(app, app.credentials.users.reviewer);
});
afterAll(() => app.close());

interface Entry {
  server: Record<string, unknown>;
  _meta: Record<string, Record<string, unknown>>;
}

/** Imports one entry and reads it again from the subregistry. */
async function published(entry: { name: string }, wrapped: object = entry): Promise<Entry> {
  const text = JSON.stringify({ servers: [wrapped] });
  const { body } = await importFile(app, reviewer, { format: 'mcp-registry', name: 'servers.json', text });
  expect(body).toMatchObject({ total: 1, refused: 0 });
  app.app.parts.catalog.changed();
  const address = `${app.url}/v0.1/servers/${encodeURIComponent(entry.name)}/versions/latest`;
  return (await ask<Entry>(address)).body;
}

/** A server.json of today with all that a source may hold. */
const WHOLE = {
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-10-17/server.schema.json',
  name: 'io.github.example/whole',
  title: 'Whole',
  description: 'Serves everything that the form has',
  version: '1.2.3',
  repository: { url: 'https://github.com/example/whole', source: 'github', id: '1', subfolder: 'server' },
  websiteUrl: 'https://example.com/whole',
  icons: [{ src: 'https://example.com/icon.png', mimeType: 'image/png', sizes: ['48x48'], theme: 'dark' }],
  packages: [
    {
      registryType: 'mcpb',
      identifier: 'https://github.com/example/whole/releases/download/v1/whole.mcpb',
      version: '1.2.3',
      fileSha256: 'fe333e598595000ae021bd27117db32ec69af6987f507ba7a63c90638ff633ce',
      transport: {
        type: 'streamable-http',
        url: 'http://localhost:{port}/mcp',
        variables: { port: { default: '80' } },
      },
      runtimeArguments: [
        { type: 'named', name: '--mount', value: 'src={path}', variables: { path: { isRequired: true } } },
      ],
      environmentVariables: [{ name: 'KEY', isSecret: true, choices: ['a', 'b'], placeholder: 'key' }],
    },
  ],
  remotes: [
    {
      type: 'sse',
      url: 'https://{tenant}.example.com/sse',
      headers: [{ name: 'X-Key', isSecret: true, variables: { is_required: { description: 'a name of its own' } } }],
      variables: { tenant: { isRequired: true } },
    },
  ],
  _meta: { 'io.modelcontextprotocol.registry/publisher-provided': { build: { commit: 'abc', by: ['ci'] } } },
};

describe('a server.json of today', () => {
  it('goes out as it came, and the dates beside it are those of the official registry', async () => {
    const dates = {
      publishedAt: '2025-11-01T10:00:00.123456Z',
      updatedAt: '2025-11-02T10:00:00Z',
      statusChangedAt: '2025-11-01T10:00:00.123456Z',
    };
    const official = { status: 'active', ...dates, isLatest: true };
    const { server, _meta } = await published(WHOLE, { server: WHOLE, _meta: { [OFFICIAL]: official } });
    expect(server).toEqual(WHOLE);
    expect(_meta[OFFICIAL]).toEqual(official);
  });

  it('without dates of the official registry has none', async () => {
    const bare = { name: 'io.github.example/bare', description: 'Bare', version: '0.1.0' };
    const { server, _meta } = await published(bare);
    expect(server).toEqual(bare);
    expect(_meta[OFFICIAL]).toEqual({ status: 'active', isLatest: true });
  });
});

describe('a server.json of an earlier form', () => {
  it('gets the names of today at every depth, and what they do not name stays', async () => {
    const old = {
      name: 'io.github.example/old',
      description: 'x'.repeat(101),
      repository: { url: 'https://github.com/example/old', source: 'github', id: '2' },
      version_detail: { version: '0.0.1', release_date: '2025-05-16T18:56:49Z', is_latest: true },
      packages: [
        {
          registry_name: 'npm',
          name: '@example/old-mcp',
          version: '0.0.1',
          file_sha256: 'ab',
          environment_variables: [{ name: 'A', is_secret: true, variables: { is_secret: { is_required: true } } }],
        },
      ],
      icons: [{ src: 'https://example.com/old.png' }],
    };
    const { server, _meta } = await published(old);
    expect(server).toEqual({
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      name: 'io.github.example/old',
      description: `${'x'.repeat(99)}…`,
      version: '0.0.1',
      repository: old.repository,
      packages: [
        {
          registryType: 'npm',
          identifier: '@example/old-mcp',
          version: '0.0.1',
          fileSha256: 'ab',
          transport: { type: 'stdio' },
          environmentVariables: [{ name: 'A', isSecret: true, variables: { is_secret: { isRequired: true } } }],
        },
      ],
      icons: old.icons,
    });
    expect(_meta[OFFICIAL]).toEqual({ status: 'active', publishedAt: '2025-05-16T18:56:49Z', isLatest: true });
  });
});

describe('a tool of the catalog without a server.json', () => {
  it('has no date of the official registry', async () => {
    const { body } = await ask<Entry>(`${app.url}/v0.1/servers/dai.catalog%2Fstripe/versions/latest`);
    expect(body._meta[OFFICIAL]).toEqual({ status: 'active', isLatest: true });
  });
});
