import { stemmer } from 'stemmer';
import { describe, expect, it } from 'vitest';
import { openStarterIndex, starterTools } from '../../bench/judge.run.js';
import { buildSearchIndex, sharedSearchIndex } from '../../server/directory/search/search-index.build.js';
import { readStems, readWords } from '../../server/directory/search/words.rules.js';
import type { Tool } from '../../server/directory/tool.types.js';

const starter = starterTools();
const [sample] = starter;
const index = await openStarterIndex();
const slugs = (question: string, by = index): string[] => by.find(question).map(({ id }) => id.replace('tol_', ''));
const first = (question: string): string | undefined => slugs(question)[0];
const named = (text: string): string[] => index.named(text).map(({ id, role }) => `${id.replace('tol_', '')} ${role}`);

/** A tool of which the test says what matters. */
function tool(slug: string, facts: Partial<Tool> = {}): Tool {
  if (!sample) throw new Error('the starter catalog is empty');
  const plain = {
    aliases: [],
    summary: 'Does something.',
    categories: [],
    capabilities: [],
    packages: [],
    website: null,
  };
  return { ...sample, ...plain, id: `tol_${slug}`, slug, name: slug, ...facts };
}
const indexOf = (...tools: Tool[]) => buildSearchIndex(tools);

describe('finding by name', () => {
  it.each([
    ['stripe', 'stripe'],
    ['STRIPE API', 'stripe'],
    ['@supabase/supabase-js', 'supabase'],
    ['socket io', 'socket-io'],
    ['post hog', 'posthog'],
    ['superbase', 'supabase'],
    ['strpie', 'stripe'],
    ['reddis', 'redis'],
    ['apache kafka', 'apache-kafka'],
    ['kafka', 'apache-kafka'],
    ['render', 'render'],
    ['prisma orm', 'prisma'],
    ['what is supabase', 'supabase'],
    ['stripe.com', 'stripe'],
  ])('%s is %s', (question, slug) => {
    expect(first(question)).toBe(slug);
  });

  it('stands above everything that only mentions it', async () => {
    const own = await indexOf(
      tool('acme'),
      tool('other', { summary: 'Acme acme acme acme for acme.', capabilities: ['payments'] }),
    );
    expect(own.find('acme').map(({ id, reasons }) => [id, ...reasons])).toEqual([
      ['tol_acme', 'name match'],
      ['tol_other', 'mentioned in the description'],
    ]);
  });

  it('says when a name is only close', () => {
    expect(index.find('superbase')[0]?.reasons).toEqual(['close to the name Supabase']);
  });

  it('does not take what is asked for as a name', () => {
    expect(slugs('vector database')).toContain('qdrant');
    expect(first('vector database')).not.toBe('vector-dev');
    expect(slugs('maps').length).toBeGreaterThan(3);
  });
});

describe('finding by what is needed', () => {
  it.each([
    ['send transactional email', 'resend'],
    ['cron jobs', 'pg-boss'],
    ['let users pay with credit cards', 'stripe'],
    ['orm for typescript and sqlite', 'drizzle'],
    ['queue for node with redis', 'bullmq'],
    ['vectors in postgres', 'pgvector'],
    ['error traking', 'sentry'],
  ])('%s finds %s among the first ten', (question, slug) => {
    expect(slugs(question).slice(0, 10)).toContain(slug);
  });

  it('puts what a tool is for before what it does as well', async () => {
    const own = await indexOf(
      tool('a-suite', { capabilities: ['authentication', 'email-sending'] }),
      tool('z-mailer', { capabilities: ['email-sending', 'authentication'] }),
    );
    expect(slugs('send emails', own)).toEqual(['z-mailer', 'a-suite']);
    expect(own.find('send emails')[0]?.reasons).toEqual(['for email sending']);
  });

  it('prefers what the question says of the tool', async () => {
    const price = (model: Tool['pricing']['model']) => ({ model, freeTier: null, url: null });
    const own = await indexOf(
      tool('a-paid', { capabilities: ['error-tracking'], pricing: price('subscription') }),
      tool('z-open', { capabilities: ['error-tracking'], pricing: price('open_source') }),
    );
    expect(slugs('error tracking', own)).toEqual(['a-paid', 'z-open']);
    expect(slugs('open source error tracking', own)[0]).toBe('z-open');
    expect(own.find('open source error tracking')[0]?.reasons).toContain('open source');
  });

  it('finds nothing for nonsense', () => {
    for (const question of ['', ' ', 'asdfgh qwerty', 'zzzz', '🙂🙂', '%%%', 'the of and'])
      expect(slugs(question)).toEqual([]);
  });
});

describe('alternatives', () => {
  it.each([
    ['alternative to firebase', 'firebase', 'supabase'],
    ['auth0 alternatives', 'auth0', 'clerk'],
    ['instead of datadog', 'datadog', 'grafana'],
    ['like heroku but self-hosted', 'heroku', 'dokku'],
    ['open source replacement for algolia', 'algolia', 'meilisearch'],
    ['open source zapier', 'zapier', 'n8n'],
    ['competitors of stripe', 'stripe', 'paypal'],
    ['moving off segment', 'segment', 'mixpanel'],
    ['what to use in place of sentry', 'sentry', 'rollbar'],
    ['something like algolai', 'algolia', 'typesense'],
  ])('%s: not %s but %s', (question, never, expected) => {
    const found = slugs(question);
    expect(found).not.toContain(never);
    expect(found.slice(0, 10)).toContain(expected);
  });

  it('says to what', () => {
    expect(index.find('alternative to firebase')[0]?.reasons[0]).toBe('alternative to Firebase');
  });
});

describe('the order', () => {
  it('is not moved by sponsorship', async () => {
    const facts = { capabilities: ['payments'] };
    const plain = await indexOf(tool('a', facts), tool('b', facts));
    const paid = await indexOf(tool('a', facts), tool('b', { ...facts, sponsored: true }));
    expect(paid.find('payments')).toEqual(plain.find('payments'));
  });

  it('breaks ties by public use, then by slug', async () => {
    const used = (value: number): Tool['measures'] => [
      {
        kind: 'weekly_downloads',
        subject: 'npm:x',
        value,
        label: 'public-source',
        source: 's',
        asOf: '2026-08-16',
        change: null,
        changeSince: null,
      },
    ];
    const facts = { capabilities: ['payments'] };
    const own = await indexOf(
      tool('c', facts),
      tool('d', { ...facts, measures: used(5) }),
      tool('b', facts),
      tool('e', { ...facts, measures: used(50) }),
    );
    expect(slugs('payments', own)).toEqual(['e', 'd', 'b', 'c']);
  });

  it('is the same however the catalog came in', async () => {
    const turned = await indexOf(...starter.toReversed());
    for (const question of ['authentication', 'alternative to vercel', 'stripe', 'send sms'])
      expect(turned.find(question)).toEqual(index.find(question));
  });
});

describe('tools named in a text', () => {
  it('takes two names that a sign joins for two, and the start of a longer wish for none', () => {
    expect(named('prometheus + grafana + loki')).toEqual(['prometheus wanted', 'grafana wanted', 'loki wanted']);
    expect(named('staff sign in with Azure AD')).toEqual(['microsoft-entra-id wanted']);
  });

  it('are found with their role', () => {
    expect(named('Next.js app on Vercel with Supabase and Stripe')).toEqual([
      'nextjs wanted',
      'vercel wanted',
      'supabase wanted',
      'stripe wanted',
    ]);
    expect(named('something like Heroku, but without Stripe or PayPal')).toEqual(
      expect.arrayContaining(['heroku replaced', 'stripe banned', 'paypal banned', 'braintree banned']),
    );
  });

  it.each([
    'render the page and segment users by age',
    'remix of linear loops in daily life',
    'a cursor for pagination, express delivery, a heap of magic',
    'bolt the door in june',
    'square meters of a temporal convex atlas',
  ])('are no ordinary words: %s', (text) => {
    expect(named(text)).toEqual([]);
  });

  it.each([
    ['deploy on render', ['render wanted']],
    ['we use Linear for issues', ['linear existing']],
    ['linear api', ['linear wanted']],
    ['stripe + auth + postgres', ['stripe wanted', 'postgresql wanted']],
    ['switching from render', ['render replaced']],
    ['django celery redis', ['django wanted', 'celery wanted', 'redis wanted']],
    ['express, mongodb and react', ['express wanted', 'mongodb wanted', 'react wanted']],
  ])('need evidence when they are ordinary words: %s', (text, tools) => {
    expect(named(text)).toEqual(tools);
  });

  it('are no wish for what their name says', () => {
    expect(index.read('Stream Chat and Google Maps').analysis.capabilities).toEqual([]);
  });
});

describe('the index of a process', () => {
  it('is one for equal catalogs, in whatever order they were read', async () => {
    const tools = [tool('acme'), tool('other')];
    const built = await sharedSearchIndex(tools);
    expect(await sharedSearchIndex(structuredClone(tools).reverse())).toBe(built);
  });

  it('is another after any fact of a tool has changed', async () => {
    const built = await sharedSearchIndex([tool('acme')]);
    const changed = await sharedSearchIndex([tool('acme', { summary: 'Keeps secrets.' })]);
    expect(changed).not.toBe(built);
    expect(slugs('keeps secrets', changed)).toEqual(['acme']);
    expect(slugs('keeps secrets', built)).toEqual([]);
  });

  it('is the same after a change as one that was never another', async () => {
    const [one, other] = [tool('acme', { summary: 'Keeps secrets.' }), tool('other', { summary: 'Sends letters.' })];
    await indexOf(one, other);
    const changed = { ...other, summary: 'Keeps secrets and letters.' };
    const question = 'keeps secrets and letters';
    expect((await indexOf(one, changed)).find(question)).toEqual(
      (await indexOf(structuredClone(one), structuredClone(changed))).find(question),
    );
  });

  it('reads a stem wherever words are read', () => {
    for (const { summary, questions } of starter)
      for (const text of [summary, ...questions, 'Don’t use Stripe’s ﬁle APIs: データベース'])
        expect(readStems(text, stemmer)).toEqual(readWords(text, stemmer).map(({ stem }) => stem));
  });
});

describe('hostile questions', () => {
  it('are answered, never thrown at', () => {
    for (const question of [
      'a',
      '\u0000',
      '\ud800',
      'مرحبا بالعالم',
      '.*+?^${}()|[]\\',
      "' or 1=1; drop table tool; --",
      '<script>alert(1)</script>',
      'x'.repeat(300),
      'no '.repeat(100),
      'alternative to '.repeat(20),
      'stripe '.repeat(40),
      '__proto__ constructor toString',
      'e\u0301'.repeat(100),
    ])
      expect(Array.isArray(index.find(question)) && Array.isArray(index.named(question))).toBe(true);
  });
});
