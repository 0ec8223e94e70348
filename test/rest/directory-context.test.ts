import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { directoryContext } from '../../rest-shims/api/directory/context.js';
import { withFilters } from '../../rest-shims/filters.js';
import { openSchema } from '../../server/app/schema.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { countRows } from '../setup/rows.js';

interface Context {
  receipt: { id: string; query: string; asOf: string; expiresAt: string; resultDigest: string };
  asOf: string;
  total: number;
  nextCursor: string | null;
  tools: {
    id: string;
    slug: string;
    name: string;
    categories: string[];
    interfaces: string[];
    pricing: { model: string };
    maturity: string;
    proof: { signal: string }[];
    actions: { kind: string; url: string }[];
    rank: { position: number; reasons: string[] };
  }[];
  facets: Record<string, { value: string; count: number }[]>;
  errors?: { pointer: string; code: string; hint?: string }[];
  code?: string;
}

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const context = (parameters: string, options: Parameters<typeof ask>[1] = {}) =>
  ask<Context>(`${app.url}/api/directory/context${parameters}`, options);

describe('GET /api/directory/context · 200', () => {
  it('answers a name with that tool first, and says why', async () => {
    const { status, body } = await context('?q=stripe');
    expect(status).toBe(200);
    expect(body.tools[0]).toMatchObject({ slug: 'stripe', sponsored: false, rank: { position: 1 } });
    expect(body.tools[0]?.rank.reasons.length).toBeGreaterThan(0);
    expect(body.tools[0]?.id).toMatch(/^tol_/);
    expect(body.receipt.query).toBe('stripe');
  });

  it('answers an empty question with ten tools, those with evidence first', async () => {
    const { body } = await context('');
    expect(body.tools).toHaveLength(10);
    expect(body.total).toBeGreaterThanOrEqual(300);
    const evidence = body.tools.map(({ proof }) => proof.filter(({ signal }) => signal !== 'offer').length);
    expect(evidence[0]).toBeGreaterThan(0);
    expect(evidence).toEqual(evidence.toSorted((a, b) => b - a));
  });

  it('pages through everything it found, each tool once, with facets that count what was found', async () => {
    const found: Context['tools'] = [];
    let first: Context | null = null;
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { status, body }: { status: number; body: Context } = await context(
        `?q=database&limit=7${cursor && `&cursor=${cursor}`}`,
      );
      expect(status).toBe(200);
      first ??= body;
      found.push(...body.tools);
      cursor = body.nextCursor;
    }
    expect(found).toHaveLength(first?.total ?? -1);
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    expect(found.map(({ rank }) => rank.position)).toEqual(found.map((_tool, index) => index + 1));
    const values = {
      category: (tool: Context['tools'][number]) => tool.categories,
      pricing: (tool: Context['tools'][number]) => [tool.pricing.model],
      maturity: (tool: Context['tools'][number]) => [tool.maturity],
      proof: (tool: Context['tools'][number]) => tool.proof.map(({ signal }) => signal),
      interface: (tool: Context['tools'][number]) => tool.interfaces,
    };
    for (const [facet, of] of Object.entries(values)) {
      const counted = new Map<string, number>();
      for (const value of found.flatMap(of)) counted.set(value, (counted.get(value) ?? 0) + 1);
      expect(Object.fromEntries((first?.facets[facet] ?? []).map(({ value, count }) => [value, count])), facet).toEqual(
        Object.fromEntries(counted),
      );
    }
  });

  it('finds under a filter as many as the facet promised', async () => {
    const { body } = await context('?q=database');
    for (const facet of ['category', 'pricing', 'interface'])
      for (const { value, count } of body.facets[facet] ?? [])
        expect((await context(`?q=database&${facet}=${value}`)).body.total, `${facet}=${value}`).toBe(count);
  });

  it('takes a repeated filter as either, and different filters as both', async () => {
    const total = async (parameters: string) => (await context(`?${parameters}`)).body.total;
    const [free, open, both] = [
      await total('pricing=free'),
      await total('pricing=open_source'),
      await total('pricing=free&pricing=open_source'),
    ];
    expect(both).toBe(free + open);
    const { body } = await context('?pricing=open_source&interface=cli&limit=50');
    expect(body.tools.every((tool) => tool.pricing.model === 'open_source' && tool.interfaces.includes('cli'))).toBe(
      true,
    );
  });

  it.each([
    '🦄🦄',
    'شبكة قواعد البيانات',
    "'; drop table tool; --",
    '.*(a+)+$',
    '%_\\',
    '<script>',
    'a',
    '   ',
    'ﬁrebase',
  ])('answers %j without harm', async (q) => {
    const { status, body } = await context(`?q=${encodeURIComponent(q)}`);
    expect(status).toBe(200);
    expect(body.tools.length).toBeLessThanOrEqual(10);
    expect(body.receipt.query).toBe(q.normalize('NFKC').trim());
  });

  it('has one answer and one receipt for a question all day, and another the day after', async () => {
    const [first, again] = [
      await context('?q=redis&pricing=open_source&pricing=free'),
      await context('?q=redis&pricing=free&pricing=open_source'),
    ];
    expect(again.text).toBe(first.text);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    const day = 24 * 60 * 60 * 1000;
    expect(Date.parse(first.body.receipt.expiresAt) % day).toBe(0);
    app.clock.move(day);
    const later = await context('?q=redis&pricing=open_source&pricing=free');
    app.clock.move(-day);
    expect(later.body.receipt.id).not.toBe(first.body.receipt.id);
    expect(later.body.receipt.resultDigest).toBe(first.body.receipt.resultDigest);
  });

  it('is what GraphQL answers to the same question', async () => {
    const variables = { q: 'vector database', limit: 5, pricing: ['open_source'] };
    const { document } = withFilters(directoryContext, await openSchema());
    const other = await askGraphql<{ reply: Context }>(app, document, variables);
    const { body } = await context('?q=vector+database&limit=5&pricing=open_source');
    expect(other.data?.reply).toEqual(body);
    expect(body.tools).toHaveLength(5);
  });

  it('stores nothing', async () => {
    const before = await countRows(app);
    for (const parameters of ['', '?q=send+email', '?q=nothing-like-this&limit=50']) await context(parameters);
    expect(await countRows(app)).toEqual(before);
  });
});

describe('GET /api/directory/context · 304', () => {
  it('is 304 to a client that has the answer, and 200 again when the catalog changed', async () => {
    const first = await context('?q=react');
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=300');
    const again = await context('?q=react', { headers: { 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
    await query(app.databaseUrl, `update catalog_head set version = version + 1, changed_at = now()`);
    app.app.parts.catalog.changed();
    const changed = await context('?q=react', { headers: { 'if-none-match': etag } });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  it('leaves what is one caller’s own out of shared caches', async () => {
    const byToken = await context('?q=stripe', { token: app.credentials.workflowToken });
    expect(byToken.headers.get('workflow-token-expiration')).not.toBeNull();
    expect(byToken.headers.get('vary')).toContain('Authorization');

    const cookie = await signIn(app, app.credentials.users.builder);
    await query(app.databaseUrl, `update auth.session set "expiresAt" = now() + interval '5 days'`);
    const prolonged = await context('?q=stripe', { cookie });
    expect(prolonged.headers.getSetCookie()).not.toEqual([]);
    expect(prolonged.headers.get('cache-control')).toBe('private, no-store');
    expect((await context('?q=stripe', { cookie })).headers.get('cache-control')).toContain('public');
  });

  it('has the headers of a GET for a HEAD, without a body', async () => {
    const [get, head] = [await context('?q=vite'), await context('?q=vite', { method: 'HEAD' })];
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['etag', 'content-length', 'content-type', 'cache-control'])
      expect(head.headers.get(name), name).toBe(get.headers.get(name));
  });
});

describe('GET /api/directory/context · 400', () => {
  it.each([
    [`?q=${'x'.repeat(1_001)}`, '/q'],
    [`?q=${'y'.repeat(10_000)}`, '/q'],
    ['?q=a%00b', '/q'],
    ['?q=a&q=b', '/q'],
    ['?limit=0', '/limit'],
    ['?limit=51', '/limit'],
    ['?limit=ten', '/limit'],
    ['?limit=1e1', '/limit'],
    ['?pricing=cheap', '/pricing'],
    ['?maturity=STABLE', '/maturity'],
    ['?proof=trust', '/proof'],
    ['?interface=soap', '/interface'],
    ['?category=no-such-category', '/category'],
    ['?sort=name', '/sort'],
    ['?cursor=nonsense', '/cursor'],
  ])('%s points at %s', async (parameters, pointer) => {
    const { status, body } = await context(parameters);
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.errors?.[0]?.pointer.startsWith(pointer), JSON.stringify(body.errors)).toBe(true);
  });

  it('refuses before it answers 304', async () => {
    for (const path of ['/api/directory/context?q=x', '/api/build/search?intent=payments']) {
      const reply = await ask(`${app.url}${path}&category=nothing-such`, { headers: { 'if-none-match': '*' } });
      expect(reply.status).toBe(400);
    }
  });

  it('counts characters, not their halves, and those that compatibility forms unfold to', async () => {
    expect((await context(`?q=${encodeURIComponent('😀'.repeat(1_000))}`)).status).toBe(200);
    for (const q of ['😀'.repeat(1_001), '\ufdfa'.repeat(200)]) {
      const { status, body } = await context(`?q=${encodeURIComponent(q)}`);
      expect([status, body.errors?.[0]?.pointer]).toEqual([400, '/q']);
    }
  });

  it('refuses a cursor of another question', async () => {
    const { body } = await context('?q=database&limit=2');
    for (const other of ['?q=databases', '?q=database&pricing=free', '']) {
      const reply = await context(`${other}${other ? '&' : '?'}limit=2&cursor=${body.nextCursor}`);
      expect(reply.body.errors).toMatchObject([{ pointer: '/cursor', code: 'other_query' }]);
    }
  });

  it('names the categories that there are', async () => {
    const { body } = await context('?category=nonsense');
    expect(body.errors?.[0]?.hint).toContain('databases');
  });
});

describe('the catalog in memory', () => {
  it('shows what another process wrote within the second it believes a version', async () => {
    await context('?q=stripe');
    await query(app.databaseUrl, `update catalog_head set version = version + 1, changed_at = now()`);
    await query(
      app.databaseUrl,
      `update tool set summary = 'Rewritten by another process.', version = (select version from catalog_head) where slug = 'stripe'`,
    );
    await expect.poll(async () => (await context('?q=stripe')).text).toContain('Rewritten by another process.');
  });
});
