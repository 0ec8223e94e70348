import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { addTools, makeFacts } from '../setup/plans.js';
import { addHostileTool } from '../setup/public-pages.js';
import { publishDays } from '../setup/published-adoption.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const pictureOf = async (path: string) => {
  const reply = await fetch(`${app.url}/previews${path}.png`);
  return {
    status: reply.status,
    type: reply.headers.get('content-type'),
    body: Buffer.from(await reply.arrayBuffer()),
  };
};

describe('GET /previews/…png', () => {
  it.each(['/index', '/adoption', '/tools/stripe', '/categories/payments', '/compare/adyen-vs-stripe'])(
    '%s is a picture of 1200 by 630',
    async (path) => {
      const { status, type, body } = await pictureOf(path);
      expect([status, type]).toEqual([200, 'image/png']);
      expect(body.subarray(0, 8).equals(PNG)).toBe(true);
      expect([body.readUInt32BE(16), body.readUInt32BE(20)]).toEqual([1200, 630]);
    },
  );

  it('is the picture that the page names, and is another one when the page’s numbers are', async () => {
    const page = await (await fetch(`${app.url}/tools/stripe`)).text();
    expect(page).toContain(`<meta property="og:image" content="${app.url}/previews/tools/stripe.png">`);
    const before = await pictureOf('/tools/stripe');
    await publishDays(app, 'stripe', [{ day: '2026-11-02', cohort: 'reported', developers: 45 }]);
    const after = await pictureOf('/tools/stripe');
    expect(after.body.equals(before.body)).toBe(false);
    expect((await pictureOf('/tools/stripe')).body.equals(after.body)).toBe(true);
  });

  it('draws whatever others wrote: markup, directions, pictographs, words without an end and letters of no font', async () => {
    const slug = await addHostileTool(app, 'hostile-picture');
    await addTools(app, makeFacts('kanji-tool', { name: '東京ツール 👩‍🚀', summary: '漢字だけの説明。' }));
    for (const name of [slug, 'kanji-tool']) expect((await pictureOf(`/tools/${name}`)).status).toBe(200);
  });

  it('is 404 where the page is, and takes GET and HEAD alone', async () => {
    expect((await pictureOf('/tools/no-such-tool')).status).toBe(404);
    expect((await pictureOf('/directory')).status).toBe(404);
    expect((await fetch(`${app.url}/previews/index.png`, { method: 'POST' })).status).toBe(405);
  });

  it('is drawn once for all who ask for it at the same time', async () => {
    await addTools(app, makeFacts('crowded-tool'));
    const all = await Promise.all(Array.from({ length: 60 }, () => pictureOf('/tools/crowded-tool')));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(all.map(({ body }) => body.toString('base64'))).size).toBe(1);
  });
});

describe('GET /docs/guides/{name}', () => {
  it.each([
    'choosing-a-tool',
    'coding-agents',
    'companies',
    'citing',
    'agent-keys',
    'reports-and-actions',
    'mcp',
    'people',
    'operations',
  ])('%s is a page with this deployment’s addresses, and each of its links leads somewhere', async (name) => {
    const reply = await fetch(`${app.url}/docs/guides/${name}`);
    const text = await reply.text();
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toMatch(/<h1 id="[a-z0-9-]+">/);
    expect(text).not.toContain('api.example.com');
    const own = [...text.matchAll(/ href="(\/[^"#]*)/g)].map(([, href = '']) => href);
    for (const href of new Set(own)) expect((await fetch(app.url + href)).status, href).toBe(200);
  });

  it('is 404 for a name that is no guide, whatever it looks like', async () => {
    for (const name of ['nothing', '..%2F..%2FREADME', 'toString', 'people.md'])
      expect((await fetch(`${app.url}/docs/guides/${name}`)).status, name).toBe(404);
  });
});
