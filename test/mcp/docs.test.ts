import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openToolbox } from '../../mcp/toolbox.js';
import { shims } from '../../rest-shims/index.js';
import {
  AGENT_KEY,
  clientConfigs,
  mcpConfigOf,
  stdioConfigOf,
  WORKFLOW_TOKEN,
} from '../../server/accounts/credentials/mcp-config.rules.js';
import { policies } from '../../server/platform/limits/limits.js';
import { problemCatalog } from '../../server/platform/problem.catalog.js';
import { llmsTxt } from '../../server/public/llms.txt.js';
import { skillMd } from '../../server/public/skill.md.js';
import { readToml } from '../setup/toml.js';

const baseUrl = 'https://api.example.com';
const docs = readFileSync('docs/mcp.md', 'utf8');
const guides = [
  ['docs/mcp.md', docs],
  ['SKILL.md', skillMd({ baseUrl, workspaceUrl: baseUrl })],
  ['llms.txt', llmsTxt(baseUrl)],
] as const;

/** The fenced blocks of the page in one language, in their order. */
const blocks = (language: string): string[] =>
  [...docs.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'gm'))].map(([, text = '']) => text);

const unused = { baseUrl, ask: () => Promise.reject(new Error('nothing is asked')) };
const { tools, resources, prompts } = openToolbox(unused, () => undefined, 'enterprise');
/** The columns of the row about a tool. */
const rowOf = (tool: string): string[] =>
  docs
    .split('\n')
    .find((line) => line.startsWith(`| \`${tool}\``))
    ?.split('|') ?? [];

describe('the snippets of docs/mcp.md', () => {
  describe.each([
    ['a workflow token', WORKFLOW_TOKEN],
    ['an agent key', AGENT_KEY],
  ])('for %s', (_kind, kind) => {
    const clients = clientConfigs(baseUrl, null, kind);

    it.each(['claudeCode', 'cursor', 'codex', 'vscode', 'gemini'] as const)(
      'are the file and the command of %s as DAI hands them out',
      (client) => {
        const { format, text, command } = clients[client];
        expect(blocks(format)).toContain(text);
        if (command !== null) expect(blocks('sh')).toContain(`${command}\n`);
      },
    );

    it('have the generic forms over HTTP and standard streams', () => {
      const stdio = stdioConfigOf({ baseUrl, mcpCommand: 'dai' }, kind);
      expect(blocks('json')).toEqual(
        expect.arrayContaining([clients.generic.text, `${JSON.stringify(stdio, null, 2)}\n`]),
      );
    });
  });

  it('are those that the service answers', () => {
    const { stdio, clients } = mcpConfigOf({ baseUrl, mcpCommand: 'dai' }, '1.2.3');
    expect([stdio, clients]).toEqual([
      stdioConfigOf({ baseUrl, mcpCommand: 'dai' }, WORKFLOW_TOKEN),
      clientConfigs(baseUrl, null, WORKFLOW_TOKEN),
    ]);
  });

  it('parse, each with one server that leads to the deployment', () => {
    const json = blocks('json').map((text) => JSON.parse(text) as Record<string, Record<string, unknown>>);
    const servers = [
      ...json.flatMap(({ mcpServers, servers }) => Object.entries(mcpServers ?? servers ?? {})),
      ...blocks('toml').flatMap((text) => Object.entries(readToml(text))),
    ];
    expect(servers).toHaveLength(json.length + blocks('toml').length);
    for (const [name, server] of servers) {
      const { url, httpUrl, serverUrl, command, args = [] } = server as Record<string, string> & { args?: string[] };
      expect(name).toMatch(/^(mcp_servers\.)?dai(-enterprise)?$/);
      const started = [
        'mcp',
        'serve',
        '--api',
        baseUrl,
        ...(name.endsWith('enterprise') ? ['--mode', 'enterprise'] : []),
      ];
      if (command === undefined) expect(url ?? httpUrl ?? serverUrl).toBe(`${baseUrl}/mcp`);
      else if (command === 'sh') expect(args.at(-1)).toContain(` exec dai ${started.join(' ')}`);
      else expect([command, args]).toEqual(['dai', started]);
    }
  });

  it('hold no token', () => {
    expect(docs).not.toMatch(/\b(dai|dae|dtk)_[0-9A-Za-z]{8}/);
  });
});

describe('docs/mcp.md', () => {
  it('has every tool in the order in which hosts list them', () => {
    const rows = [...docs.matchAll(/^\| `([a-z]+_[a-z_]+)` \|/gm)].map(([, name]) => name);
    expect(rows).toEqual(tools.map(({ name }) => name));
  });

  it.each(tools.map((tool) => [tool.name, tool] as const))(
    'names exactly the inputs of %s',
    (name, { inputSchema }) => {
      const properties = inputSchema.properties as Record<string, { properties?: Record<string, unknown> }>;
      const known = Object.entries(properties).flatMap(([key, { properties: inner }]) =>
        key === 'constraints' ? [key, ...Object.keys(inner ?? {})] : [key],
      );
      const named = [...(rowOf(name)[2] ?? '').matchAll(/`([A-Za-z]+)`/g)].map(([, key]) => key);
      expect(named.filter((key) => key !== 'receiptId').sort()).toEqual(known.sort());
    },
  );

  it('names every resource and every prompt', () => {
    for (const one of [...resources.map(({ uri }) => uri), ...prompts.map(({ name }) => name)])
      expect(docs).toContain(`\`${one}\``);
  });

  it('has the limits that hold', () => {
    const { mcp, 'mcp-token': withToken } = policies;
    expect(docs).toContain(
      `${mcp.limit} requests a minute for an address without a token, ${withToken.limit} for a person`,
    );
  });

  it('names only codes that there are', () => {
    const codes = [...docs.matchAll(/\b[A-Z]{3,}_[A-Z_]+\b/g)].map(([code]) => code);
    const variables = ['DAI_TOKEN', 'DAI_ENTERPRISE_TOKEN', 'BASE_URL', 'WORKSPACE_URL'];
    expect(codes.filter((code) => !(code in problemCatalog) && !variables.includes(code))).toEqual([]);
  });
});

describe.each(guides)('%s', (_name, text) => {
  it('names only REST paths that there are', () => {
    const known = new Set(shims.map(({ path }) => path));
    const named = [...text.matchAll(/\/api\/[\w/.-]*\w/g)].map(([path]) => path);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((path) => !known.has(path))).toEqual([]);
  });

  it('names every tool in the order of the work', () => {
    const places = tools.map(({ name }) => text.indexOf(`\`${name}\``));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });
});
