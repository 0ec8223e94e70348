import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Asks for a page as a browser without a script does, and follows nothing. */
async function get(path: string) {
  const reply = await fetch(app.url + path, { redirect: 'manual' });
  const text = await reply.text();
  const [, main = ''] = text.match(/<main[^>]*>(.*)<\/main>/s) ?? [];
  return { status: reply.status, headers: reply.headers, text, main: main.replaceAll('<!-- -->', '') };
}

describe('the page that compares tools', () => {
  it('has each fact of each tool with the page that shows it and the day, and says what is unknown', async () => {
    const { status, text, main } = await get('/compare/adyen-vs-stripe');
    expect(status).toBe(200);
    expect(text).toContain('<title>Adyen vs Stripe: compared fact by fact · DAI</title>');
    expect(text).toContain(`<link rel="canonical" href="${app.url}/compare/adyen-vs-stripe">`);
    expect(text).not.toContain('name="robots"');
    expect(main).toContain('Both are for the same: Payments.');
    expect(main).toMatch(/read <time[^>]*>\d+ \w+ \d{4}/);
    expect(main).toContain('>unknown</span>');
    expect(main).toContain('href="/tools/stripe"');
  });

  it.each([
    [
      '/compare/paddle-vs-stripe',
      'Both have Subscriptions, Payments, Tax, and Invoicing, and each is mainly for something else.',
    ],
    ['/compare/react-vs-stripe', 'They are for different things, or it is not known what each is for.'],
  ])('says in %s how far the tools are for the same', async (path, sentence) => {
    expect((await get(path)).main).toContain(sentence);
  });

  it.each([
    ['/compare/stripe-vs-adyen', '/compare/adyen-vs-stripe'],
    ['/compare/stripe-vs-react-vs-adyen', '/compare/adyen-vs-react-vs-stripe'],
    ['/compare/vs-code-vs-neovim', '/compare/neovim-vs-vs-code'],
  ])('leads from %s to the one address of the comparison', async (path, canonical) => {
    const { status, headers } = await get(path);
    expect([status, headers.get('location')]).toEqual([301, app.url + canonical]);
    expect((await get(canonical)).status).toBe(200);
  });

  it.each([
    '/compare/stripe',
    '/compare/no-such-tool-vs-stripe',
    '/compare/stripe-vs-stripe',
    '/compare/adyen-vs-braintree-vs-mollie-vs-square-vs-stripe',
    '/compare/a%20b-vs-stripe',
  ])('is not there at %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it.each(['/compare/react-vs-stripe', '/compare/adyen-vs-mollie-vs-stripe'])(
    'asks search engines not to list %s',
    async (path) => {
      expect((await get(path)).text).toContain('<meta name="robots" content="noindex, follow">');
    },
  );

  it('leads to one tool more, and from four tools to no other', async () => {
    const two = await get('/compare/adyen-vs-stripe');
    const [, more = ''] = two.main.match(/href="(\/compare\/[^"]+)"[^>]*aria-label="Compare with/) ?? [];
    expect(more.split('-vs-')).toHaveLength(3);
    expect((await get(more)).status).toBe(200);
    expect((await get('/compare/adyen-vs-braintree-vs-mollie-vs-stripe')).main).not.toContain('Compare with one more');
  });

  it('is in the sitemap for pairs that compete alone, at most 2,000 of them', async () => {
    const { text } = await get('/sitemap.xml');
    const pairs = [...text.matchAll(/\/compare\/([^<]+)<\/loc>/g)].map(([, pair = '']) => pair.split('-vs-'));
    expect(pairs.length).toBeGreaterThan(500);
    expect(pairs.length).toBeLessThanOrEqual(2_000);
    expect(new Set(pairs.map((pair) => pair.join(' '))).size).toBe(pairs.length);
    for (const pair of [pairs[0], pairs[250], pairs.at(-1)]) {
      const { body } = await ask<{ competeFor: object | null; tools: object[] }>(
        `${app.url}/api/directory/compare?${new URLSearchParams((pair ?? []).map((slug) => ['tool', slug]))}`,
      );
      expect(body.tools).toHaveLength(2);
      expect(body.competeFor).not.toBeNull();
    }
  });
});

describe('the page of a tool', () => {
  it('names alternatives with the reason, each with a comparison, its languages and what tells it apart', async () => {
    const { main } = await get('/tools/stripe');
    expect(main).toContain('same capability: payments');
    expect(main).toMatch(/href="\/compare\/[a-z-]+-vs-stripe"/);
    expect(main).toContain('JavaScript, TypeScript, Python');
    expect(main).toContain('What tells it apart');
    expect(main).toMatch(/known of (?:none|\d+)/);
  });

  it('explains the place of the tool for a question, and the rule that leaves it out', async () => {
    const found = await get('/tools/stripe?why=payments');
    expect(found.main).toMatch(/Stripe is number \d+ of the \d+ that the question finds\./);
    expect(found.text).toContain('<meta name="robots" content="noindex, follow">');
    expect(found.text).toContain(`<link rel="canonical" href="${app.url}/tools/stripe">`);
    const banned = await get('/tools/stripe?why=payments+but+not+stripe');
    expect(banned.main).toContain('The question bans Stripe');
    expect((await get('/tools/stripe')).main).not.toContain('The whole answer');
  });

  it('shows a question as text', async () => {
    const { main } = await get(`/tools/stripe?why=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(main).not.toContain('<script>alert');
  });
});
