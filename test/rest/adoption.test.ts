import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  foldEvents,
  newestDueDay,
  readPublicationSecret,
  readToolTruths,
  snapshotJob,
} from '../../server/adoption/index.js';
import { storedUuid } from '../../server/platform/ids.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn } from '../setup/ask.js';
import { importFile } from '../setup/catalog-file.js';
import { runCommand } from '../setup/command.js';
import { asGateway, query } from '../setup/database.js';
import { linkTool, setDomainVerified } from '../setup/evidence.js';
import { workOf } from '../setup/jobs.js';
import { type Company, makeCompany } from '../setup/people.js';
import { withholdNothingOf } from '../setup/publication.js';

interface Component {
  readonly id: string;
  readonly value: number | null;
  readonly weight: number;
}

interface Row {
  readonly tool: { readonly slug: string };
  readonly cohort: string;
  readonly score: number | null;
  readonly shares: { readonly steadyUse: number | null };
  readonly components: readonly Component[];
}

interface Answer {
  readonly snapshotId: string | null;
  readonly nextCursor: string | null;
  readonly period: { readonly to: string };
  readonly tools: readonly Row[];
  readonly proof: readonly unknown[];
  readonly rankings: readonly {
    readonly id: string;
    readonly label: string;
    readonly title: string;
    readonly asOf: string;
    readonly entries: readonly { readonly rank: number; readonly value: number }[];
  }[];
  readonly notices: readonly string[];
}

const DAY_MS = 86_400_000;
/** Developers of the tool that is reported, and how many of them activated and came back a week later. */
const DEVELOPERS = 47;
const ACTIVATED = 32;
const RETAINED = 18;
const ACCOUNTS = 23;
/** Tools of the starter catalog: two are linked, and a stranger's product is only called like the third. */
const SLUG = 'stripe';
const SMALL_SLUG = 'openai';
const UNLINKED_SLUG = 'resend';

/** Everything that both doors answer. */
const FIELDS = `snapshotId nextCursor asOf period { id days from to }
  methodology { version url minimumCohort { developers accounts } withheld { q { developers accounts events } atMost eventsAtMost }
    publishedIn { activated retained shares events } minimumDenominator dominance { top1 top2 } rounding lagHours }
  tools { rank tool { slug name } label cohort developers accounts activated retained events shares { activation return steadyUse toolSuccess } toolSuccess change score grade coverage
    components { id value weight facts } measures { kind value label source subject asOf change changeSince } }
  categories { category label cohort tools developers accounts activated retained events }
  proof { tool { slug name } signal label asOf }
  rankings { id label title asOf entries { rank tool { slug name } value subject asOf source } }
  notices`;

let app: TestApp;
let day: string;
let large: Company;
let small: Company;
let unlinked: Company;

/** A verified company whose product is linked to a tool of the catalog. */
async function makeCompanyOf(slug: string): Promise<Company> {
  const company = await makeCompany(app);
  await setDomainVerified(app, company.organizationId);
  const tool = (await app.app.parts.catalog.read()).bySlug.get(slug);
  if (!tool) throw new Error(`the starter catalog has no ${slug}`);
  await linkTool(app, company, tool.id);
  return company;
}

interface Sent {
  readonly developer: number;
  readonly name: 'FIRST_API_CALL' | 'USED' | 'RETURNED_AFTER_7_DAYS';
  readonly daysAgo: number;
}

async function send({ trackingKey, productId }: Company, events: readonly Sent[]): Promise<void> {
  for (let from = 0; from < events.length; from += 50) {
    const batch = events.slice(from, from + 50).map(({ developer, name, daysAgo }) => ({
      event_name: name,
      ...(name === 'USED' ? { event_family: 'evaluation' } : {}),
      developer_id: `dev-${developer}`,
      account_domain: `account-${developer % ACCOUNTS}.example`,
      product: { id: productId, name: 'An API', type: 'api' },
      occurredAt: new Date(app.clock.now().getTime() - daysAgo * DAY_MS).toISOString(),
      idempotencyKey: crypto.randomUUID(),
    }));
    const reply = await ask(`${app.url}/api/usage/track/batch`, { token: trackingKey, body: { events: batch } });
    if (reply.status !== 200) throw new Error(reply.text);
  }
}

const activations = (count: number, daysAgo: number, first = 0): Sent[] =>
  Array.from({ length: count }, (_, index) => ({ developer: first + index, name: 'FIRST_API_CALL', daysAgo }));

async function fold(): Promise<void> {
  await query(
    app.databaseUrl,
    "update tracking_event set recorded_at = (recorded_at at time zone 'utc' - interval '1 minute') at time zone 'utc'",
  );
  while ((await foldEvents(app.app.platform.em())).more);
}

const NO_SHARES = { activation: null, return: null, steadyUse: null, toolSuccess: null };

/** Makes the snapshot that is due, as the worker does. */
const makeDue = () => snapshotJob(readToolTruths, () => readPublicationSecret(app.databaseUrl)).run(workOf(app), {});

const read = (search = '') => ask<Answer>(`${app.url}/api/v1/adoption${search}`);
const rowOf = ({ tools }: Answer, slug: string): Row | undefined => tools.find(({ tool }) => tool.slug === slug);
const badge = (slug: string) => ask(`${app.url}/badges/${slug}.svg`);

async function readHistory(slug: string): Promise<{ day: string; periods: unknown[] }[]> {
  const { data } = await askGraphql<{ tool: { adoptionHistory: { day: string; periods: unknown[] }[] } }>(
    app,
    'query ($slug: String!) { tool(slug: $slug) { adoptionHistory(days: 30) { day periods { period cohort developers } } } }',
    { slug },
  );
  return data?.tool.adoptionHistory ?? [];
}

/** Everything that is stored of the snapshots, also what is never shown. */
const readStored = () =>
  query(
    app.databaseUrl,
    `select to_jsonb(s) as snapshot, (select jsonb_agg(t order by t.tool_id) from adoption_snapshot_tool t where t.day = s.day) as tools
     from adoption_snapshot s order by s.day`,
  );

beforeAll(async () => {
  app = await startApp();
  day = newestDueDay(app.clock.now());
  large = await makeCompanyOf(SLUG);
  small = await makeCompanyOf(SMALL_SLUG);
  const tool = (await app.app.parts.catalog.read()).bySlug.get(SLUG);
  await withholdNothingOf(app.databaseUrl, storedUuid('tol', tool?.id ?? ''));
  unlinked = await makeCompany(app, UNLINKED_SLUG);
  await setDomainVerified(app, unlinked.organizationId);
  await send(
    large,
    Array.from({ length: DEVELOPERS }, (_, developer) => ({
      developer,
      name: developer < ACTIVATED ? 'FIRST_API_CALL' : 'USED',
      daysAgo: 10 + (developer % 9),
    })),
  );
  await send(
    large,
    Array.from({ length: RETAINED }, (_, developer) => ({ developer, name: 'RETURNED_AFTER_7_DAYS', daysAgo: 3 })),
  );
  await send(small, activations(9, 5));
  await send(unlinked, activations(DEVELOPERS, 5));
  await fold();
});
afterAll(() => app.close());

describe('GET /api/v1/adoption · 200', () => {
  it('has no row before the first snapshot, and says so', async () => {
    const { status, body } = await read();
    expect(status).toBe(200);
    expect(body).toMatchObject({ tools: [], snapshotId: null, notices: [expect.stringContaining('No snapshot')] });
    expect((await badge(SLUG)).text).toContain('missing');
  });

  it('publishes a linked tool with rounded counts and a score that its row explains', async () => {
    await makeDue();
    app.app.parts.publishedAdoption.changed();
    const { body } = await read('?period=90d&limit=100');
    expect(body.period.to).toBe(day);
    expect(rowOf(body, SLUG)).toMatchObject({
      rank: 1,
      label: 'first-party',
      cohort: 'reported',
      developers: 45,
      accounts: 25,
      activated: 30,
      retained: 20,
      events: 65,
      shares: { activation: 70, return: null, toolSuccess: null },
      change: null,
      grade: expect.stringMatching(/^[A-E]$/),
      coverage: 0.65,
    });
    const { score, components = [], shares } = rowOf(body, SLUG) ?? {};
    expect(components).toEqual([
      { id: 'activation', value: 70, weight: 25, facts: [] },
      { id: 'retention', value: null, weight: 25, facts: [] },
      { id: 'steady_use', value: shares?.steadyUse, weight: 15, facts: [] },
      { id: 'agent_tool_success', value: null, weight: 10, facts: [] },
      { id: 'docs_readiness', value: 40, weight: 10, facts: ['url'] },
      { id: 'evidence_freshness', value: 100, weight: 15, facts: [] },
    ]);
    const sum = (part: (one: Component) => number): number =>
      components.filter(({ value }) => value !== null).reduce((total, one) => total + part(one), 0);
    expect(score).toBe(Math.round(sum(({ value, weight }) => (value ?? 0) * weight) / sum(({ weight }) => weight)));
    for (const period of ['7d', '30d'])
      expect(rowOf((await read(`?period=${period}&limit=100`)).body, SLUG)).toMatchObject({
        developers: period === '7d' ? 20 : 45,
        activated: null,
        retained: null,
        events: null,
        shares: NO_SHARES,
        rank: 1,
        score,
        components,
      });
    expect(body.proof).toMatchObject([
      { tool: { slug: SLUG }, signal: 'activation', label: 'first-party' },
      { tool: { slug: SLUG }, signal: 'retained', label: 'first-party' },
    ]);
    expect(body.rankings.filter(({ label }) => label !== 'public-source')).toMatchObject([
      { id: 'agent-rank', asOf: body.period.to, entries: [{ rank: 1, tool: { slug: SLUG }, value: score }] },
      { id: 'developers', entries: [{ rank: 1, tool: { slug: SLUG }, value: 45 }] },
    ]);
  });

  it('carries the rankings of public sources, each figure with its main package, day and source, in every period', async () => {
    const { body } = await read('?period=7d&limit=2');
    const rankings = body.rankings.filter(({ label }) => label === 'public-source');
    expect(rankings.map(({ id, title, asOf }) => [id, title, asOf])).toEqual([
      ['npm-weekly-downloads', 'npm downloads in a week', '2026-08-16'],
      ['npm-monthly-downloads', 'npm downloads in a month', '2026-03-31'],
      ['pypi-monthly-downloads', 'PyPI downloads in a month', '2026-03-31'],
      ['github-stars', 'GitHub stars', '2026-08-22'],
    ]);
    for (const { label, entries } of rankings) {
      expect(label).toBe('public-source');
      expect(entries).toEqual([expect.objectContaining({ rank: 1 }), expect.objectContaining({ rank: 2 })]);
    }
    expect(rankings[0]?.entries[0]).toEqual({
      rank: 1,
      tool: { slug: 'ajv', name: 'Ajv' },
      value: 365_940_707,
      subject: 'npm:ajv',
      asOf: '2026-08-16',
      source: expect.stringContaining('npm weekly downloads'),
    });
    expect((await read('?period=90d&limit=2')).body.rankings.filter(({ label }) => label === 'public-source')).toEqual(
      rankings,
    );
  });

  it('says of nine developers that they are not enough, and no number', async () => {
    const { body } = await read('?limit=100');
    expect(rowOf(body, SMALL_SLUG)).toEqual({
      tool: { slug: SMALL_SLUG, name: 'OpenAI API' },
      label: 'first-party',
      cohort: 'insufficient',
      rank: null,
      developers: null,
      accounts: null,
      activated: null,
      retained: null,
      events: null,
      shares: NO_SHARES,
      toolSuccess: null,
      change: null,
      score: null,
      grade: null,
      coverage: null,
      components: [],
      measures: expect.anything(),
    });
    expect((await badge(SMALL_SLUG)).text).toContain('insufficient');
  });

  it('has no row of a tool that a product without a link is called like', async () => {
    const { body } = await read('?limit=100');
    expect(body.tools.map(({ tool }) => tool.slug)).toEqual([SLUG, SMALL_SLUG]);
    expect(await readHistory(UNLINKED_SLUG)).toEqual([]);
    expect((await badge(UNLINKED_SLUG)).text).toContain('missing');
  });

  it.each(['7d', '30d', '90d'])('answers %s through GraphQL as through REST', async (period) => {
    const { body } = await read(`?period=${period}&limit=100`);
    const { data } = await askGraphql<{ adoption: Answer }>(
      app,
      `query ($period: String!) { adoption(period: $period, limit: 100) { ${FIELDS} } }`,
      { period },
    );
    expect(data?.adoption).toEqual(body);
  });

  it('has a strong ETag of each period, and 304 for who has the answer', async () => {
    const { headers } = await read();
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^"/);
    expect(headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=300');
    const again = (search: string) =>
      ask(`${app.url}/api/v1/adoption${search}`, { headers: { 'if-none-match': etag } });
    expect(await again('')).toMatchObject({ status: 304, text: '' });
    expect((await again('?period=7d')).status).toBe(200);
  });

  it('shows the history of a tool as it was published', async () => {
    expect(await readHistory(SLUG)).toMatchObject([
      {
        day,
        periods: [
          { period: '7d', cohort: 'reported', developers: 20 },
          { period: '30d', cohort: 'reported', developers: 45 },
          { period: '90d', cohort: 'reported', developers: 45 },
        ],
      },
    ]);
  });

  it('gives the directory its proof and facet, and the badge its number', async () => {
    const { body } = await ask<{
      tools: { slug: string; proof: { signal: string; label: string }[] }[];
      facets: { proof: { value: string; count: number }[] };
    }>(`${app.url}/api/directory/context?proof=activation`);
    expect(body.tools.map(({ slug }) => slug)).toEqual([SLUG]);
    expect(body.tools[0]?.proof).toContainEqual(
      expect.objectContaining({ signal: 'activation', label: 'first-party', asOf: `${day}T00:00:00.000Z` }),
    );
    expect(body.facets.proof).toContainEqual({ value: 'activation', count: 1 });
    const { headers, text } = await badge(SLUG);
    expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(text).toMatch(/45 developers · [A-E]/);
  });
});

describe('the publication secret', () => {
  it('is made with the schema, and the role that serves has no right to it', async () => {
    expect((await readPublicationSecret(app.databaseUrl)).length).toBeGreaterThanOrEqual(30);
    await expect(query(asGateway(app.databaseUrl), 'select secret from publication_secret')).rejects.toThrow(
      'permission denied for table publication_secret',
    );
  });
});

describe('a published snapshot', () => {
  it('stays as it is, whatever arrives later and however often the day is made again', async () => {
    const [answer, stored] = [(await read('?limit=100')).body, await readStored()];
    await send(small, activations(20, 6, 100));
    await send(large, activations(20, 6, 100));
    await fold();
    await makeDue();
    expect(await runCommand(app, 'adoption', 'snapshot', '--day', day)).toContain('stays as it is');
    await runCommand(app, 'adoption', 'rebuild');
    app.app.parts.publishedAdoption.changed();
    expect((await read('?limit=100')).body).toEqual(answer);
    expect(await readStored()).toEqual(stored);
  });

  it('of a day that has none is made once by an operator, and the newest one still answers', async () => {
    const missing = new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
    const [answer, stored] = [(await read()).body, await readStored()];
    const make = async () => JSON.parse(await runCommand(app, 'adoption', 'snapshot', '--day', missing, '--json'));
    expect(await make()).toEqual({ day: missing, made: true });
    const made = await readStored();
    expect(made).toHaveLength(2);
    expect(made[1]).toEqual(stored[0]);
    expect(await make()).toEqual({ day: missing, made: false });
    expect(await readStored()).toEqual(made);
    app.app.parts.publishedAdoption.changed();
    expect((await read()).body).toEqual(answer);
    expect((await readHistory(SLUG)).map((one) => one.day)).toEqual([missing, day]);
  });

  it.each(['2999-01-01', 'today', '2026-02-30'])('is not made of %s', async (given) => {
    await expect(runCommand(app, 'adoption', 'snapshot', '--day', given)).rejects.toThrow('--day must be a closed day');
    expect(await readStored()).toHaveLength(2);
  });
});

describe('a snapshot that is named', () => {
  const FINAL = 'public, max-age=31536000, immutable';
  const refused = (search: string) =>
    ask<{ code: string; detail: string; errors?: { pointer: string }[] }>(`${app.url}/api/v1/adoption?${search}`);

  it('answers by its day as by its id, and caches may have it for a year', async () => {
    const { snapshotId } = (await read()).body;
    const byDay = await read(`?day=${day}&limit=100`);
    expect(byDay.headers.get('cache-control')).toBe(FINAL);
    expect(byDay.body).toMatchObject({ snapshotId, period: { to: day } });
    const byId = await read(`?snapshot=${snapshotId}&limit=100`);
    expect(byId.text).toBe(byDay.text);
    const again = await ask(`${app.url}/api/v1/adoption?day=${day}&limit=100`, {
      headers: { 'if-none-match': byDay.headers.get('etag') ?? '' },
    });
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, FINAL]);
    const { data } = await askGraphql<{ adoption: Answer }>(
      app,
      `query ($snapshot: ID!) { adoption(period: "30d", limit: 100, snapshot: $snapshot) { ${FIELDS} } }`,
      { snapshot: snapshotId },
    );
    expect(data?.adoption).toEqual(byDay.body);
  });

  it('keeps the measures of its own rankings when the directory has newer ones', async () => {
    const measuresAt = async (search: string) =>
      (
        await ask<{ tools: { tool: { slug: string }; measures: { kind: string; value: number }[] }[] }>(
          `${app.url}/api/v1/adoption${search}`,
        )
      ).body.tools.find(({ tool }) => tool.slug === SLUG)?.measures;
    const named = await measuresAt(`?day=${day}`);
    const before = named?.find(({ kind }) => kind === 'npm_weekly_downloads')?.value ?? 0;
    expect(before).toBeGreaterThan(0);
    const text = `name,kind,value,day,source\nstripe,npm_weekly_downloads,${before + 1},${day},https://counts.example/downloads`;
    const reviewer = await signIn(app, app.credentials.users.reviewer);
    const imported = await importFile(app, reviewer, { format: 'measures', name: 'figures.csv', text });
    expect(imported.status, imported.text).toBe(200);
    expect(await measuresAt('')).toContainEqual(
      expect.objectContaining({ kind: 'npm_weekly_downloads', value: before + 1 }),
    );
    expect(await measuresAt(`?day=${day}&limit=24`)).toEqual(named);
  });

  it('has an older day that the newest answer has not', async () => {
    const older = new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
    expect((await read(`?day=${older}`)).body.period.to).toBe(older);
    expect((await read()).body.period.to).toBe(day);
  });

  it('is read on from row to row by a cursor, which stays in its snapshot', async () => {
    const first = (await read('?limit=1')).body;
    expect(first.tools.map(({ tool }) => tool.slug)).toEqual([SLUG]);
    const next = await read(`?limit=1&cursor=${first.nextCursor}`);
    expect(next.headers.get('cache-control')).toBe(FINAL);
    expect(next.body).toMatchObject({ snapshotId: first.snapshotId, nextCursor: null });
    expect(next.body.tools.map(({ tool }) => tool.slug)).toEqual([SMALL_SLUG]);
    for (const search of [
      `period=7d&cursor=${first.nextCursor}`,
      `day=${day}&cursor=${first.nextCursor}`,
      'cursor=x',
    ]) {
      const { status, body } = await refused(search);
      expect([status, body.errors?.[0]?.pointer]).toEqual([400, '/cursor']);
    }
  });

  it('is a table where CSV is asked for, with an ETag of its own', async () => {
    const json = await read('?limit=1');
    const csv = await read('?limit=1&format=csv');
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('etag')).not.toBe(json.headers.get('etag'));
    const [head = '', line = '', end] = csv.text.split('\r\n');
    const cells = line.split(',');
    const row = Object.fromEntries(
      head
        .replace('\uFEFF', '')
        .split(',')
        .map((name, index) => [name, cells[index]]),
    );
    expect(row).toMatchObject({
      rank: '1',
      tool: SLUG,
      label: 'first-party',
      cohort: 'reported',
      developers: '45',
      to: day,
      snapshotId: json.body.snapshotId,
      nextCursor: json.body.nextCursor,
    });
    expect(end).toBe('');
    expect((await read('?limit=1')).headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it.each([
    ['day=2020-01-01', 404],
    ['snapshot=snp_01890a5d-ac96-774b-bcce-b302099a8057', 404],
    ['day=2026-02-30', 400],
    ['day=', 400],
    ['snapshot=tol_01890a5d-ac96-774b-bcce-b302099a8057', 400],
    ['day=2020-01-01&snapshot=snp_01890a5d-ac96-774b-bcce-b302099a8057', 400],
    ['format=xml', 400],
  ])('is refused as ?%s with %i', async (search, status) => {
    const reply = await refused(search);
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([status, 'private, no-store']);
  });

  it('of a methodology that was superseded is 410 and refers to the defect log', async () => {
    const made = new Date(Date.parse(day) - 2 * DAY_MS).toISOString().slice(0, 10);
    await runCommand(app, 'adoption', 'snapshot', '--day', made);
    await query(app.databaseUrl, `update adoption_snapshot set methodology = 'adoption-v0' where day = '${made}'`);
    const { status, body } = await refused(`day=${made}`);
    expect([status, body.code]).toEqual([410, 'GONE']);
    expect(body.detail).toContain('/methodology');
  });
});

describe('GET /api/v1/adoption · 400', () => {
  it.each(['period=14d', 'period=', 'limit=0', 'limit=101', 'limit=x', 'days=3'])('refuses ?%s', async (search) => {
    const { status, body } = await ask<{ code: string; errors: { detail: string; hint?: string }[] }>(
      `${app.url}/api/v1/adoption?${search}`,
    );
    expect(status).toBe(400);
    expect(body.code).toBe('VALIDATION_FAILED');
    if (search.startsWith('period')) expect(body.errors[0]?.detail).toContain('7d, 30d, 90d');
  });
});
