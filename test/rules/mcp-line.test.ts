import { describe, expect, it } from 'vitest';
import type { Tool } from '../../server/directory/catalog/index.js';
import { mcpLineOf } from '../../server/directory/search/mcp-server.rules.js';

const lineOf = (mcpServer: Record<string, unknown> | null, packages: Tool['packages'] = []) =>
  mcpLineOf({ slug: 'a-tool', name: 'A tool', summary: 'Does it.', website: null, packages, mcpServer } as Tool);
const remote = (url: string, type = 'streamable-http') => ({ name: 'com.example/a', remotes: [{ type, url }] });
const packaged = (registryType: string, identifier: string) => ({
  name: 'com.example/a',
  packages: [{ registryType, identifier }],
});

describe('the line that connects a host to a tool’s MCP server', () => {
  it('is its address before its package', () => {
    expect(lineOf({ ...packaged('npm', '@example/mcp'), ...remote('https://mcp.example.com/mcp') })).toEqual({
      url: 'https://mcp.example.com/mcp',
      command: null,
    });
    expect(lineOf(remote('https://mcp.example.com/sse', 'sse'))?.url).toBe('https://mcp.example.com/sse');
  });

  it.each([
    ['npm', '@example/mcp', 'npx -y @example/mcp'],
    ['pypi', 'example-mcp', 'uvx example-mcp'],
    ['oci', 'ghcr.io/example/mcp:1.2.3', 'docker run -i --rm ghcr.io/example/mcp:1.2.3'],
    ['oci', 'localhost:5000/mcp', 'docker run -i --rm localhost:5000/mcp'],
  ])('runs a package of %s', (registry, identifier, command) => {
    expect(lineOf(packaged(registry, identifier))).toEqual({ url: null, command });
  });

  it('is that of a package which is an MCP server by its name, where the tool has no server.json', () => {
    expect(lineOf(null, [{ registry: 'npm', name: '@example/mcp' }])).toEqual({
      url: null,
      command: 'npx -y @example/mcp',
    });
    expect(lineOf(null, [{ registry: 'npm', name: 'example' }])).toBeNull();
  });

  it.each([
    'http://mcp.example.com/mcp',
    'https://{tenant}.example.com/mcp',
    'https://mcp.example.com/mcp ; rm -rf ~',
    'javascript:alert(1)',
    'mcp.example.com',
  ])('is not the address %s, which a host can’t use as it stands', (url) => {
    expect(lineOf(remote(url))).toBeNull();
  });

  it.each([
    ['npm', 'a; rm -rf ~'],
    ['npm', '--registry=https://evil.example'],
    ['npm', '$(id)'],
    ['npm', '@example/mcp --yes'],
    ['pypi', '--index-url=https://evil.example'],
    ['pypi', 'a`id`'],
    ['oci', '-v /:/host image'],
    ['oci', '--privileged'],
    ['mcpb', 'https://example.com/a.mcpb'],
    ['constructor', 'a'],
  ])('is nothing of %s %s, which is no name of a package', (registry, identifier) => {
    expect(lineOf(packaged(registry, identifier))).toBeNull();
  });
});
