import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';

interface Source {
  kind: string;
  url: string;
  readAt: string | null;
  approvedOn: string | null;
  facts: string[];
}
interface Comparison {
  tools: { slug: string; name: string; sources: Source[]; pricing: { freeTier: string | null } }[];
  competeFor: { id: string; title: string } | null;
  facts: {
    id: string;
    differs: boolean;
    cells: { slug: string; values: string[] | null; sources: Source[] }[];
  }[];
  others: { slug: string; reasons: string[] }[];
}

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const compare = (...slugs: string[]) =>
  ask<Comparison & { code?: string; errors?: { pointer: string }[] }>(
    `${app.url}/api/directory/compare?${new URLSearchParams(slugs.map((slug) => ['tool', slug]))}`,
  );
const factOf = ({ facts }: Comparison, id: string) => facts.find((fact) => fact.id === id);

describe('GET /api/directory/compare · 200', () => {
  it('answers the tools in the order of their slugs, whatever order was asked for', async () => {
    const [one, other] = [await compare('stripe', 'adyen'), await compare('adyen', 'stripe')];
    expect(one.body.tools.map(({ slug }) => slug)).toEqual(['adyen', 'stripe']);
    expect(other.body).toEqual(one.body);
    expect(other.headers.get('etag')).toBe(one.headers.get('etag'));
    expect(one.body.competeFor).toEqual({ id: 'payments', title: 'Payments' });
  });

  it('has a value or null in each cell, and for a value that was read its pages and days', async () => {
    const { body } = await compare('stripe', 'adyen', 'react');
    expect(body.competeFor).toBeNull();
    expect(body.others).toEqual([]);
    for (const { id, cells } of body.facts) {
      expect(
        cells.map(({ slug }) => slug),
        id,
      ).toEqual(['adyen', 'react', 'stripe']);
      expect(
        cells.some(({ values }) => values !== null),
        id,
      ).toBe(true);
      for (const { values, sources } of cells) {
        expect(values?.length, id).not.toBe(0);
        if (values === null) expect(sources, id).toEqual([]);
      }
    }
    const pricing = factOf(body, 'pricing.model')?.cells.find(({ slug }) => slug === 'stripe');
    expect(pricing?.sources.length).toBeGreaterThan(0);
    for (const { readAt, facts } of pricing?.sources ?? []) {
      expect(readAt).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(facts).toContain('pricing.model');
    }
  });

  it('answers what is not known of one tool as null beside the other’s value, and as no difference', async () => {
    const { body } = await compare('stripe', 'react');
    const alone = body.facts.filter(({ cells }) => cells.some(({ values }) => values === null));
    expect(alone.length).toBeGreaterThan(0);
    expect(alone.every(({ differs }) => !differs)).toBe(true);
    expect(factOf(body, 'capabilities')?.differs).toBe(true);
  });

  it('names others that are for the same, none of the compared ones among them', async () => {
    const { body } = await compare('stripe', 'adyen');
    expect(body.others).toHaveLength(6);
    for (const { slug, reasons } of body.others) {
      expect(['stripe', 'adyen']).not.toContain(slug);
      expect(reasons[0]).toBe('same capability: payments');
    }
  });
});

describe('GET /api/directory/compare · 400 and 404', () => {
  it.each([
    ['one tool', ['stripe']],
    ['five tools', ['stripe', 'paddle', 'react', 'vue', 'svelte']],
    ['a tool twice', ['stripe', 'stripe']],
    ['what is no slug', ['stripe', 'Paddle!']],
  ])('refuses %s', async (_what, slugs) => {
    const { status, body } = await compare(...slugs);
    expect(status).toBe(400);
    expect(body.errors?.[0]?.pointer).toMatch(/^\/tools?/);
  });

  it('answers 404 for a tool that is not listed', async () => {
    expect(await compare('stripe', 'no-such-tool')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});

interface Siblings {
  tool: {
    languages: { language: string; registry: string; packages: string[] }[];
    siblings: {
      capability: { id: string };
      total: number;
      alternatives: { slug: string; reasons: string[] }[];
      tellsApart: { id: string; text: string; alsoKnownOf: number }[];
    } | null;
  };
}
const SIBLINGS = `query ($slug: String!) { tool(slug: $slug) { languages { language registry packages }
  siblings { capability { id } total alternatives { slug reasons } tellsApart { id text alsoKnownOf } } } }`;
const siblingsOf = async (slug: string) => (await askGraphql<Siblings>(app, SIBLINGS, { slug })).data?.tool;

describe('the tools for the same as one tool', () => {
  it('have the same central capability, and the reason names it', async () => {
    const { siblings } = (await siblingsOf('stripe')) ?? {};
    expect(siblings?.capability.id).toBe('payments');
    expect(siblings?.alternatives).toHaveLength(6);
    for (const { slug, reasons } of siblings?.alternatives ?? []) {
      expect(reasons[0]).toBe('same capability: payments');
      const other = await siblingsOf(slug);
      expect(other?.siblings?.capability.id).toBe('payments');
    }
  });

  it('are told apart by what is known of a quarter of them at most, the rarest first', async () => {
    const { siblings } = (await siblingsOf('stripe')) ?? {};
    const counts = (siblings?.tellsApart ?? []).map(({ alsoKnownOf }) => alsoKnownOf);
    expect(counts.length).toBeGreaterThan(0);
    expect(counts.length).toBeLessThanOrEqual(5);
    expect(Math.max(...counts)).toBeLessThanOrEqual((siblings?.total ?? 0) * 0.25);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  });

  it('are none of a tool of which it is not known what it is for', async () => {
    const { data } = await askGraphql<{ directoryContext: { tools: { slug: string; capabilities: string[] }[] } }>(
      app,
      '{ directoryContext(q: "demo", limit: 50) { tools { slug capabilities } } }',
    );
    const nothing = data?.directoryContext.tools.find(({ capabilities }) => capabilities.length === 0);
    if (nothing) expect((await siblingsOf(nothing.slug))?.siblings).toBeNull();
  });

  it('languages are those of the registries of its packages, and none of a tool without a library', async () => {
    expect((await siblingsOf('stripe'))?.languages.map(({ language }) => language)).toContain('TypeScript');
    expect((await siblingsOf('vercel'))?.languages).toEqual([]);
  });
});
