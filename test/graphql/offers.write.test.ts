import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStarterFolder } from '../../server/directory/index.js';
import { loadStarterOffers, unlistOffers } from '../../server/offers/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { unique } from '../setup/cast.js';
import { query } from '../setup/database.js';
import { offerRecord, putOffers } from '../setup/offers.js';
import { countRows } from '../setup/rows.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const changesOf = (slug: string) =>
  query<{ change: string; fields: string[] }>(
    app.databaseUrl,
    `select change, fields from catalog_change where resource = 'offer' and slug = $1 order by version`,
    [slug],
  );
const addressOf = async (id: string) =>
  (
    await query<{ url: string; active: boolean }>(
      app.databaseUrl,
      'select url, active from tracked_link where offer_id = $1',
      [id.slice(4)],
    )
  )[0];

describe('writing offers', () => {
  it('changes nothing when it is repeated, and a version when a field, a tool or an address changes', async () => {
    const record = offerRecord({ tools: ['stripe'] });
    const [id = ''] = await putOffers(app, record);
    const before = await countRows(app);
    expect(await putOffers(app, record)).toEqual([id]);
    expect(await countRows(app)).toEqual(before);
    const { facts } = record;
    const url = 'https://vendor.example/moved';
    await putOffers(app, { ...record, facts: { ...facts, tools: ['stripe', 'posthog'], url, endsAt: '2999-01-01' } });
    expect(await changesOf(facts.slug)).toEqual([
      { change: 'created', fields: [] },
      { change: 'updated', fields: ['url', 'ends_at', 'tools'] },
    ]);
    expect(await addressOf(id)).toEqual({ url, active: true });
  });

  it('refuses a repeated row, a slug of another origin, and what a person edited', async () => {
    const record = offerRecord();
    const [id, again] = await putOffers(app, record, record);
    expect(again).toBe('repeated');
    const stranger = offerRecord(
      { slug: record.facts.slug, url: 'https://elsewhere.example/x' },
      { origin: 'mcp-registry' },
    );
    expect(await putOffers(app, stranger)).toEqual(['slug_taken']);
    await query(app.databaseUrl, 'update offer set edited_at = now() where id = $1', [id?.slice(4)]);
    expect(await putOffers(app, { ...record, facts: { ...record.facts, title: 'Other' } })).toEqual([
      'edited_by_a_person',
    ]);
  });

  it('passes over what another origin lists of a vendor at that address, and takes another tier', async () => {
    const url = `https://vendor.example/tiers-${unique()}`;
    const value = { text: null, amountCents: 100_000, currency: 'USD', percent: null, months: null, upTo: false };
    await putOffers(app, offerRecord({ url, value }));
    const other = (amountCents: number | null) =>
      offerRecord(
        { url, value: { ...value, amountCents, currency: amountCents === null ? null : 'USD' } },
        { origin: 'startup-credits' },
      );
    expect(await putOffers(app, other(100_000), other(null))).toEqual(['already_listed', 'already_listed']);
    expect((await putOffers(app, other(200_000)))[0]).toMatch(/^ofr_/);
  });

  it('links a tool that was guessed from the vendor only when the domain is the tool’s too', async () => {
    const [{ domain } = { domain: '' }] = await query<{ domain: string }>(
      app.databaseUrl,
      `select vendor_domain as domain from tool where slug = 'stripe'`,
    );
    const guessed = (vendorDomain: string) =>
      offerRecord({ tools: ['stripe'], vendor: { name: 'Stripe', domain: vendorDomain } }, { toolsGuessed: true });
    const ids = await putOffers(app, guessed(domain), guessed('stripe.example'));
    const counts = await Promise.all(
      ids.map((id) =>
        query<{ n: number }>(app.databaseUrl, 'select count(*)::int as n from offer_tool where offer_id = $1', [
          id.slice(4),
        ]),
      ),
    );
    expect(counts.map(([row]) => row?.n)).toEqual([1, 0]);
  });

  it('shows in the catalog at once, and an offer that is taken off the lists loses its link', async () => {
    const record = offerRecord();
    const [id = ''] = await putOffers(app, record);
    const shown = async () =>
      (
        await askGraphql<{ offer: { id: string } }>(app, 'query ($s: String!) { offer(slug: $s) { id } }', {
          s: record.facts.slug,
        })
      ).data?.offer.id;
    expect(await shown()).toBe(id);
    const { em } = app.app.platform;
    const unlist = () =>
      em().transactional((tx) => unlistOffers(tx, app.clock.now(), record.origin, { keys: [record.originKey] }));
    expect([await unlist(), await unlist()]).toEqual([1, 0]);
    app.app.parts.catalog.changed();
    expect(await shown()).toBeUndefined();
    expect(await addressOf(id)).toMatchObject({ active: false });
    await putOffers(app, record);
    expect([await shown(), (await addressOf(id))?.active]).toEqual([id, true]);
    expect((await changesOf(record.facts.slug)).map(({ change }) => change)).toEqual(['created', 'removed', 'updated']);
  });

  it('loads the starter offers once for each content of their file', async () => {
    const before = await countRows(app);
    await loadStarterOffers(app.app.platform.em(), app.clock.now(), readStarterFolder());
    expect(await countRows(app)).toEqual(before);
  });
});
