import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liveThrough, type PublicAnswer, type TwinEvent, type TwinWorld } from '../setup/adoption.twins.js';

/** The tools of both worlds: one is reported, one has too few developers, one is suppressed. */
const [REPORTED, SMALL, SUPPRESSED] = ['stripe', 'openai', 'resend'] as const;

const times = <T>(count: number, of: (number: number) => T): T[] => Array.from({ length: count }, (_, n) => of(n));

/** A developer who activates, comes back in the week after the next, and came a few days ago. */
const loyal = (developer: string, account: string | null): TwinEvent[] => [
  { developer, account, daysAgo: 18, name: 'FIRST_API_CALL' },
  { developer, account, daysAgo: 10, name: 'RETURNED_AFTER_7_DAYS' },
  { developer, account, daysAgo: 4, name: 'USED' },
];
const visitor = (developer: string, account: string | null): TwinEvent[] => [
  { developer, account, daysAgo: 4, name: 'USED' },
];
const calling = (developer: string, account: string, calls: number, failed: number): TwinEvent[] => [
  ...times(calls, () => ({ developer, account, daysAgo: 4, name: 'MCP_TOOL_CALL_SUCCEEDED' }) as const),
  ...times(failed, () => ({ developer, account, daysAgo: 4, name: 'MCP_TOOL_CALL_FAILED' }) as const),
];

/**
 * 44 developers of 22 accounts are left of the reported tool; each world withholds others beside them. Fewer than ten came once: where a week ends
 * between two snapshots, more would move a share or not, by a draw that is another one in each world.
 */
const left = (): TwinEvent[] =>
  times(44, (n) => (n < 36 ? loyal : visitor)(`dev-${n}`, `account-${n % 22}.example`)).flat();

/** Developers and accounts of the same names as those of the tools, some of them withheld there. */
const OF_STRANGER = times(7, (n) =>
  visitor(`${n < 4 ? 'dev' : 'other'}-${n}`, `${n < 4 ? 'account' : 'other'}-${n % 4}.example`),
).flat();

const ONE: TwinWorld = {
  ofStranger: OF_STRANGER,
  events: {
    [REPORTED]: left(),
    [SMALL]: times(3, (n) => visitor(`dev-${n}`, `account-${n}.example`)).flat(),
    [SUPPRESSED]: times(64, (n) => visitor(`dev-${n}`, n < 56 ? 'large.example' : `account-${n}.example`)).flat(),
  },
  withheld: { of: REPORTED, accounts: 0, developers: 0, events: 0 },
  suppressed: { of: SUPPRESSED, accountsAtMost: 6 },
};
const OTHER: TwinWorld = {
  ofStranger: OF_STRANGER,
  events: {
    [REPORTED]: [...left(), ...times(5, (n) => loyal(`other-${n}`, n < 2 ? `other-${n}.example` : null)).flat()],
    [SMALL]: times(9, (n) => [
      ...loyal(`dev-${n}`, n < 2 ? 'one.example' : null),
      ...(n < 2 ? calling(`dev-${n}`, 'one.example', 20, 15) : []),
    ]).flat(),
    [SUPPRESSED]: times(90, (n) => [
      ...loyal(`dev-${n}`, n < 80 ? 'large.example' : `account-${n}.example`),
      ...(n < 12 ? calling(`dev-${n}`, 'large.example', 3, 1) : []),
    ]).flat(),
  },
  withheld: { of: REPORTED, accounts: 2, developers: 5, events: 15 },
  suppressed: { of: SUPPRESSED, accountsAtMost: 6 },
};

const NOW = new Date();
const dayAt = (daysAgo: number): string => new Date(NOW.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const IDS = [randomUUID(), randomUUID()] as const;
const graphql = (query: string) => ['/graphql', JSON.stringify({ query })] as const;
const call = (name: string, given: object) =>
  [
    '/mcp',
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
  ] as const;

const ROWS = `period { id } asOf snapshotId tools { rank tool { slug } label cohort developers accounts events activated retained change score grade
  coverage shares { activation return steadyUse toolSuccess } toolSuccess components { id value } } categories { category cohort tools developers }
  proof { tool { slug } signal } rankings { id entries { rank value } } notices`;
const QUESTIONS = [
  ...['7d', '30d', '90d'].map((period) => graphql(`{ adoption(period: "${period}", limit: 100) { ${ROWS} } }`)),
  graphql('{ adoptionMethodology { exclusions { day reported suppressed insufficient } } }'),
  graphql('{ adoptionSnapshots(limit: 100) { items { snapshotId day createdAt } } }'),
  ...[REPORTED, SMALL, SUPPRESSED].flatMap((slug) => [
    graphql(
      `{ tool(slug: "${slug}") { proof { signal label } adoptionHistory(days: 90) { day periods { period cohort developers } } } }`,
    ),
    call('search_tools', { query: slug, limit: 5 }),
  ]),
];

/** Every kind of public address that knows of adoption, and of which it could depend what it says. */
function pathsOf(sitemap: string): string[] {
  const slugs = [REPORTED, SMALL, SUPPRESSED];
  const listed = [...sitemap.matchAll(/<loc>http:\/\/dai\.example([^<]*)<\/loc>/g)].map(([, path]) => path ?? '');
  const pages = listed.filter((path) => !/^\/(tools|offers|submit)\/|^\/docs$/.test(path)); // /docs has a nonce
  const api = ['7d', '30d', '90d'].flatMap((period) => [
    `/api/v1/adoption?period=${period}&limit=100`,
    `/api/v1/adoption?period=${period}&format=csv`,
    ...IDS.map((id) => `/api/v1/adoption?period=${period}&limit=100&snapshot=snp_${id}`),
    `/adoption?period=${period}`,
    `/previews/adoption.png?period=${period}`,
  ]);
  return [
    '/sitemap.xml',
    '/robots.txt',
    '/llms.txt',
    ...pages,
    ...api,
    ...[1, 2].flatMap((daysAgo) => [`/api/v1/adoption?day=${dayAt(daysAgo)}`, `/adoption/${dayAt(daysAgo)}`]),
    '/api/v1/agent-rank',
    ...['activation', 'retained'].map((proof) => `/api/directory/context?proof=${proof}`),
    '/api/directory/context?limit=50',
    '/directory?proof=activation',
    '/previews/index.png',
    ...['directory', 'adoption'].flatMap((name) => [`/feeds/${name}.atom`, `/feeds/${name}.json`]),
    ...slugs.flatMap((slug) => [
      `/tools/${slug}`,
      `/badges/${slug}.svg`,
      `/previews/tools/${slug}.png`,
      `/api/directory/context?q=${slug}`,
      `/directory?q=${slug}`,
    ]),
  ];
}

/** Events and the tables that are folded from them. */
const COUNTED_TABLES = /\b(tracking_event|adoption_(?!snapshot)\w+)\b/;
const OWN_FIGURES = `query ($o: ID!) {
  companyAdoption(organizationId: $o, from: "${dayAt(30)}", to: "${dayAt(0)}") { totals { developers accounts events activated } } }`;

let one: Awaited<ReturnType<typeof liveThrough>>;
let other: Awaited<ReturnType<typeof liveThrough>>;
beforeAll(async () => {
  [one, other] = [await liveThrough(ONE, NOW, IDS), await liveThrough(OTHER, NOW, IDS)];
});
afterAll(async () => {
  await one.close();
  await other.close();
});

/** The answers of both worlds to each request that they don’t answer the same. */
async function differing(requested: readonly (readonly [path: string, body?: string])[]) {
  const found: { path: string; body: string | undefined; answers: readonly [PublicAnswer, PublicAnswer] }[] = [];
  for (const [path, body] of requested) {
    const answers = [await one.read(path, body), await other.read(path, body)] as const;
    if (!isDeepStrictEqual(...answers)) found.push({ path, body, answers });
  }
  return found;
}

/** No public answer takes longer for what is withheld, since none looks at a table that holds it. */
function expectNoLookAtCounts(): void {
  const statements = one.statements.take();
  expect(statements.filter((text) => /\badoption_snapshot/.test(text)).length).toBeGreaterThan(0);
  expect(statements.filter((text) => COUNTED_TABLES.test(text))).toEqual([]);
}

describe('two worlds that differ in nothing but what is withheld', () => {
  it('have the same pages, badges, pictures, feeds, sitemap and REST answers, with the same tags and lengths', async () => {
    const paths = pathsOf((await one.read('/sitemap.xml')).body);
    expect(await differing(paths.map((path) => [path]))).toEqual([]);
    expectNoLookAtCounts();
  });

  it('are answered the same over GraphQL and MCP', async () => {
    expect(await differing(QUESTIONS)).toEqual([]);
    expectNoLookAtCounts();
  });

  it('look the same to another company, by dry-runs, its own figures and what its webhook hears', async () => {
    const events = Object.values(OTHER.events).flatMap((ofTool) => ofTool.slice(0, 12));
    const tell = async ({ stranger }: typeof one) => ({
      dryRuns: await stranger.dryRun(events),
      figures: await stranger.query(OWN_FIGURES),
      messages: await stranger.messages(),
    });
    const [inOne, inOther] = [await tell(one), await tell(other)];
    expect(inOne.dryRuns.map(({ status }) => status)).toEqual(events.map(() => 202));
    expect(inOne.figures).toContain('"developers":7');
    expect(inOne.messages.map(({ subject }) => subject)).toEqual([
      'account-0.example',
      'account-1.example',
      'account-2.example',
      'account-3.example',
      'other-0.example',
      'other-1.example',
      'other-2.example',
    ]);
    expect(inOther).toEqual(inOne);
  });

  it.each([
    ['/badges/stripe.svg', '45 developers'],
    ['/badges/openai.svg', 'insufficient'],
    ['/badges/resend.svg', 'suppressed'],
    ['/tools/stripe', 'developers'],
    ['/adoption', 'Stripe'],
    [`/adoption/${dayAt(2)}`, 'Stripe'],
    ['/sitemap.xml', `/adoption/${dayAt(1)}`],
    ['/api/directory/context?proof=activation', '"slug":"stripe"'],
  ])('show in %s what is published', async (path, shown) => {
    const { status, body } = await other.read(path);
    expect([status, body]).toEqual([200, expect.stringContaining(shown)]);
  });
});
