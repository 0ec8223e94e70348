import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { addTools, makeFacts } from '../setup/plans.js';
import { addHostileTool } from '../setup/public-pages.js';
import { publishDays } from '../setup/published-adoption.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

interface JsonFeed {
  readonly version: string;
  readonly home_page_url: string;
  readonly items: readonly {
    readonly id: string;
    readonly url: string;
    readonly title: string;
    readonly content_html: string;
  }[];
}

const get = (path: string, headers: Record<string, string> = {}) => ask<JsonFeed>(app.url + path, { headers });
const entriesIn = (atom: string): string[] =>
  [...atom.matchAll(/<entry>(.*?)<\/entry>/gs)].map(([, entry = '']) => entry);

describe('GET /feeds/directory', () => {
  it('names the newest change first, with the record’s page, as Atom and as JSON Feed', async () => {
    await addTools(app, makeFacts('first-of-feed', { name: 'First of Feed' }));
    await addTools(app, makeFacts('second-of-feed', { name: 'Second of Feed' }));
    const atom = await get('/feeds/directory.atom');
    expect([atom.status, atom.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    const [second, first] = entriesIn(atom.text);
    expect(second).toContain('Second of Feed is listed');
    expect(second).toContain(`href="${app.url}/tools/second-of-feed"`);
    expect(first).toContain('First of Feed is listed');
    const json = await get('/feeds/directory.json');
    expect(json.headers.get('content-type')).toBe('application/feed+json; charset=utf-8');
    expect(json.body).toMatchObject({
      version: 'https://jsonfeed.org/version/1',
      home_page_url: `${app.url}/directory`,
      items: [
        { title: 'Second of Feed is listed', url: `${app.url}/tools/second-of-feed` },
        { title: 'First of Feed is listed' },
      ]
        .map((item) => expect.objectContaining(item))
        .concat(Array(48).fill(expect.anything())),
    });
    expect(new Set(json.body.items.map(({ id }) => id)).size).toBe(50);
  });

  it('says which fields changed', async () => {
    await addTools(app, makeFacts('changing-tool'));
    await addTools(app, makeFacts('changing-tool', { summary: 'It does something else now.' }));
    const { body } = await get('/feeds/directory.json');
    expect(body.items[0]).toMatchObject({ url: `${app.url}/tools/changing-tool`, content_html: 'Changed: summary.' });
  });

  it('shows what others wrote as text in both forms', async () => {
    const slug = await addHostileTool(app, 'hostile-feed');
    const atom = await get('/feeds/directory.atom');
    const entry = entriesIn(atom.text).find((one) => one.includes(`/tools/${slug}`)) ?? '';
    expect(entry).toContain('evil &lt;img src=x');
    expect(entry).not.toContain('<img');
    const item = (await get('/feeds/directory.json')).body.items.find(({ url }) => url.endsWith(slug));
    expect(item?.title).toContain('evil <img src=x');
    expect(item?.content_html).not.toContain('<img');
  });

  it('is cached for everyone under a strong tag, and takes GET and HEAD alone', async () => {
    const first = await get('/feeds/directory.atom');
    expect(first.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=300');
    const again = await get('/feeds/directory.atom', { 'If-None-Match': first.headers.get('etag') ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await fetch(`${app.url}/feeds/directory.atom`, { method: 'POST' })).status).toBe(405);
    expect((await fetch(`${app.url}/feeds/other.atom`)).status).toBe(404);
  });
});

describe('GET /feeds/adoption', () => {
  it('has no entry before the first snapshot, and then names each with the page of its day', async () => {
    expect((await get('/feeds/adoption.json')).body.items).toEqual([]);
    await publishDays(app, 'stripe', [
      { day: '2026-11-01', cohort: 'reported', developers: 40 },
      { day: '2026-11-02', cohort: 'reported', developers: 50 },
    ]);
    const { data } = await askGraphql<{
      adoptionSnapshots: { items: { snapshotId: string; day: string }[]; nextCursor: string | null };
    }>(app, '{ adoptionSnapshots(limit: 1) { items { snapshotId day } nextCursor } }');
    const [newest] = data?.adoptionSnapshots.items ?? [];
    expect(newest?.day).toBe('2026-11-02');
    const { body } = await get('/feeds/adoption.json');
    expect(body.items).toMatchObject([
      {
        id: `${app.url}/adoption#${newest?.snapshotId}`,
        url: `${app.url}/adoption/2026-11-02`,
        title: 'Adoption until 2026-11-02',
      },
      { url: `${app.url}/adoption/2026-11-01` },
    ]);
    const rest = await askGraphql<{ adoptionSnapshots: { items: { day: string }[]; nextCursor: string | null } }>(
      app,
      'query ($cursor: String) { adoptionSnapshots(limit: 1, cursor: $cursor) { items { day } nextCursor } }',
      { cursor: data?.adoptionSnapshots.nextCursor },
    );
    expect(rest.data?.adoptionSnapshots).toEqual({ items: [{ day: '2026-11-01' }], nextCursor: null });
  });
});

describe('Tool.changes', () => {
  const QUERY = 'query ($limit: Int!) { tool(slug: "watched-tool") { changes(limit: $limit) { change fields slug } } }';

  it('answers the newest changes of that tool and of no other', async () => {
    await addTools(app, makeFacts('watched-tool'), makeFacts('another-tool'));
    await addTools(app, makeFacts('watched-tool', { summary: 'Another summary.' }));
    const { data } = await askGraphql<{ tool: { changes: unknown[] } }>(app, QUERY, { limit: 20 });
    expect(data?.tool.changes).toEqual([
      { change: 'updated', fields: ['summary'], slug: 'watched-tool' },
      { change: 'created', fields: expect.any(Array), slug: 'watched-tool' },
    ]);
    expect(
      (await askGraphql<{ tool: { changes: unknown[] } }>(app, QUERY, { limit: 1 })).data?.tool.changes,
    ).toHaveLength(1);
  });

  it.each([0, 21])('refuses a limit of %i', async (limit) => {
    const { errors } = await askGraphql(app, QUERY, { limit });
    expect(errors).toMatchObject([{ extensions: { code: 'VALIDATION_FAILED' } }]);
  });
});
