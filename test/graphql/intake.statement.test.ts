import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { type Input, prepared, review, submissionOf } from '../setup/intake.js';
import { callOnce } from '../setup/mcp.ask.js';

let app: TestApp;
let reviewer: string;
beforeAll(async () => {
  app = await startApp();
  reviewer = await signIn(app, app.credentials.users.reviewer);
});
afterAll(() => app.close());

const today = (): string => app.clock.now().toISOString().slice(0, 10);
const statement = () => ({ kind: 'vendor_statement', approvedOn: today() });

/** Approves a submission of a tool with an offer; answers their slugs. */
async function publish(input: Input = submissionOf('tracked_links')): Promise<{ tool: string; offer: string }> {
  const { id } = await prepared(app, input);
  const { data, errors } = await review(app, 'approveIntake', { id, revision: 1 }, reviewer);
  expect(errors).toEqual([]);
  const { toolSlug = '', offerSlug = '' } = data?.approveIntake?.outcome ?? {};
  return { tool: toolSlug, offer: offerSlug };
}

interface Source {
  kind: string;
  url: string;
  readAt: string | null;
  approvedOn: string | null;
  facts: string[];
}
interface Shown {
  source: { kind: string; approvedOn: string } | null;
  sources: Source[];
  [member: string]: unknown;
}
const SOURCES = 'source { kind approvedOn } sources { kind url readAt approvedOn facts }';
const readTool = async (slug: string): Promise<Shown | undefined> =>
  (
    await askGraphql<{ tool: Shown }>(
      app,
      `query ($slug: String!) { tool(slug: $slug) { ${SOURCES} verification { level checkedAt } proof { signal } } }`,
      { slug },
    )
  ).data?.tool;
const readOffer = async (slug: string): Promise<Shown | undefined> =>
  (
    await askGraphql<{ offer: Shown }>(
      app,
      `query ($slug: String!) { offer(slug: $slug) { ${SOURCES} label lastReadAt lastConfirmedAt claimRules } }`,
      { slug },
    )
  ).data?.offer;

describe('what an approval wrote', () => {
  it('is a vendor’s statement of the day of the approval, and nothing that somebody read or confirmed', async () => {
    const { tool, offer } = await publish();
    expect(await readTool(tool)).toEqual({
      source: statement(),
      sources: [
        {
          kind: 'vendor_statement',
          url: expect.stringMatching(/^https:\/\//),
          readAt: null,
          approvedOn: today(),
          facts: ['name', 'summary', 'vendor', 'website', 'categories', 'docs.url', 'signupUrl'],
        },
      ],
      verification: { level: 'none', checkedAt: null },
      proof: [],
    });
    expect(await readOffer(offer)).toMatchObject({
      source: statement(),
      sources: [{ kind: 'vendor_statement', readAt: null, approvedOn: today() }],
      label: 'missing',
      lastReadAt: null,
      lastConfirmedAt: null,
      claimRules: expect.arrayContaining([
        `Vendor statement, approved by a reviewer on ${today()}; no one has read it at its source.`,
      ]),
    });
  });

  it('says so over REST and over MCP', async () => {
    const input = submissionOf('tracked_links');
    const { tool, offer } = await publish(input);
    const { name } = (input.fields as { tool: { name: string } }).tool;
    const found = await ask<{ tools: Shown[] }>(
      `${app.url}/api/directory/context?q=${encodeURIComponent(name)}&limit=1`,
    );
    expect(found.body.tools[0]).toMatchObject({ slug: tool, source: statement() });
    const searched = await callOnce<{ tools: Shown[] }>(app.url, 'search_tools', { query: name, limit: 1 });
    expect(searched.answer.tools[0]).toMatchObject({ slug: tool, source: statement() });
    const perks = await callOnce<{ perks: Shown[] }>(app.url, 'find_perks', { toolSlug: tool });
    expect(perks.answer.perks[0]).toMatchObject({ slug: offer, label: 'missing', source: statement() });
  });

  it('of another tool’s addresses is no longer read where the earlier ones were', async () => {
    const { tool } = await publish();
    await query(
      app.databaseUrl,
      `update tool set statements = '[]', sources = '[{"url": "https://read.example/", "readAt": "2026-01-02", "facts": ["name", "docs.url"]}]'
       where slug = $1`,
      [tool],
    );
    const [{ vendor_domain: domain } = { vendor_domain: '' }] = await query<{ vendor_domain: string }>(
      app.databaseUrl,
      'select vendor_domain from tool where slug = $1',
      [tool],
    );
    const input = submissionOf('tracked_links', {
      tool: undefined,
      toolSlug: tool,
      links: [{ kind: 'docs', url: `https://${domain}/new-docs`, title: 'Docs' }],
      offer: undefined,
    });
    await publish({
      ...input,
      contact: { name: 'Ada Tester', email: `ada@${domain}` },
      organization: { name: input.organization.name, domain },
    });
    expect((await readTool(tool))?.sources).toEqual([
      { kind: 'page', url: 'https://read.example/', readAt: '2026-01-02', approvedOn: null, facts: ['name'] },
      {
        kind: 'vendor_statement',
        url: `https://${domain}/new-docs`,
        readAt: null,
        approvedOn: today(),
        facts: ['docs.url'],
      },
    ]);
  });
});

describe('a statement that somebody read', () => {
  it('of a tool is read from then on, fact by fact, also where nothing had to be corrected', async () => {
    const { tool } = await publish();
    const record = await askGraphql<{ catalogTool: { revision: number; name: string } }>(
      app,
      'query ($slug: String!) { catalogTool(slug: $slug) { revision name } }',
      { slug: tool },
      { cookie: reviewer },
    );
    const { revision, name } = record.data?.catalogTool ?? { revision: 0, name: '' };
    const { errors } = await askGraphql(
      app,
      'mutation ($input: EditToolInput!) { editTool(input: $input) { slug } }',
      {
        input: {
          slug: tool,
          revision,
          name,
          summary: 'As its own page says.',
          source: { url: 'https://read.example/about', readAt: '2026-11-20' },
          reason: 'Read.',
        },
      },
      { cookie: reviewer },
    );
    expect(errors).toEqual([]);
    const shown = await readTool(tool);
    expect(shown?.sources.map(({ kind, readAt, facts }) => [kind, readAt, facts])).toEqual([
      ['page', '2026-11-20', ['summary', 'name']],
      ['vendor_statement', null, ['vendor', 'website', 'categories', 'docs.url', 'signupUrl']],
    ]);
    expect(shown?.source).toEqual(statement());
  });

  it('of an offer is public-source once a reviewer has read its source, and not for being unlisted', async () => {
    const { offer } = await publish();
    const save = async (given: Record<string, unknown>) => {
      const listed = await askGraphql<{ reviewerOffers: { items: Record<string, unknown>[] } }>(
        app,
        `query ($q: String) { reviewerOffers(q: $q) { items { id revision slug title summary kind claim url termsUrl endsAt lastReadAt
          vendor { name domain } value { text amountCents currency percent months upTo } tools other sources { url via readAt facts } } } }`,
        { q: offer },
        { cookie: reviewer },
      );
      const { id: offerId, ...stored } = listed.data?.reviewerOffers.items[0] ?? {};
      const input = { ...stored, offerId, rules: [], ...given };
      const saved = await askGraphql<{ saveOffer: Shown }>(
        app,
        'mutation ($input: SaveOfferInput!) { saveOffer(input: $input) { label source { kind approvedOn } } }',
        { input },
        { cookie: reviewer },
      );
      return saved.data?.saveOffer ?? saved.errors;
    };
    expect(await save({ listed: false })).toEqual({ label: 'missing', source: statement() });
    expect(await save({ listed: true, title: 'Another title' })).toEqual({ label: 'missing', source: statement() });
    expect((await readOffer(offer))?.sources[0]?.facts).not.toContain('title');
    expect(await save({ listed: true, lastReadAt: '2026-11-20' })).toEqual({ label: 'public-source', source: null });
  });
});
