import { describe, expect, it } from 'vitest';
import type { Tool } from '../../server/directory/index.js';
import { qualityOf } from '../../server/planning/stack-quality.rules.js';
import { reasonsFor } from '../../server/planning/stack-reason.rules.js';
import { toolWith } from './stack.builder.js';

const none = { wishes: [], ecosystem: new Set<string>(), relevance: () => new Map<string, number>() };
const quality = (given: Partial<Tool>, proofs: Parameters<typeof qualityOf>[2] = []): number =>
  qualityOf(toolWith('x', given), 'payments', proofs, none);
const measure = (value: number) => ({
  kind: 'weekly_downloads',
  subject: 'npm:x',
  value,
  label: 'public-source' as const,
  source: 'https://www.npmjs.com',
  asOf: '2026-11-15',
  change: null,
  changeSince: null,
});
const plain: Partial<Tool> = {};

describe('the match of a tool with a capability', () => {
  it.each<[string, Partial<Tool>, Partial<Tool>]>([
    ['what it is for first above what it also does', plain, { capabilities: ['sms', 'payments'] }],
    ['used above unused', { measures: [measure(1_000_000)] }, plain],
    ['much used above little used', { measures: [measure(1_000_000)] }, { measures: [measure(1_000)] }],
    ['stable above beta', { maturity: 'stable' }, { maturity: 'beta' }],
    ['unknown maturity above experimental', { maturity: 'unknown' }, { maturity: 'experimental' }],
    ['documented above undocumented', { docs: { url: 'https://x.example', llmsTxt: null, openapi: null } }, plain],
    ['MCP above none', { interfaces: ['mcp'] }, plain],
    ['a known price above an unknown one', { pricing: { model: 'usage', freeTier: null, url: null } }, plain],
    ['an install command above none', { install: { kind: 'npm', command: 'npm install x' } }, plain],
  ])('places %s', (_what, better, worse) => {
    expect(quality(better)).toBeGreaterThan(quality(worse));
  });

  it('counts published signals, and sponsorship not at all', () => {
    const proof = (signal: 'retained' | 'activation' | 'offer') => [
      { signal, label: 'first-party' as const, asOf: '2026-11-01T00:00:00.000Z' },
    ];
    expect(quality(plain, proof('retained'))).toBeGreaterThan(quality(plain, proof('activation')));
    expect(quality(plain, proof('activation'))).toBeGreaterThan(quality(plain, proof('offer')));
    expect(quality({ sponsored: true })).toBe(quality(plain));
  });

  it('places what speaks the language of the rest above what does not', () => {
    const tool = toolWith('x', { packages: [{ registry: 'pypi', name: 'x' }] });
    expect(
      qualityOf(tool, 'payments', [], { ...none, ecosystem: new Set(['pypi']), relevance: () => new Map() }),
    ).toBeGreaterThan(
      qualityOf(tool, 'payments', [], { ...none, ecosystem: new Set(['npm']), relevance: () => new Map() }),
    );
  });

  it('lets a stated wish count more than what a tool is for first', () => {
    const wishes = [{ title: 'open source', pricing: ['open_source'], interfaces: [] }];
    const open = toolWith('x', {
      capabilities: ['sms', 'payments'],
      pricing: { model: 'open_source', freeTier: null, url: null },
    });
    const other = toolWith('y', { pricing: { model: 'usage', freeTier: null, url: null } });
    const match = (tool: Tool, given: typeof wishes) => qualityOf(tool, 'payments', [], { ...none, wishes: given });
    expect(match(open, [])).toBeLessThan(match(other, []));
    expect(match(open, wishes)).toBeGreaterThan(match(other, wishes));
  });

  it('stays between 0 and 1', () => {
    const best: Partial<Tool> = {
      maturity: 'stable',
      interfaces: ['mcp'],
      docs: { url: 'https://x.example', llmsTxt: 'https://x.example/llms.txt', openapi: 'https://x.example/o.json' },
      measures: [measure(Number.MAX_SAFE_INTEGER)],
      install: { kind: 'npm', command: 'npm install x' },
      pricing: { model: 'free', freeTier: null, url: null },
    };
    const proofs = (['retained', 'activation', 'docs_mcp', 'offer'] as const).map((signal) => ({
      signal,
      label: 'first-party' as const,
      asOf: '2026-11-01T00:00:00.000Z',
    }));
    expect(quality(best, proofs)).toBeCloseTo(1);
    const worst = quality({ maturity: 'deprecated', capabilities: [...'abcdefghijk', 'payments'] });
    expect(worst).toBeGreaterThanOrEqual(0);
  });
});

describe('the reasons of a choice', () => {
  const reasons = (given: Partial<Tool>, evidence: Partial<Parameters<typeof reasonsFor>[3]> = {}) =>
    reasonsFor(toolWith('x', given), 'payments', null, { proofs: [], offers: [], ...none, ...evidence });

  it('say what the data say and nothing else', () => {
    expect(reasons(plain)).toEqual(['payments is its main purpose']);
    expect(reasons({ capabilities: ['sms', 'payments'] })).toEqual(['offers payments beside sms']);
  });

  it('name a figure with its label and day', () => {
    expect(reasons({ measures: [measure(10), measure(1_234_567)] })).toContain(
      '1,234,567 weekly downloads of npm:x (public-source, 2026-11-15)',
    );
  });

  it('name published signals with their label and day', () => {
    const proofs = [{ signal: 'retained' as const, label: 'sample' as const, asOf: '2026-11-01T00:00:00.000Z' }];
    expect(reasons(plain, { proofs })).toContain('developers stayed with it (sample, 2026-11-01)');
  });

  it('name the price as far as it is known', () => {
    const price = (model: Tool['pricing']['model'], freeTier: string | null = null) =>
      reasons({ pricing: { model, freeTier, url: null } }).slice(1);
    expect(price('open_source')).toEqual(['open source']);
    expect(price('usage')).toEqual(['pricing: pay per use']);
    expect(price('usage', '100 calls a day')).toEqual(['free tier: 100 calls a day']);
    expect(price('unknown')).toEqual([]);
  });
});
