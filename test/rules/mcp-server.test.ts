import { describe, expect, it } from 'vitest';
import { serverResponseOf } from '../../server/directory/search/mcp-server.rules.js';
import { toolWith } from './stack.builder.js';

const describedAs = (summary: string) => serverResponseOf(toolWith('a', { summary }), true).server.description;

describe('an entry of the MCP subregistry', () => {
  it('keeps a description of 100 characters, and cuts a longer one between characters', () => {
    expect(describedAs('x'.repeat(100))).toBe('x'.repeat(100));
    expect(describedAs('x'.repeat(101))).toBe(`${'x'.repeat(99)}…`);
    expect(describedAs(`${'x'.repeat(98)}😀 and more`)).toBe(`${'x'.repeat(98)}😀…`);
    expect(describedAs('😀'.repeat(100))).toBe('😀'.repeat(100));
  });

  it('takes names as they came, also those that every object has', () => {
    const environmentVariables = [{ name: 'A', constructor: 'b', is_secret: true }];
    const packages = [{ registry_name: 'constructor', name: 'a', environment_variables: environmentVariables }];
    const { server } = serverResponseOf(toolWith('a', { mcpServer: { name: 'a/b', packages } }), true);
    expect(server.packages).toEqual([
      {
        registryType: 'constructor',
        identifier: 'a',
        transport: { type: 'stdio' },
        environmentVariables: [{ name: 'A', constructor: 'b', isSecret: true }],
      },
    ]);
  });
});
