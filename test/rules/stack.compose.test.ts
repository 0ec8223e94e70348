import { describe, expect, it } from 'vitest';
import { type Candidate, composeStacks, fitOf, type Part } from '../../server/planning/stack-compose.rules.js';
import { toolWith } from './stack.builder.js';

const candidate = (slug: string, quality: number, given: Parameters<typeof toolWith>[1] = {}): Candidate => ({
  tool: toolWith(slug, given),
  quality,
  requested: null,
});
const part = (capability: string, ...candidates: Candidate[]): Part => ({
  capability,
  title: capability,
  phrase: capability,
  candidates,
  gap: candidates.length ? null : 'none',
});
const slugs = (stacks: ReturnType<typeof composeStacks>) =>
  stacks.map(({ picks }) => picks.map(({ tool }) => tool.slug).join(' '));
const free = { pricing: { model: 'free', freeTier: null, url: null } } as const;
const open = { pricing: { model: 'open_source', freeTier: null, url: null } } as const;
const paid = { pricing: { model: 'subscription', freeTier: null, url: null } } as const;
const unknown = { pricing: { model: 'unknown', freeTier: null, url: null } } as const;

describe('composeStacks', () => {
  it('begins with the best tool of each part, then exchanges one part at a time', () => {
    const parts = [
      part('a', candidate('a1', 0.9, unknown), candidate('a2', 0.8, unknown)),
      part('b', candidate('b1', 0.9, unknown), candidate('b2', 0.7, unknown)),
    ];
    const stacks = composeStacks(parts, 20);
    expect(slugs(stacks)).toEqual(['a1 b1', 'a2 b1', 'a1 b2']);
    expect(stacks.map(({ title }) => title)).toEqual([
      'Best fit for each part',
      'a2 instead of a1 for a',
      'b2 instead of b1 for b',
    ]);
  });

  it('prefers tools with a quality where there are some, and says for how many parts', () => {
    const parts = [
      part('a', candidate('a1', 0.9, paid), candidate('a2', 0.5, open)),
      part('b', candidate('b1', 0.9, paid), candidate('b2', 0.5, free)),
    ];
    const titles = Object.fromEntries(
      composeStacks(parts, 20).map(({ title, picks }) => [title, slugs([{ title, picks }])[0]]),
    );
    expect(titles).toMatchObject({ 'Open source where possible: 1 of 2 parts': 'a2 b1', 'Free to start': 'a2 b2' });
  });

  it('finds an agent-ready stack by MCP, llms.txt or OpenAPI', () => {
    const docs = { url: null, llmsTxt: 'https://x.example/llms.txt', openapi: null };
    const parts = [
      part('a', candidate('a1', 0.9, paid), candidate('a2', 0.5, { ...paid, interfaces: ['mcp'] })),
      part('b', candidate('b1', 0.9, paid), candidate('b2', 0.5, { ...paid, docs })),
    ];
    expect(slugs(composeStacks(parts, 2))).toEqual(['a1 b1', 'a2 b2']);
  });

  it('saves vendors with one tool for several parts, but never with a much worse one', () => {
    const wide = toolWith('wide', unknown);
    const of = (quality: number): Candidate => ({ tool: wide, quality, requested: null });
    const good = [part('a', candidate('a1', 0.9, unknown), of(0.8)), part('b', candidate('b1', 0.9, unknown), of(0.7))];
    const [, fewest] = composeStacks(good, 5);
    expect(fewest?.title).toBe('Fewest vendors: 1, wide for several parts');
    const bad = [part('a', candidate('a1', 0.9, unknown), of(0.5)), part('b', candidate('b1', 0.9, unknown), of(0.4))];
    expect(composeStacks(bad, 5).map(({ title }) => title)).not.toContain('Fewest vendors: 1, wide for several parts');
  });

  it('counts vendors and not tools', () => {
    const vendor = { name: 'One', domain: 'one.example' };
    const parts = [
      part('a', candidate('a1', 0.9, { ...unknown, vendor })),
      part('b', candidate('b1', 0.9, unknown), candidate('b2', 0.85, { ...unknown, vendor })),
    ];
    expect(composeStacks(parts, 5)[1]).toMatchObject({ title: 'Fewest vendors: 1' });
  });

  it('keeps a tool that was asked for in every stack', () => {
    const requested: Candidate = { ...candidate('named', 0.1, paid), requested: 'named' };
    const parts = [
      part('a', requested, candidate('a2', 0.9, open)),
      part('b', candidate('b1', 0.9, open), candidate('b2', 0.5, open)),
    ];
    expect(slugs(composeStacks(parts, 20)).every((one) => one.startsWith('named '))).toBe(true);
  });

  it('leaves gaps out, and has no stack when all is gaps', () => {
    expect(slugs(composeStacks([part('gap'), part('a', candidate('a1', 0.9))], 5))).toEqual(['a1']);
    expect(composeStacks([part('gap')], 5)).toEqual([]);
    expect(composeStacks([], 5)).toEqual([]);
  });

  it('never answers two equal stacks or more than the limit', () => {
    const many = ['a', 'b', 'c', 'd'].map((name) =>
      part(
        name,
        ...[1, 2, 3, 4, 5, 6, 7].map((index) => candidate(`${name}${index}`, 1 - index / 10, index % 2 ? open : paid)),
      ),
    );
    for (const limit of [1, 5, 20]) {
      const found = slugs(composeStacks(many, limit));
      expect(found).toHaveLength(limit);
      expect(new Set(found).size).toBe(limit);
    }
  });
});

describe('fitOf', () => {
  it('is the mean match, where a gap counts nothing and what was named counts in full', () => {
    expect(fitOf([candidate('a', 0.8), candidate('b', 0.6)], 2)).toBe(0.7);
    expect(fitOf([candidate('a', 0.8)], 2)).toBe(0.4);
    expect(fitOf([{ ...candidate('a', 0.2), requested: 'named' }], 1)).toBe(1);
    expect(fitOf([], 0)).toBe(0);
  });
});
