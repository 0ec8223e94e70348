import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { countRows } from '../setup/rows.js';

let app: TestApp;
let link: string;
let address: string;
beforeAll(async () => {
  app = await startApp();
  const { body } = await ask<{ tools: { actions: { kind: string; url: string }[] }[] }>(
    `${app.url}/api/directory/context?q=stripe&limit=1`,
  );
  link = body.tools[0]?.actions.find(({ kind }) => kind === 'website')?.url ?? '';
  const rows = await query<{ website: string }>(app.databaseUrl, `select website from tool where slug = 'stripe'`);
  address = rows[0]?.website ?? '';
});
afterAll(() => app.close());

const opened = () => query<{ event_name: string; event_family: string }>(app.databaseUrl, 'select * from intent_event');

describe('GET /go/{linkId}', () => {
  it('leads to the stored address and stores one intent event and nothing else', async () => {
    const before = await countRows(app);
    const reply = await ask(link, {
      headers: { 'user-agent': 'curl/8.10.1', referer: 'https://somebody.example/private' },
    });
    expect([reply.status, reply.headers.get('location'), reply.headers.get('cache-control')]).toEqual([
      302,
      address,
      'private, no-store',
    ]);
    expect(await countRows(app)).toEqual({
      ...before,
      'public.intent_event': (before['public.intent_event'] ?? 0) + 1,
    });
    const [event] = await query<Record<string, unknown>>(app.databaseUrl, 'select * from intent_event');
    expect(event).toMatchObject({ event_name: 'WEBSITE_OPENED', event_family: 'intent' });
    expect(Object.keys(event ?? {}).sort()).toEqual(['event_family', 'event_name', 'id', 'link_id', 'received_at']);
  });

  it.each([
    ['a HEAD', { method: 'HEAD' }],
    ['a prefetch', { headers: { 'sec-purpose': 'prefetch' } }],
    ['a preview', { headers: { 'x-purpose': 'preview' } }],
    ['a prerender', { headers: { 'sec-purpose': 'prefetch;prerender' } }],
    [
      'a crawler',
      { headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' } },
    ],
    ['a link preview', { headers: { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' } }],
  ])('leads %s on and counts nothing', async (_name, options) => {
    const before = await opened();
    const reply = await ask(link, options);
    expect([reply.status, reply.headers.get('location')]).toEqual([302, address]);
    expect(await opened()).toHaveLength(before.length);
  });

  it('leads nowhere but to stored addresses', async () => {
    const before = await opened();
    for (const path of [
      'lnk_00000000-0000-7000-8000-000000000000',
      'nonsense',
      `${link.split('/').at(-1)}%2F..`,
      'https:%2F%2Felsewhere.example',
      `${link.split('/').at(-1)}?url=https://elsewhere.example`.replace('lnk_', 'tol_'),
    ]) {
      const reply = await ask(`${app.url}/go/${path}`);
      expect([path, reply.status, reply.headers.get('location')]).toEqual([path, 404, null]);
    }
    const redirected = await ask(`${link}?url=https://elsewhere.example&to=//elsewhere.example`);
    expect(redirected.headers.get('location')).toBe(address);
    expect(await opened()).toHaveLength(before.length + 1);
  });

  it('is switched off when the address is gone, and keeps what it counted', async () => {
    const before = await opened();
    const id = link.split('_').at(-1);
    await query(app.databaseUrl, 'update tracked_link set active = false where id = $1', [id]);
    expect((await ask(link)).status).toBe(404);
    await query(app.databaseUrl, 'update tracked_link set active = true where id = $1', [id]);
    expect(await opened()).toHaveLength(before.length);
  });

  it('takes no other method', async () => {
    const reply = await ask(link, { method: 'POST', body: {} });
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('GET /go/{linkId} · 429', () => {
  it('has a budget of its own', async () => {
    const tight = await startApp({ env: { RATE_LIMIT_SCALE: '0.05' } });
    const at = `${tight.url}/go/lnk_00000000-0000-7000-8000-000000000000`;
    const statuses = [];
    for (let one = 0; one < 5; one += 1) statuses.push((await ask(at)).status);
    await tight.close();
    expect(statuses).toEqual([404, 404, 404, 429, 429]);
  });
});
