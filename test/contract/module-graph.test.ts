import { describe, expect, it } from 'vitest';
import { drawModules } from '../setup/module-graph.js';
import { type Import, readSources, type Source } from '../setup/sources.js';

const source = (name: string, ...targets: (string | Import)[]): [string, Source] => {
  const imports = targets.map((one) => (typeof one === 'string' ? { target: one, names: '', typeOnly: false } : one));
  return [name, { name, text: '', imports }];
};

describe('the graph of modules', () => {
  it('draws every domain, feature and folder of the platform, and nothing of today’s code in red', () => {
    const graph = drawModules(readSources('server', 'rest-shims', 'mcp'));
    for (const module of ['accounts', 'usage', 'rest-shims', 'ingest', 'graphql'])
      expect(graph).toContain(`"${module}"`);
    expect(graph).toContain('## Features of tracking');
    expect(graph).toContain('## Folders of the platform');
    expect(graph).not.toContain('forbidden');
  });

  it('counts imports, and draws those in red that the architecture forbids', () => {
    const graph = drawModules(
      new Map([
        source('server/accounts/a.read', 'server/usage/index', 'server/platform/fault', 'zod'),
        source('server/usage/b.read', 'server/accounts/index'),
        source('server/usage/c.read', 'server/accounts/index', 'server/accounts/a.read'),
      ]),
    );
    expect(graph).toContain(
      [
        '  m0["accounts"]',
        '  m1(["platform"])',
        '  m2["usage"]',
        '  m0 -->|"1"| m1',
        '  m0 -->|"1, 1 forbidden"| m2',
        '  m2 -->|"3, 1 forbidden"| m0',
        '  linkStyle 1,2 stroke:#c00',
      ].join('\n'),
    );
    expect(graph).not.toContain('zod');
  });

  it('lets rest-shims take types of the composition root alone', () => {
    const drawn = (typeOnly: boolean) =>
      drawModules(
        new Map([
          source('rest-shims/run-operation', { target: 'server/app/parts', names: '', typeOnly }),
          source('server/app/parts'),
        ]),
      );
    expect(drawn(true)).not.toContain('forbidden');
    expect(drawn(false)).toContain('"1, 1 forbidden"');
  });
});
