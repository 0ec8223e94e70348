import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newestDueDay } from '../../server/adoption/index.js';
import { readPublicRankings } from '../../server/directory/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { addWeeks } from '../setup/public-pages.js';
import { publishDays } from '../setup/published-adoption.js';

let app: TestApp;
let bare: TestApp;
beforeAll(async () => {
  app = await startApp();
  bare = await startApp({ env: { DEMO_DATA: 'off' } });
  await addWeeks(app, 'npm:stripe');
  for (const one of [app, bare]) await publishSample(one);
});
afterAll(() => Promise.all([app.close(), bare.close()]));

/** A snapshot with one reported row, which is made-up data, and the rankings of public sources of its day. */
async function publishSample(one: TestApp): Promise<void> {
  const day = newestDueDay(one.clock.now());
  await publishDays(one, 'resend', [{ day, cohort: 'reported', developers: 45 }]);
  await query(
    one.databaseUrl,
    `update adoption_snapshot_tool set rows = replace(rows::text, 'first-party', 'sample')::jsonb`,
  );
  const rankings = await readPublicRankings(one.app.platform.em(), day);
  await query(one.databaseUrl, 'update adoption_snapshot set public_rankings = $1', [JSON.stringify(rankings)]);
}

const read = async ({ url }: TestApp, path: string): Promise<{ status: number; text: string }> => {
  const reply = await fetch(url + path, { headers: { accept: 'text/html' } });
  return { status: reply.status, text: await reply.text() };
};
const bodyOf = ({ text }: { text: string }): string => text.replace(/<script[^>]*>.*?<\/script>|<!-- -->/gs, '');

describe.each(['/', '/adoption'])('%s while fewer than ten tools report', (path) => {
  it('shows what public sources count first, with its label and day, and as bars that need no script', async () => {
    const html = bodyOf(await read(app, path));
    const ranking = html.indexOf('npm downloads in a month');
    expect(ranking).toBeGreaterThan(0);
    expect(ranking).toBeLessThan(html.indexOf(path === '/' ? 'id="adoption"' : 'aria-label="Period"'));
    expect(html).toMatch(/<svg class="length"[^>]*><title>Commander\.js: 1,211,711,452<\/title>/);
    expect(html.slice(ranking)).toContain('public-source');
    expect(html.slice(ranking)).toContain('31 Mar 2026');
  });

  it('has no sample row where there is no demo data, and folds them in one, last, where there is', async () => {
    const [withDemo, without] = [bodyOf(await read(app, path)), bodyOf(await read(bare, path))];
    expect(without).not.toContain('Sample data');
    expect(without).toContain('No vendor reports adoption yet.');
    expect(without).not.toContain('href="/tools/resend"');
    const fold = withDemo.indexOf('made-up data that counts nowhere</summary>');
    expect(fold).toBeGreaterThan(0);
    expect(withDemo.slice(fold)).toContain('href="/tools/resend"');
    expect(withDemo.slice(withDemo.indexOf('No vendor reports'), fold)).not.toContain('href="/tools/resend"');
  });
});

describe('the page of a tool', () => {
  it('draws its main package over time, with a title inside, the change named with its day, and a table', async () => {
    const html = bodyOf(await read(app, '/tools/stripe'));
    expect(html).toContain('How much is it used?');
    expect(html).toMatch(
      /<title>npm downloads in a week, downloads a week; npm:stripe 15,100,000 on 14 Jun 2026, 17,546,670 on 16 Aug 2026<\/title>/,
    );
    expect(html).toContain('12.5 % more than on 19 Jul 2026, computed from the two figures.');
    expect(html).toContain('The figures of 10 days as a table');
    expect(html.match(/<td class="number">1[5-7],\d{3},\d{3}<\/td>/g)?.length).toBeGreaterThanOrEqual(10);
  });

  it('says so where no figure of four weeks before is known', async () => {
    expect(bodyOf(await read(app, '/tools/react'))).toContain(
      'No figure of four weeks before is known, so no change is computed.',
    );
  });
});

describe('the ranking by one figure', () => {
  const RANKING = '/use/npm-monthly-downloads';
  const placesIn = (html: string): string[] =>
    [...html.matchAll(/<th scope="row"><a href="\/tools\/([a-z0-9-]+)">/g)].flatMap(([, slug]) => slug ?? []);

  it('has every tool with this figure once, a hundred on a page, in the order of the figures', async () => {
    const slugs: string[] = [];
    let path: string | undefined = RANKING;
    let pages = 0;
    for (; path !== undefined; pages += 1) {
      const html = bodyOf(await read(app, path));
      slugs.push(...placesIn(html));
      path = new RegExp(`href="(${RANKING}\\?cursor=[^"]+)"`).exec(html)?.[1];
    }
    const { body } = await ask<{ data: { publicUse: { total: number } } }>(`${app.url}/graphql`, {
      body: { query: '{ publicUse(kind: "npm_monthly_downloads", limit: 1) { total } }' },
    });
    const { total } = body.data.publicUse;
    expect(total).toBeGreaterThan(900);
    expect(slugs).toHaveLength(total);
    expect(new Set(slugs).size).toBe(total);
    expect(pages).toBe(Math.ceil(total / 100));
  });

  it('says how a figure is cited and where it is read again, and stands in the sitemap', async () => {
    const html = bodyOf(await read(app, RANKING));
    expect(html).toMatch(
      /Commander\.js, 1,211,711,452 \(npm downloads in a month, npm:commander, as of 2026-03-31, public-source: npm downloads of 30 days that ended in March 2026, read from download-counts 2\.20260301\.0 [^)]*\(MIT\), https:[^)]*\), in: DAI/,
    );
    expect(html).toContain('href="https://www.npmjs.com/package/download-counts/v/2.20260301.0"');
    expect((await read(app, '/sitemap.xml')).text).toContain(`${RANKING}</loc>`);
  });

  it('says so where no tool has the figure, and refuses a kind and a place that do not exist', async () => {
    expect(bodyOf(await read(app, '/use/docker-pulls'))).toContain('No tool has this figure here. That is not zero.');
    for (const path of [
      `${RANKING}?category=no-such-category`,
      '/use/no-such-kind',
      '/use/npm_monthly_downloads%00',
      `${RANKING}?cursor=x`,
    ])
      expect((await read(app, path)).status).toBe(404);
  });
});

describe('the ranking of a category', () => {
  it('is led to from its page, has its tools alone, and says how old its figures are', async () => {
    const category = bodyOf(await read(app, '/categories/databases'));
    const path = /href="(\/use\/npm-monthly-downloads\?category=databases)"/.exec(category)?.[1];
    const html = bodyOf(await read(app, path ?? ''));
    expect(html).toContain('href="/tools/mongodb"');
    expect(html).not.toContain('href="/tools/commander"');
    expect(html).toMatch(/npm downloads in a month, \d+ tools, \d+ months old/);
    expect(category).toContain('href="/compare/');
  });
});

describe('categories', () => {
  it('are listed, each with a page of its own, and stand in the sitemap', async () => {
    expect(bodyOf(await read(app, '/categories'))).toContain('href="/categories/payments"');
    expect((await read(app, '/sitemap.xml')).text).toContain('/categories/payments</loc>');
  });

  it('show who is used, over time, and who reports', async () => {
    const { status, text } = await read(app, '/categories/payments');
    expect(status).toBe(200);
    const html = bodyOf({ text });
    for (const part of [
      'What is used?',
      'Over time',
      'Who reports?',
      'Tools of this category',
      '<h2 id="offers">Offers</h2>',
      'href="/tools/stripe"',
    ])
      expect(html).toContain(part);
    expect(html).toMatch(/<title>npm downloads in a week, downloads a week; Stripe 15,100,000 on 14 Jun 2026/);
    expect(text.length).toBeLessThan(60_000);
  });

  it('refuse one that does not exist', async () => {
    expect((await read(app, '/categories/no-such-category')).status).toBe(404);
  });
});
