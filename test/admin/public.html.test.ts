import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPageBundle } from '../../server/public/page.bundle.js';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql, signIn } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { prepared, review, submissionOf } from '../setup/intake.js';
import { type Outside, startOutside } from '../setup/outside.js';
import { makePerson } from '../setup/people.js';
import { draftByAgent, makeBuilder, publishedByAgent } from '../setup/projects.js';
import { addHostileTool, importSkill, MARKUP, publishSkill } from '../setup/public-pages.js';
import { publishDays } from '../setup/published-adoption.js';
import { hostileSkill, plainSkill } from '../setup/skill-files.js';

const bundle = await loadPageBundle();
if (!bundle) throw new Error('build the public pages first: npm run build:admin');

let outside: Outside;
let app: TestApp;
beforeAll(async () => {
  outside = await startOutside();
  app = await startApp({ env: { OUTBOUND_ALLOW: outside.host } });
});
afterAll(async () => {
  await app.close();
  await outside.close();
});

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Asks for a page as a browser without a script does; the body comes as it was sent. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const reply = await fetch(app.url + path, {
    method,
    redirect: 'manual',
    headers: { 'Accept-Encoding': 'identity', ...headers },
  });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
}

/** The bytes of an answer, still compressed. */
const bytesOf = (path: string, encoding: string): Promise<{ body: Buffer; encoding: string; etag: string }> =>
  new Promise((resolve, reject) => {
    const requested = request(app.url + path, { headers: { 'accept-encoding': encoding } }, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('end', () =>
        resolve({
          body: Buffer.concat(parts),
          encoding: String(reply.headers['content-encoding']),
          etag: String(reply.headers.etag),
        }),
      );
    });
    requested.on('error', reject).end();
  });

/** The text that a reader sees of a document: no markup and no script. */
const readable = ({ text }: Answer): string => text.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<[^>]*>/g, ' ');

const jsonLdOf = ({ text }: Answer): Record<string, unknown>[] =>
  [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json = '']) => JSON.parse(json));

describe('a public page', () => {
  it.each([
    ['/', 'Find out which developer tools are really used', 'Most evidence'],
    ['/directory', 'Directory', 'the best proven first'],
    ['/directory?q=send+email&pricing=freemium', 'Directory', 'the best match first'],
    ['/tools/stripe', 'Stripe', 'npm install stripe'],
    ['/offers', 'Offers', 'offers'],
    ['/h', 'Hackathons', 'Where developers build with the tools of sponsors'],
  ])('%s is complete HTML without a script', async (path, heading, content) => {
    const page = await get(path);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toMatch(new RegExp(`<h1>(<bdi>)?${heading}(</bdi>)?</h1>`));
    expect(readable(page)).toContain(content);
  });

  it.each(['/', '/directory', '/tools/stripe', '/offers', '/submit', '/submit/tracked_links'])(
    '%s says in its head what it is',
    async (path) => {
      const { text } = await get(path);
      const [, title = ''] = /<title>(.*?)<\/title>/.exec(text) ?? [];
      const [, description = ''] = /<meta name="description" content="(.*?)">/.exec(text) ?? [];
      expect([title.length > 3, description.length > 30]).toEqual([true, true]);
      expect(text).toContain(`<link rel="canonical" href="${app.url}${path}">`);
      for (const [property, content] of [
        ['og:title', title],
        ['og:description', description],
        ['og:url', app.url + path],
      ])
        expect(text).toContain(`<meta property="${property}" content="${content}">`);
      const [, image = ''] = /<meta property="og:image" content="(.*?)">/.exec(text) ?? [];
      const shown = await fetch(image);
      expect([image.startsWith(app.url), shown.status, shown.headers.get('content-type')]).toEqual([
        true,
        200,
        'image/png',
      ]);
    },
  );

  it('describes a tool and an offer in the vocabulary of search engines, without inventing a price', async () => {
    expect(jsonLdOf(await get('/tools/stripe'))).toMatchObject([
      { '@type': 'SoftwareApplication', name: 'Stripe', url: `${app.url}/tools/stripe` },
      { '@type': 'BreadcrumbList' },
    ]);
    const [, slug = ''] = /href="\/offers\/([^"]+)"/.exec((await get('/offers')).text) ?? [];
    const [offer] = jsonLdOf(await get(`/offers/${slug}`));
    expect(offer).toMatchObject({ '@type': 'Offer', url: `${app.url}/offers/${slug}` });
    expect(Object.keys(offer ?? {})).not.toContain('price');
  });

  it('is cached under a strong ETag, is the same for everyone and holds no nonce', async () => {
    const page = await get('/directory');
    const etag = page.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    expect(page.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=300');
    expect(page.headers.get('content-security-policy')).not.toContain('nonce');
    expect(page.text).not.toMatch(/nonce|<style| style=/);
    const cookie = await signIn(app, app.credentials.users.owner);
    const signedIn = await get('/directory', { cookie, authorization: 'Bearer nonsense' });
    expect([signedIn.status, signedIn.headers.get('etag'), signedIn.text]).toEqual([200, etag, page.text]);
    expect(signedIn.headers.get('set-cookie')).toBeNull();
    const again = await get('/directory', { 'If-None-Match': etag });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('is sent in the form that was asked for, each under a tag of its own', async () => {
    const plain = await bytesOf('/directory', 'identity');
    const br = await bytesOf('/directory', 'gzip, br');
    const gzip = await bytesOf('/directory', 'gzip');
    expect([br.encoding, gzip.encoding]).toEqual(['br', 'gzip']);
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(new Set([plain.etag, br.etag, gzip.etag]).size).toBe(3);
  });

  it('answers HEAD as GET without a body, and no other method', async () => {
    const head = await get('/tools/stripe', {}, 'HEAD');
    const page = await get('/tools/stripe');
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(page.text)));
    const post = await get('/directory', {}, 'POST');
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('counts under public-read, once whatever it asks for', async () => {
    const remaining = async () => Number(/r=(\d+)/.exec((await get('/')).headers.get('ratelimit') ?? '')?.[1]);
    const first = await remaining();
    expect(await remaining()).toBe(first - 1);
  });

  it.each(['/', '/directory', '/tools/stripe', '/offers', '/adoption', '/docs', '/docs/api'])(
    '%s weighs less than 250 kB with everything that it loads',
    async (path) => {
      const page = await bytesOf(path, 'br');
      const text = (page.encoding === 'br' ? brotliDecompressSync(page.body) : page.body).toString();
      const files = [...text.matchAll(/(?:src|href)="((?:\/admin)?\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
      const loaded = await Promise.all([...new Set(files)].map((file) => bytesOf(file, 'br')));
      expect(loaded.length).toBeGreaterThan(0);
      expect(page.body.length + loaded.reduce((sum, { body }) => sum + body.length, 0)).toBeLessThan(250_000);
    },
  );
});

describe('the search without a script', () => {
  it('is a form that sends its filters along, and pages that continue each other', async () => {
    const first = await get('/directory?category=payments&utm_source=elsewhere');
    expect(first.text).toContain('<form class="search" action="/directory" method="get">');
    expect(first.text).toContain('<input type="hidden" name="category" value="payments"/>');
    expect(first.text).not.toContain('utm_source');
    const all = await get('/directory');
    const [, more = ''] = /href="(\/directory\?cursor=[^"]+)"/.exec(all.text) ?? [];
    const second = await get(more);
    const namesIn = ({ text }: Answer) => [...text.matchAll(/class="whole" href="([^"]+)"/g)].map(([, href]) => href);
    expect(namesIn(second)).toHaveLength(20);
    expect(namesIn(second).filter((one) => namesIn(all).includes(one))).toEqual([]);
  });

  it('keeps what a filter would offer beside what it cuts, and finds the way out of nothing', async () => {
    const filtered = await get('/directory?category=payments');
    expect(filtered.text).toContain('category=payments&amp;category=email');
    expect(filtered.text).toContain('aria-label="Remove the filter Category: payments"');
    expect(readable(await get('/directory?q=zzqqxxyy&pricing=free'))).toContain('Search without filters');
  });

  it('asks search engines to list the directory and its categories, and no other question', async () => {
    const robots = async (path: string) => (await get(path)).text.includes('<meta name="robots" content="noindex');
    expect([await robots('/directory'), await robots('/directory?category=payments')]).toEqual([false, false]);
    expect([await robots('/directory?q=x'), await robots('/offers?kind=credits')]).toEqual([true, true]);
  });

  it('takes a question as long as the operation does, from each form that leads to the directory', async () => {
    for (const path of ['/', '/directory', '/no-such-page'])
      expect((await get(path, { accept: 'text/html' })).text.match(/<input[^>]*id="q"[^>]*>/)?.[0], path).toMatch(
        /maxlength="1000"/i,
      );
    expect((await get(`/directory?q=${'x'.repeat(1_000)}`)).status).toBe(200);
  });

  it('shows each need that it read, with the way to take it out, and the words that stand for nothing known', async () => {
    const page = await get('/directory?q=payments,+search+and+email+for+zebras');
    const [, needs = ''] = /aria-label="What was understood">(.*?)<\/ul>/.exec(page.text) ?? [];
    expect(needs.replace(/<[^>]*>/g, '')).toBe('Payments ×Full-text search ×Email sending ×');
    expect(needs).toContain('href="/directory?q=payments%2C+search+for+zebras"');
    expect(readable(page)).toContain('No known need or tool: zebras.');
    expect((await get('/directory?q=payments')).text).not.toContain('What was understood');
  });

  it('says as a page what it can’t answer', async () => {
    for (const path of [
      `/directory?q=${'x'.repeat(1_001)}`,
      '/directory?category=no-such-category',
      '/offers?kind=x',
    ]) {
      const page = await get(path);
      expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
      expect([page.headers.get('cache-control'), page.headers.get('etag')]).toEqual(['private, no-store', null]);
      expect(readable(page)).toContain('This search can’t be answered');
    }
  });
});

describe('a page that is not there', () => {
  it.each(['/tools/no-such-tool', '/offers/no-such-offer', '/p/no-such-project', '/s/nonsense', '/s/skl_0'])(
    '%s is a page with status 404',
    async (path) => {
      const page = await get(path);
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(page.text).toContain('<h1>Page not found</h1>');
      expect(page.text).toContain('<meta name="robots" content="noindex">');
    },
  );

  it('is a page for browsers at any address, and a problem document for programs', async () => {
    const browser = await get('/no/such/page', { accept: 'text/html,*/*;q=0.8' });
    expect([browser.status, browser.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    for (const [path, accept] of [
      ['/no/such/page', '*/*'],
      ['/api/no-such-path', 'text/html'],
    ] as const) {
      const program = await get(path, { accept });
      expect([program.status, program.headers.get('content-type')]).toEqual([
        404,
        'application/problem+json; charset=utf-8',
      ]);
    }
  });
});

describe('what others wrote', () => {
  it('is shown as text on the page of a tool, in lists, in the head and in what its script reads', async () => {
    const slug = await addHostileTool(app);
    for (const path of [`/tools/${slug}`, '/directory?category=trial']) {
      const page = await get(path);
      expect(page.status).toBe(200);
      expect(page.text).not.toMatch(/<img src=x|<script>document/);
      expect(page.text.match(/<\/script>/g)).toHaveLength(page.text.match(/<script/g)?.length ?? 0);
      expect(page.text).toContain('&lt;img src=x onerror=');
    }
    const [tool] = jsonLdOf(await get(`/tools/${slug}`));
    expect(String(tool?.description)).toContain(MARKUP);
    const [, title = ''] = /<title>(.*?)<\/title>/.exec((await get(`/tools/${slug}`)).text) ?? [];
    expect(title).not.toContain('\u202e');
  });

  it('leads out over https alone, and vouches for nothing', async () => {
    const slug = await addHostileTool(app, 'hostile-links');
    const { text } = await get(`/tools/${slug}`);
    const outside = [...text.matchAll(/<a href="(?!\/|#)([^"]*)"([^>]*)>/g)];
    expect(outside.length).toBeGreaterThan(0);
    for (const [, href = '', rest] of outside) {
      expect(href.startsWith('https://') || href.startsWith(`${app.url}/go/`)).toBe(true);
      expect(rest).toContain('rel="nofollow ugc noopener"');
    }
  });

  it('in a skill is its whole text, with what it hides shown and nothing live', async () => {
    const text = `${hostileSkill()}${'more\n'.repeat(2_400)}the very last line\n`;
    const skillId = await publishSkill(app, outside, await makePerson(app), text);
    const page = await get(`/s/${skillId}`);
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/<script>alert|<img src="https:\/\/tracker|href="javascript/);
    expect(readable(page)).toContain('⟨U+202E⟩');
    expect(readable(page)).toContain('the very last line');
    expect(page.text).toContain('id="L2000"');
  });
});

describe('what is private', () => {
  it('is never shown: a draft of a project, an unpublished skill', async () => {
    const builder = await makeBuilder(app);
    const draft = await draftByAgent(app, builder);
    const skillId = await importSkill(app, outside, builder.person, plainSkill());
    const cookie = await signIn(app, builder.person);
    for (const path of [`/p/${draft.slug}`, `/s/${skillId}`]) {
      expect((await get(path)).status).toBe(404);
      expect((await get(path, { cookie })).status).toBe(404);
    }
    expect((await get('/sitemap.xml')).text).not.toContain(skillId);
  });

  it('of a published project stays private: its note', async () => {
    const builder = await makeBuilder(app);
    const note = 'Ask the lawyer before this goes out';
    const project = await publishedByAgent(app, builder, { note, tools: [{ slug: 'stripe', role: 'invoices' }] });
    const page = await get(`/p/${project.slug}`);
    expect(readable(page)).toContain('Invoice reminders');
    expect(readable(page)).toContain('self-reported');
    expect(page.text).not.toContain(note);
  });

  it('of a published project says noindex until its owner agrees that it is listed', async () => {
    const builder = await makeBuilder(app);
    const project = await publishedByAgent(app, builder);
    const isUnlisted = async () => (await get(`/p/${project.slug}`)).text.includes('content="noindex, follow"');
    expect(await isUnlisted()).toBe(true);
    for (const listed of [true, false]) {
      await askGraphql(
        app,
        'mutation ($input: SetProjectListedInput!) { setProjectListed(input: $input) { listed } }',
        { input: { projectId: project.id, listed } },
        { cookie: builder.person.cookie },
      );
      expect(await isUnlisted()).toBe(!listed);
    }
  });
});

describe('the page of a published day', () => {
  it('is cached for a year, also after an upgrade, and no other is', async () => {
    await publishDays(app, 'stripe', [{ day: '2026-09-01', cohort: 'reported', developers: 40 }]);
    const cached = async (path: string) => {
      const { status, headers } = await get(path);
      return [status, headers.get('cache-control')];
    };
    const year = 'public, max-age=31536000, immutable';
    for (const path of ['/adoption/2026-09-01', '/adoption/2026-09-01?period=90d'])
      expect(await cached(path)).toEqual([200, year]);
    for (const path of ['/adoption/2026-08-01', '/adoption/2999-01-01', '/adoption/never'])
      expect(await cached(path)).toEqual([404, 'private, no-store']);
    expect((await cached('/adoption'))[1]).not.toContain('immutable');
    const { text } = await get('/adoption/2026-09-01');
    const [, styles = ''] = text.match(/<link rel="stylesheet" href="([^"]+)">/) ?? [];
    expect(await cached(styles)).toEqual([200, year]);
    const present = await get(styles);
    const earlier = await get(styles.replace(/-[\w-]{8}\.css$/, '-00000000.css'));
    expect([earlier.status, earlier.text]).toEqual([200, present.text]);
    expect(earlier.headers.get('cache-control')).not.toContain('immutable');
    expect((await get('/assets/other-00000000.css')).status).toBe(404);
    await query(app.databaseUrl, 'delete from adoption_snapshot_tool');
    await query(app.databaseUrl, 'delete from adoption_snapshot');
  });
});

describe('search engines', () => {
  it('find every page of the catalog and every published skill in the sitemap', async () => {
    const skillId = await publishSkill(app, outside, await makePerson(app), plainSkill());
    const { status, text, headers } = await get('/sitemap.xml');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
    const named = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);
    for (const path of ['/', '/directory', '/offers', '/h', '/docs/guides/companies', '/tools/stripe', `/s/${skillId}`])
      expect(named).toContain(app.url + path);
    expect(new Set(named).size).toBe(named.length);
    const { data } = await askGraphql<{ latestDirectoryChanges: { asOf: string } }>(
      app,
      '{ latestDirectoryChanges(limit: 1) { asOf } }',
    );
    expect(text).toContain(`<loc>${app.url}/directory</loc><lastmod>${data?.latestDirectoryChanges.asOf}</lastmod>`);
    await publishDays(app, 'stripe', [
      { day: '2026-10-01', cohort: 'reported', developers: 40 },
      { day: '2026-10-02', cohort: 'reported', developers: 50 },
    ]);
    const [first, newest] = await query<{ day: string; made: Date }>(
      app.databaseUrl,
      'select day::text, created_at as made from adoption_snapshot order by adoption_snapshot.day',
    );
    expect([first?.day, newest?.day]).toEqual(['2026-10-01', '2026-10-02']);
    const later = (await get('/sitemap.xml')).text;
    for (const [path, made] of [
      ['/adoption', newest?.made],
      ['/adoption/2026-10-02', newest?.made],
      ['/adoption/2026-10-01', first?.made],
    ] as const)
      expect(later).toContain(`<loc>${app.url}${path}</loc><lastmod>${made?.toISOString()}</lastmod>`);
    const robots = await get('/robots.txt');
    expect(robots.text).toContain(`Sitemap: ${app.url}/sitemap.xml`);
    expect(robots.text).toContain('Disallow: /admin');
  });
});

describe('the table of pages', () => {
  it('has an address, a document and a picture of its own for each', () => {
    const paths = bundle.pages.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toEqual(
      expect.arrayContaining([
        '/',
        '/directory',
        '/tools/:slug',
        '/offers',
        '/offers/:slug',
        '/p/:slug',
        '/s/:skillId',
      ]),
    );
    for (const { document } of bundle.pages) expect(document.trim()).toMatch(/^query /);
  });

  it('asks nothing that a stranger may not ask, with the parameters of its own path alone', () => {
    for (const page of bundle.pages) {
      const names = [...page.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
      const params = Object.fromEntries(names.map((name) => [name, 'x']));
      const query = bundle.queryOf(page, new URLSearchParams('utm_source=x&nonsense=1'));
      expect(String(query)).toBe('');
      expect(bundle.pathOf(page, params)).toBe(page.path.replace(/:\w+/g, 'x'));
      expect(() => page.variables({ path: page.path, params, query })).not.toThrow();
    }
  });
});

describe('the two addresses of a deployment', () => {
  let apart: TestApp;
  beforeAll(async () => {
    apart = await startApp({ env: { WORKSPACE_URL: 'https://dai.example' } });
  });
  afterAll(() => apart.close());

  it('lead from the API to the pages, question and all', async () => {
    const reply = await fetch(`${apart.address}/directory?q=email`, { redirect: 'manual' });
    expect([reply.status, reply.headers.get('location')]).toEqual([302, 'https://dai.example/directory?q=email']);
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });
});

describe('the page of what an approval wrote', () => {
  it('says that it is a vendor’s statement, and nothing that somebody read, confirmed or found in public', async () => {
    const { id } = await prepared(app, submissionOf('tracked_links'));
    const reviewer = await signIn(app, app.credentials.users.reviewer);
    const { data } = await review(app, 'approveIntake', { id, revision: 1 }, reviewer);
    const { toolSlug, offerSlug } = data?.approveIntake?.outcome ?? {};
    for (const path of [
      `/tools/${toolSlug}`,
      `/offers/${offerSlug}`,
      `/directory?q=${toolSlug}`,
      `/offers?q=${offerSlug}`,
    ]) {
      const text = readable(await get(path));
      expect(text, path).toContain('vendor statement, approved by a reviewer on');
      if (path.split('/').length > 2) expect(text, path).not.toMatch(/\bread \d+ \w+ \d{4}|public-source|Confirmed \d/);
    }
  });
});
