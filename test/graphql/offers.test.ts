import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStarterOffers } from '../../server/offers/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { unique } from '../setup/cast.js';
import { query } from '../setup/database.js';
import { offerRecord, putOffers } from '../setup/offers.js';
import { countRows } from '../setup/rows.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const DAY_MS = 86_400_000;
const dayFromNow = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
const FIELDS = `id slug title summary vendor { name domain } kind value { text amountCents currency percent months upTo } claim url termsUrl
  tools { slug name } eligibility { verdict missing failed { fact requirement } requirements { fact requirement result } }
  lastReadAt lastConfirmedAt endsAt label sources { url via readAt facts } claimRules`;
interface Offer {
  id: string;
  slug: string;
  kind: string;
  claim: string;
  url: string | null;
  vendor: { name: string };
  tools: { slug: string }[];
  value: { amountCents: number | null };
  eligibility: { verdict: string; missing: string[]; failed: { fact: string }[] };
  [member: string]: unknown;
}
interface OfferList {
  offers: Offer[];
  total: number;
  nextCursor: string | null;
  asOf: string;
}
const list = (args: Record<string, unknown>) =>
  askGraphql<{ offers: OfferList }>(
    app,
    `query ($query: String, $toolSlug: String, $facts: EligibilityFactsInput, $claim: String, $kind: String, $limit: Int! = 20, $cursor: String) {
      offers(query: $query, toolSlug: $toolSlug, facts: $facts, claim: $claim, kind: $kind, limit: $limit, cursor: $cursor) {
        offers { ${FIELDS} } total nextCursor asOf } }`,
    args,
  );
const found = async (args: Record<string, unknown>): Promise<OfferList> => {
  const { data, errors } = await list(args);
  if (!data) throw new Error(JSON.stringify(errors));
  return data.offers;
};
const one = (slug: string, facts: unknown = null) =>
  askGraphql<{ offer: Offer }>(
    app,
    `query ($slug: String!, $facts: EligibilityFactsInput) { offer(slug: $slug, facts: $facts) { ${FIELDS} } }`,
    { slug, facts },
  );
const problemOf = ({ errors }: { errors: { extensions: Record<string, unknown> }[] }) => errors[0]?.extensions;

describe('an offer', () => {
  it('shows its worth, its requirements, its sources and three dates apart', async () => {
    const [id] = await putOffers(
      app,
      offerRecord({
        slug: 'whole-offer',
        tools: ['stripe', 'no-such-tool'],
        value: { text: 'Up to $5,000', amountCents: 500_000, currency: 'USD', percent: 12.5, months: 6, upTo: true },
        termsUrl: 'https://vendor.example/terms',
        eligibility: { rules: [{ fact: 'employees', op: 'lt', value: 20 }], other: ['Shows a pitch deck.'] },
        lastReadAt: '2026-08-19',
        lastConfirmedAt: '2026-09-01',
        endsAt: dayFromNow(30),
      }),
    );
    const { data } = await one('whole-offer', { employees: 3 });
    expect(data?.offer).toMatchObject({
      id,
      value: { text: 'Up to $5,000', amountCents: 500_000, currency: 'USD', percent: 12.5, months: 6, upTo: true },
      vendor: { name: 'A Vendor', domain: 'vendor.example' },
      claim: 'provider_link',
      termsUrl: 'https://vendor.example/terms',
      tools: [{ slug: 'stripe', name: 'Stripe' }],
      eligibility: {
        verdict: 'unknown',
        missing: ['other'],
        failed: [],
        requirements: [
          { fact: 'employees', requirement: 'The number of employees is less than 20.', result: 'met' },
          { fact: null, requirement: 'Shows a pitch deck.', result: 'unknown' },
        ],
      },
      lastReadAt: '2026-08-19T00:00:00.000Z',
      lastConfirmedAt: '2026-09-01T00:00:00.000Z',
      endsAt: `${dayFromNow(30)}T23:59:59.999Z`,
      label: 'public-source',
      sources: [{ url: 'https://vendor.example/offers', via: null, readAt: '2026-11-01', facts: ['title'] }],
    });
  });

  it('has a tracked link that leads to its address, counts an intent, and is no claim', async () => {
    const [id = ''] = await putOffers(app, offerRecord({ slug: 'linked-offer' }));
    const offer = (await one('linked-offer')).data?.offer;
    expect(offer?.claimRules).toContain('A provider link is no claim and no proof of approval.');
    const before = await countRows(app, ['public.intent_event']);
    const opened = await ask(String(offer?.url));
    expect([opened.status, opened.headers.get('location')]).toEqual([302, 'https://vendor.example/linked-offer']);
    expect(await countRows(app, ['public.intent_event'])).toEqual(before);
    expect(
      await query(
        app.databaseUrl,
        'select e.event_name, e.event_family from intent_event e join tracked_link l on l.id = e.link_id where l.offer_id = $1',
        [id.slice(4)],
      ),
    ).toEqual([{ event_name: 'OFFER_OPENED', event_family: 'intent' }]);
  });

  it('is not there when it has ended, is unlisted, or never was', async () => {
    const [last, over, gone] = [`last-${unique()}`, `over-${unique()}`, `gone-${unique()}`];
    await putOffers(
      app,
      offerRecord({ slug: last, endsAt: dayFromNow(0) }),
      offerRecord({ slug: over, endsAt: dayFromNow(-1) }),
      offerRecord({ slug: gone }),
    );
    await query(app.databaseUrl, 'update offer set listed = false where slug = $1', [gone]);
    await putOffers(app, offerRecord());
    expect((await one(last)).data?.offer.slug).toBe(last);
    for (const slug of [over, gone, 'never-was'])
      expect(problemOf(await one(slug))).toMatchObject({ code: 'NOT_FOUND' });
    const slugs = (await found({ query: 'made offer', limit: 50 })).offers.map(({ slug }) => slug);
    expect(slugs).toContain(last);
    expect(slugs).not.toContain(over);
    expect(slugs).not.toContain(gone);
  });
});

describe('the list of offers', () => {
  it('finds by vendor, tool, words and what the tool is for, also misspelled', async () => {
    const first = async (words: string) => (await found({ query: words, limit: 3 })).offers.map(({ slug }) => slug);
    expect((await first('posthog'))[0]).toMatch(/^posthog-/);
    expect((await first('amplitud'))[0]).toMatch(/^amplitude-/);
    expect((await first('clouflare startups'))[0]).toMatch(/^cloudflare-/);
    expect((await first('what credits can I get for deepgram?'))[0]).toBe('deepgram-startup-program');
    expect(await first('vector database')).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(weaviate|qdrant|pinecone)/)]),
    );
  });

  it('filters by tool, kind and way of claiming', async () => {
    const credits = await found({ kind: 'credits', limit: 50 });
    expect(new Set(credits.offers.map(({ kind }) => kind))).toEqual(new Set(['credits']));
    expect((await found({ claim: 'native' })).offers.map(({ slug, label, url }) => [slug, label, url])).toEqual([
      ['demo-company-credits', 'sample', null],
    ]);
    const ofTool = await found({ toolSlug: 'posthog' });
    expect(ofTool.total).toBeGreaterThan(0);
    for (const { tools } of ofTool.offers) expect(tools.map(({ slug }) => slug)).toContain('posthog');
  });

  it('orders by worth when nothing else does, and puts the eligible first and the ineligible last when facts are given', async () => {
    const credits = (await found({ kind: 'credits', limit: 50 })).offers;
    const real = credits.filter(({ label }) => label !== 'sample');
    expect(credits.slice(0, real.length)).toEqual(real); // samples come last
    const amounts = real.map(({ value }) => value.amountCents ?? -1);
    expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
    const facts = {
      companyAgeMonths: 500,
      employees: 3,
      fundingRaisedUsd: 0,
      newCustomer: true,
      fundingStage: 'seed',
      partners: [],
    };
    const verdicts: string[] = [];
    let cursor: string | null = null;
    do {
      const page: OfferList = await found({ facts, limit: 50, cursor });
      verdicts.push(...page.offers.map(({ eligibility }) => eligibility.verdict));
      cursor = page.nextCursor;
    } while (cursor !== null);
    const order = ['eligible', 'unknown', 'ineligible'];
    expect(verdicts).toEqual(verdicts.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
    expect(new Set(verdicts)).toEqual(new Set(order));
  });

  it('assumes nothing: without facts no offer that asks for something is eligible', async () => {
    const { offers } = await found({ limit: 50 });
    for (const { eligibility } of offers)
      expect(eligibility.verdict).toBe(eligibility.missing.length === 0 ? 'eligible' : 'unknown');
  });

  it('comes page by page, each offer once, and refuses the cursor of another question', async () => {
    const { total } = await found({ limit: 1 });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: OfferList = await found({ limit: 7, cursor });
      seen.push(...page.offers.map(({ slug }) => slug));
      cursor = page.nextCursor;
    } while (cursor !== null && seen.length < 1_000);
    expect([seen.length, new Set(seen).size]).toEqual([total, total]);
    const { nextCursor } = await found({ limit: 2, facts: { employees: 3 } });
    for (const args of [{}, { facts: { employees: 4 } }, { facts: { employees: 3 }, kind: 'credits' }])
      expect(problemOf(await list({ ...args, cursor: nextCursor }))).toMatchObject({
        code: 'VALIDATION_FAILED',
        errors: [{ pointer: '/cursor' }],
      });
  });

  it('refuses what it does not know, with a pointer', async () => {
    const wrong: [Record<string, unknown>, string][] = [
      [{ limit: 0 }, '/limit'],
      [{ limit: 51 }, '/limit'],
      [{ query: 'x'.repeat(201) }, '/query'],
      [{ kind: 'gift' }, '/kind'],
      [{ claim: 'any' }, '/claim'],
      [{ toolSlug: 'no-such-tool' }, '/toolSlug'],
      [{ toolSlug: 'Not A Slug' }, '/toolSlug'],
      [{ facts: { country: 'Germany' } }, '/facts/country'],
      [{ cursor: 'bm9uZQ' }, '/cursor'],
    ];
    for (const [args, pointer] of wrong)
      expect(problemOf(await list(args)), pointer).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ pointer }] });
  });

  it.each(['💩'.repeat(50), 'مرحبا', "' or 1=1 --", '.*(a+)+$', 'the of a', '\u202e', '   '])(
    'answers %j with offers or none',
    async (words) => {
      const { offers, total } = await found({ query: words });
      expect(offers.length).toBeLessThanOrEqual(total);
    },
  );

  it('reads without leaving a trace', async () => {
    const before = await countRows(app);
    await found({ query: 'credits', facts: { employees: 3 } });
    await one('posthog-for-startups', { employees: 3 });
    expect(await countRows(app)).toEqual(before);
  });

  it('holds every starter offer with the tools that it names and the catalog has', async () => {
    const offers = readStarterOffers();
    const rows = await query<{ slug: string; tools: string[] }>(
      app.databaseUrl,
      `select o.slug, array(select t.slug from offer_tool x join tool t on t.id = x.tool_id where x.offer_id = o.id) as tools
       from offer o where o.origin = 'starter' and o.listed order by o.slug`,
    );
    expect(rows.map(({ slug }) => slug)).toEqual(offers.map(({ slug }) => slug).toSorted());
    expect(offers.length).toBeGreaterThanOrEqual(60);
    const linked = new Map(rows.map(({ slug, tools }) => [slug, tools.toSorted()]));
    const known = new Set(
      (await query<{ slug: string }>(app.databaseUrl, 'select slug from tool')).map(({ slug }) => slug),
    );
    for (const { slug, tools } of offers)
      expect([slug, linked.get(slug)]).toEqual([slug, tools.filter((tool) => known.has(tool)).toSorted()]);
    expect(offers.filter(({ slug }) => linked.get(slug)?.length).length).toBeGreaterThan(50);
  });
});
