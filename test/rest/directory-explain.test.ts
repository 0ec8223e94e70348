import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { query } from '../setup/database.js';

interface Explained {
  query: string;
  slug: string;
  name: string | null;
  position: number | null;
  total: number;
  reasons: string[];
  leftOutBy: string | null;
  detail: string;
  understood: { needs: { id: string }[]; words: string[] };
}
interface Context {
  total: number;
  tools: { slug: string; rank: { position: number; reasons: string[] } }[];
}

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const addressOf = (path: string, parameters: Record<string, string>) =>
  `${app.url}${path}?${new URLSearchParams(parameters)}`;
const explain = (q: string, tool: string, filters: Record<string, string> = {}) =>
  ask<Explained>(addressOf('/api/directory/explain', { q, tool, ...filters }));
const explained = async (q: string, tool: string, filters: Record<string, string> = {}) =>
  (await explain(q, tool, filters)).body;

describe('GET /api/directory/explain · 200', () => {
  it.each([
    ['payments', {}],
    ['alternative to firebase', {}],
    ['react', {}],
    ['', {}],
    ['startup credits for databases', {}],
    ['database', { pricing: 'open_source' }],
  ])('gives each tool of the answer to %j the place and the reasons that it has there', async (q, filters) => {
    const { body } = await ask<Context>(addressOf('/api/directory/context', { q, limit: '50', ...filters }));
    expect(body.tools.length).toBeGreaterThan(1);
    for (const { slug, rank } of [...body.tools.slice(0, 3), ...body.tools.slice(-1)]) {
      const { position, reasons, total, leftOutBy } = await explained(q, slug, filters);
      expect({ position, reasons, total, leftOutBy }).toEqual({ ...rank, total: body.total, leftOutBy: null });
    }
  });

  it.each([
    ['payments but not stripe', 'stripe', 'banned', 'bans Stripe'],
    ['we already use stripe, now add full text search', 'stripe', 'existing', 'there already'],
    ['alternative to stripe', 'stripe', 'replaced', 'in place of Stripe'],
    ['alternative to stripe', 'react', 'other_capability', 'React'],
    ['orm for rust', 'prisma', 'language', 'Rust'],
    ['full text search', 'stripe', 'other_capability', 'full-text search'],
    ['supabase', 'stripe', 'other_name', 'Supabase'],
    ['qqxzv wwkkj', 'stripe', 'not_understood', 'Nothing'],
    ['payments', 'no-such-tool', 'not_listed', 'lists no tool'],
    ['startup credits for orm', 'drizzle', 'no_offer', 'no live offer'],
  ])('names the rule by which %j leaves %s out: %s', async (q, tool, rule, words) => {
    const { position, reasons, leftOutBy, detail } = await explained(q, tool);
    expect({ position, reasons, leftOutBy }).toEqual({ position: null, reasons: [], leftOutBy: rule });
    expect(detail).toContain(words);
  });

  it('names the score that a tool has and the least that is shown', async () => {
    const { body } = await ask<Context>(addressOf('/api/directory/context', { q: 'vector search', limit: '50' }));
    const others = await ask<Context>(addressOf('/api/directory/context', { q: 'graphql', limit: '50' }));
    const cut: Explained[] = [];
    for (const { slug } of [...body.tools, ...others.body.tools]) {
      const answer = await explained('free vector database with graphql', slug);
      if (answer.leftOutBy === 'below_cut') cut.push(answer);
    }
    expect(cut.length).toBeGreaterThan(0);
    for (const { detail } of cut) {
      const [score = 0, least = 0] = (detail.match(/\d+\.\d/g) ?? []).map(Number);
      expect(score).toBeLessThan(least);
    }
  });

  it('names the filters that a found tool does not pass, and only those', async () => {
    const { leftOutBy, detail, total } = await explained('stripe', 'stripe', {
      category: 'databases',
      interface: 'rest',
    });
    expect(leftOutBy).toBe('filter');
    expect(detail).toContain('category databases');
    expect(detail).not.toContain('interface');
    expect(total).toBe(
      (
        await ask<Context>(
          addressOf('/api/directory/context', { q: 'stripe', category: 'databases', interface: 'rest' }),
        )
      ).body.total,
    );
  });

  it('calls a tool that a reviewer took out not listed, and does not name it', async () => {
    await query(
      app.databaseUrl,
      `update tool set listed = false, version = (select version + 1 from catalog_head) where slug = 'ky'`,
    );
    await query(app.databaseUrl, 'update catalog_head set version = version + 1, changed_at = now()');
    await expect
      .poll(async () => await explained('http client', 'ky'), { timeout: 15_000 })
      .toMatchObject({ name: null, position: null, leftOutBy: 'not_listed' });
  });

  it('says how the question was read, and answers the same question by its ETag', async () => {
    const first = await explain('send sms to qqxzv', 'twilio');
    expect(first.body.understood.needs.map(({ id }) => id)).toEqual(['sms']);
    expect(first.body.understood.words).toEqual(['qqxzv']);
    const etag = first.headers.get('etag') ?? '';
    const url = addressOf('/api/directory/explain', { q: 'send sms to qqxzv', tool: 'twilio' });
    expect((await ask(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });
});

describe('GET /api/directory/explain · 400', () => {
  it.each([
    ['no question', { tool: 'stripe' }, '/q'],
    ['no tool', { q: 'payments' }, '/tool'],
    ['a tool that is no slug', { q: 'payments', tool: 'Stripe!' }, '/tool'],
    ['a question of 1,001 characters', { q: 'a'.repeat(1_001), tool: 'stripe' }, '/q'],
    ['a category that no tool has', { q: 'payments', tool: 'stripe', category: 'no-such' }, '/category'],
  ])('refuses %s with its pointer', async (_what, parameters: Record<string, string>, pointer) => {
    const { status, body } = await ask<{ errors: { pointer: string }[] }>(
      addressOf('/api/directory/explain', parameters),
    );
    expect(status).toBe(400);
    expect(body.errors.map((one) => one.pointer)).toEqual([pointer]);
  });
});
