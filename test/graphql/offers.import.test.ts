import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OfferRecord, parseStartupCredits } from '../../server/offers/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { putOffers } from '../setup/offers.js';
import { countRows } from '../setup/rows.js';
import { sampleSets } from '../setup/samples.js';

/** How many offers of a set come in and how many the starter offers have already, at least. */
const SHARES = {
  'in the repository': { added: 11, refused: 26 },
  'beside the repository': { added: 21, refused: 51 },
};

const recordsOf = (folder: string): OfferRecord[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .toSorted()
    .flatMap((name) => parseStartupCredits(readFileSync(path.join(folder, name), 'utf8'), name, new Date()).records);

describe.each(sampleSets('offers/startup-credits/vendors'))('the startup credits $set', ({ set, folder }) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('comes in beside the starter offers without listing one twice, and again without a change', async () => {
    const read = recordsOf(folder);
    const outcomes = await putOffers(app, ...read);
    const refused = outcomes.filter((one) => !one.startsWith('ofr_'));
    expect(new Set(refused)).toEqual(new Set(['already_listed']));
    expect(outcomes.length - refused.length).toBeGreaterThanOrEqual(SHARES[set].added);
    expect(refused.length).toBeGreaterThanOrEqual(SHARES[set].refused);
    const before = await countRows(app);
    expect(await putOffers(app, ...read)).toEqual(outcomes);
    expect(await countRows(app)).toEqual(before);
  });

  it('shows the collection as its source, and where one applies behind a tracked link', async () => {
    const [{ slug } = { slug: '' }] = await query<{ slug: string }>(
      app.databaseUrl,
      `select slug from offer where origin = 'startup-credits' order by slug limit 1`,
    );
    const { data } = await askGraphql<{
      offer: { url: string; label: string; lastConfirmedAt: null; sources: { via: string }[] };
    }>(
      app,
      'query ($slug: String!) { offer(slug: $slug) { url label lastReadAt lastConfirmedAt sources { url via } } }',
      { slug },
    );
    expect(data?.offer).toMatchObject({ label: 'public-source', lastConfirmedAt: null });
    expect(data?.offer.url).toMatch(new RegExp(`^${app.url}/go/lnk_`));
    for (const { via } of data?.offer.sources ?? []) expect(via).toBe('https://github.com/sourcey/startup-credits');
  });
});
