import { describe, expect, it } from 'vitest';
import { readMcpEntry, slugOf } from '../../server/directory/imports/mcp-entry.schema.js';
import { parseToolFacts } from '../../server/directory/tool.schema.js';

const DAY = '2026-01-02';
/** The tool that a readable entry becomes. */
function entryOf(value: unknown) {
  const read = readMcpEntry(value, DAY);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.entry;
}
const factsOf = (value: unknown) => entryOf(value).record.facts;
const problemsOf = (value: unknown) => {
  const read = readMcpEntry(value, DAY);
  return 'problems' in read ? read.problems.map(({ pointer, code }) => `${pointer} ${code}`) : ['taken'];
};

const seed = {
  id: '4e9cf4cf',
  name: 'io.github.acme/weather-mcp',
  description: 'Weather.\nFor\u202E agents',
  repository: { url: 'https://github.com/acme/weather-mcp', source: 'github', id: '1' },
  version_detail: { version: '0.0.1-seed', release_date: '2025-05-16T18:56:49Z', is_latest: true },
  packages: [
    {
      registry_name: 'npm',
      name: '@acme/weather-mcp',
      version: '1.2.3',
      environment_variables: [{ name: 'WEATHER_KEY' }, { name: 'WEATHER_KEY' }, { name: 'not a name' }, {}],
    },
  ],
};
const today = {
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: 'com.acme.tools/weather',
  title: 'Acme Weather',
  description: 'Weather',
  version: '2.0.0',
  websiteUrl: 'https://acme.com/weather',
  repository: { url: 'https://github.com/acme/weather', source: 'github' },
  packages: [
    {
      registryType: 'pypi',
      registryBaseUrl: 'https://pypi.org',
      identifier: 'acme-weather',
      version: '2.0.0',
      transport: { type: 'stdio' },
      environmentVariables: [{ name: 'KEY', isRequired: true }],
    },
  ],
  remotes: [{ type: 'streamable-http', url: 'https://acme.com/mcp' }],
};

describe('an entry of the MCP registry', () => {
  it('of the first seed becomes a tool with what it says and nothing more', () => {
    const { record, version, isLatest } = entryOf(seed);
    expect(record).toEqual({
      facts: {
        slug: 'io-github-acme-weather-mcp',
        name: 'acme/weather-mcp',
        aliases: ['io.github.acme/weather-mcp'],
        summary: 'Weather. For agents',
        vendor: { name: 'acme', domain: null },
        website: 'https://github.com/acme/weather-mcp',
        categories: ['mcp-servers'],
        capabilities: ['mcp'],
        pricing: { model: 'unknown', freeTier: null, url: null },
        signupUrl: null,
        maturity: 'unknown',
        interfaces: ['mcp'],
        install: { kind: 'npm', command: 'npx -y @acme/weather-mcp' },
        packages: [{ registry: 'npm', name: '@acme/weather-mcp' }],
        licence: null,
        questions: [],
        environment: ['WEATHER_KEY'],
        docs: { url: null, llmsTxt: null, openapi: null },
        sources: [
          {
            url: 'https://github.com/acme/weather-mcp',
            via: 'https://registry.modelcontextprotocol.io/',
            readAt: '2025-05-16',
            facts: ['name', 'summary', 'website', 'install', 'packages', 'environment', 'interfaces'],
          },
        ],
      },
      origin: 'mcp-registry',
      originKey: 'io.github.acme/weather-mcp',
      verification: { level: 'listed', method: 'MCP registry', checkedAt: null },
      mcpServer: seed,
      mcpOfficial: { publishedAt: '2025-05-16T18:56:49Z' },
    });
    expect([version, isLatest]).toEqual(['0.0.1-seed', true]);
  });

  it('of today’s registry keeps its title, its address and the domain of its namespace', () => {
    expect(factsOf(today)).toMatchObject({
      slug: 'com-acme-tools-weather',
      name: 'Acme Weather',
      vendor: { name: null, domain: 'tools.acme.com' },
      website: 'https://acme.com/weather',
      install: { kind: 'pip', command: 'uvx acme-weather' },
      packages: [{ registry: 'pypi', name: 'acme-weather' }],
      environment: ['KEY'],
      sources: [{ url: 'https://github.com/acme/weather', readAt: DAY }],
    });
  });

  it('is the same tool however the registry wraps it', () => {
    const official = { publishedAt: '2026-01-01T00:00:00Z', isLatest: false, status: 'deprecated' };
    const wrapped = entryOf({ server: today, _meta: { 'io.modelcontextprotocol.registry/official': official } });
    expect(wrapped).toMatchObject({ version: '2.0.0', isLatest: false, releasedAt: new Date('2026-01-01T00:00:00Z') });
    expect(wrapped.record.mcpServer).toEqual(today);
    expect(wrapped.record.facts).toMatchObject({ maturity: 'deprecated', sources: [{ readAt: '2026-01-01' }] });
    const inside = entryOf({ ...today, _meta: { 'io.modelcontextprotocol.registry/official': official } });
    expect(inside).toMatchObject({ isLatest: false, releasedAt: wrapped.releasedAt });
    const first = { published_at: '2026-01-01T00:00:00Z', is_latest: true };
    expect(entryOf({ server: today, 'x-io.modelcontextprotocol.registry': first })).toMatchObject({ isLatest: true });
  });

  it('without a description says so instead of inventing one', () => {
    expect(factsOf({ ...seed, description: '' }).summary).toBe(
      'An MCP server; its registry entry, io.github.acme/weather-mcp, has no description.',
    );
  });

  it('has no address that is not public https', () => {
    for (const url of [
      'http://github.com/a/b',
      'https://u:p@github.com/a',
      'https://localhost:1',
      'javascript:alert(1)',
      '',
    ]) {
      const facts = factsOf({ ...seed, repository: { url } });
      expect(facts.website).toBeNull();
      expect(facts.sources[0]?.url).toBe('https://registry.modelcontextprotocol.io/');
    }
  });

  it.each([
    ['a seed without a version', { registry_name: 'npm', name: 'weather-mcp', version: '' }, null],
    ['a repository in the place of a package', { registry_name: 'npm', name: 'acme/weather-mcp', version: '1' }, null],
    ['a package of another user', { registry_name: 'npm', name: 'react', version: '1' }, null],
    ['a package that shares no word', { registry_name: 'npm', name: 'fastmcp', version: '1' }, null],
    ['an unknown registry', { registry_name: 'unknown', name: 'weather-mcp', version: '1' }, null],
    ['an image to be built at home', { registry_name: 'docker', name: 'weather-mcp', version: '1' }, null],
    ['a name with shell characters', { registryType: 'npm', identifier: 'weather;rm -rf ~', version: '1' }, null],
    [
      'a name that is an option',
      { registryType: 'pypi', identifier: '--index-url=https://evil.example', version: '1' },
      null,
    ],
    ['a name that npx takes for an option', { registryType: 'npm', identifier: '--help', version: '1' }, null],
    [
      'a private registry',
      { registryType: 'npm', identifier: 'weather', registryBaseUrl: 'https://npm.acme.com' },
      null,
    ],
    ['a bundle by its address', { registryType: 'mcpb', identifier: 'https://acme.com/weather.mcpb' }, null],
    [
      'an image',
      { registryType: 'oci', identifier: 'ghcr.io/acme/weather:1.0' },
      'docker run -i --rm ghcr.io/acme/weather:1.0',
    ],
    [
      'an image with its tag apart',
      { registryType: 'oci', registryBaseUrl: 'https://ghcr.io', identifier: 'acme/weather', version: '1.0' },
      'docker run -i --rm ghcr.io/acme/weather:1.0',
    ],
    [
      'the names of July 2025',
      { registry_type: 'npm', identifier: '@acme/weather', version: '1' },
      'npx -y @acme/weather',
    ],
  ])('is started by a package that it really names: %s', (_what, entry, command) => {
    const { install, packages } = factsOf({ ...seed, packages: [entry] });
    expect(install?.command ?? null).toBe(command);
    expect(packages).toHaveLength(command === null ? 0 : 1);
  });

  it.each([
    ['/name required', { ...seed, name: '' }],
    ['/name required', {}],
    ['/name pattern', { ...seed, name: 'no-namespace' }],
    ['/name pattern', { ...seed, name: '../../etc/passwd' }],
    ['/packages type', { ...seed, packages: 'none' }],
    ['/packages/0/name type', { ...seed, packages: [{ name: 1 }] }],
    ['/status deleted', { ...seed, status: 'deleted' }],
    [' too_large', { ...seed, extra: 'x'.repeat(70_000) }],
    [' unstorable_text', { ...seed, extra: 'a\ud800' }],
    ['/name required', null],
    ['/name required', 'text'],
    ['/name required', [seed]],
  ])('is refused with %s', (problem, value) => {
    expect(problemsOf(value)).toEqual([problem]);
  });

  it('may speak of escapes without holding one', () => {
    expect(problemsOf({ ...seed, extra: 'write \\u0000 and \\ud800' })).toEqual(['taken']);
  });

  it('has a slug of its own, also when its name is long', () => {
    const long = (end: string) => `io.github.acme/${'weather-'.repeat(20)}${end}`;
    for (const name of [long('a'), long('b')]) expect(slugOf(name)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(slugOf(long('a')).length).toBeLessThanOrEqual(80);
    expect(slugOf(long('a'))).not.toBe(slugOf(long('b')));
  });

  it('with anything in any place is read or refused, and never fails', () => {
    const hostile: unknown[] = [
      '',
      'constructor',
      '__proto__',
      '\u0000',
      '\ud800',
      'x'.repeat(10_000),
      1e308,
      -1,
      true,
      null,
      [],
      [null],
      {},
      { toString: 1 },
      [[]],
    ];
    for (const whole of [seed, today, { server: today, _meta: {} }])
      for (const value of hostile)
        for (const changed of withEachPlace(whole, value)) {
          const read = readMcpEntry(changed, DAY);
          if ('problems' in read) expect(read.problems.length).toBeGreaterThan(0);
          else expect(parseToolFacts(read.entry.record.facts)).toHaveProperty('facts');
        }
  });
});

/** The value with one place of it after the other, at every depth, taken by another value. */
function withEachPlace(whole: unknown, other: unknown): unknown[] {
  if (typeof whole !== 'object' || whole === null) return [other];
  const entries = Object.entries(whole);
  return [other, ...entries.flatMap(([key, value]) => withEachPlace(value, other).map((one) => put(whole, key, one)))];
}

const put = (whole: object, key: string, value: unknown): unknown =>
  Array.isArray(whole) ? whole.with(Number(key), value) : { ...whole, [key]: value };
