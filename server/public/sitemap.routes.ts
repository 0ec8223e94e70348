import express, { type RequestHandler, type Router } from 'express';
import { sendPublic } from '../../rest-shims/reply.js';
import {
  type CatalogSnapshot,
  type ComparedPair,
  type DirectoryParts,
  rankingIdOf,
  readComparedPairs,
} from '../directory/index.js';
import { intakeContracts } from '../intake/index.js';
import { ANONYMOUS, type Transport } from '../platform/context.js';
import { prepareDocument, runPrepared } from '../platform/graphql/prepared.js';
import { addressOf } from '../platform/http/address.rules.js';
import { takesOnly } from '../platform/http/methods.js';
import { GUIDES } from './guides.js';
import { changedDayOf } from './page-days.js';

/** The newest published skills that are named; the format takes 50,000 addresses, and the catalog comes first. */
const SKILLS_MAX = 1_000;
const ADDRESSES_MAX = 50_000;
const HACKATHONS_MAX = 1_000;
const HACKATHONS =
  'query ($cursor: String) { reply: hackathons(limit: 100, cursor: $cursor) { items { slug publishedAt } nextCursor } }';
/** Days of adoption, newest first: as many as three years have. */
const DAYS_MAX = 1_100;
const DAYS =
  'query ($cursor: String) { reply: adoptionSnapshots(limit: 100, cursor: $cursor) { items { day publishedAt: createdAt } nextCursor } }';
const PROJECTS_MAX = 10_000;
const PROJECTS =
  'query ($cursor: String) { reply: listedProjects(limit: 100, cursor: $cursor) { items { slug publishedAt: changedAt } nextCursor } }';
const LEDGER = '{ reply: adoptionMethodology { exclusions { day } } }';
const SKILLS =
  'query ($cursor: String) { reply: publishedSkills(limit: 100, cursor: $cursor) { items { id publishedAt } nextCursor } }';

interface Address {
  readonly path: string;
  readonly changedAt?: Date | string | undefined;
}

interface ListPage<T> {
  readonly items: readonly (T & { readonly publishedAt: Date })[];
  readonly nextCursor: string | null;
}

/**
 * The files that search engines read first: which pages there are, and which paths are not for them. Of the published projects those are named
 * whose owners agreed.
 */
export function sitemapRoutes<Parts extends DirectoryParts>(transport: Transport<Parts>): Router {
  const { workspaceUrl } = transport.platform.config;
  const robots = robotsTxt(workspaceUrl);
  const router = express.Router();
  router
    .route('/robots.txt')
    .get((_req, res) => sendPublic(res, 'text/plain; charset=utf-8', robots))
    .all(takesOnly('GET', 'HEAD'));
  router.route('/sitemap.xml').get(showSitemap(transport)).all(takesOnly('GET', 'HEAD'));
  return router;
}

function showSitemap<Parts extends DirectoryParts>({
  platform,
  schema,
  makeContext,
}: Transport<Parts>): RequestHandler {
  const { config, limits, clock } = platform;
  const skillsDocument = prepareDocument(schema, SKILLS, '/sitemap.xml');
  const hackathonsDocument = prepareDocument(schema, HACKATHONS, '/sitemap.xml');
  const daysDocument = prepareDocument(schema, DAYS, '/sitemap.xml');
  const projectsDocument = prepareDocument(schema, PROJECTS, '/sitemap.xml');
  const ledgerDocument = prepareDocument(schema, LEDGER, '/sitemap.xml');
  return async (req, res) => {
    await limits.count('public-read', req, res, addressOf(req));
    const ctx = makeContext(ANONYMOUS, req, res, { counted: true });
    const readBy =
      (prepared: typeof skillsDocument) =>
      (variables: Record<string, unknown>): Promise<unknown> =>
        runPrepared(ctx, { ...prepared, schema, variables });
    const skills = await listedAddresses<{ id: string }>(readBy(skillsDocument), ({ id }) => `/s/${id}`, SKILLS_MAX);
    const hackathons = await listedAddresses<{ slug: string }>(
      readBy(hackathonsDocument),
      ({ slug }) => `/h/${slug}`,
      HACKATHONS_MAX,
    );
    const projects = await listedAddresses<{ slug: string }>(
      readBy(projectsDocument),
      ({ slug }) => `/p/${slug}`,
      PROJECTS_MAX,
    );
    const days = await listedAddresses<{ day: string }>(
      readBy(daysDocument),
      ({ day }) => `/adoption/${day}`,
      DAYS_MAX,
    );
    const snapshot = await ctx.parts.catalog.read();
    const pairs = (await readComparedPairs(snapshot)).map(addressOfPair);
    const { exclusions } = (await readBy(ledgerDocument)({})) as Ledger;
    const ledgerDay = exclusions?.[0]?.day;
    const catalog = catalogAddresses(snapshot, clock.now(), {
      adoption: days[0]?.changedAt,
      ledger: days.find(({ path }) => path === `/adoption/${ledgerDay}`)?.changedAt,
      hackathons: hackathons.map(({ changedAt }) => changedAt).reduce(laterOf, undefined),
    });
    const addresses = [...catalog, ...pairs, ...days, ...skills, ...hackathons, ...projects].slice(0, ADDRESSES_MAX);
    sendPublic(res, 'application/xml; charset=utf-8', sitemapXml(config.workspaceUrl, addresses));
  };
}

/** The methodology page has the ledger of exclusions below its text. */
interface Ledger {
  readonly exclusions: readonly { readonly day: string }[] | null;
}

/** The moments at which something new came to a list that has a page. */
type News = Readonly<Record<'adoption' | 'ledger' | 'hackathons', Address['changedAt']>>;

const catalogAddresses = ({ tools, offers, changedAt }: CatalogSnapshot, now: Date, news: News): Address[] => [
  { path: '/', changedAt },
  { path: '/adoption', changedAt: news.adoption },
  { path: '/methodology', changedAt: laterOf(changedDayOf('/methodology'), news.ledger) },
  { path: '/directory', changedAt },
  { path: '/categories', changedAt },
  ...[...new Set([...tools.values()].flatMap(({ categories }) => categories))]
    .toSorted()
    .map((category) => ({ path: `/categories/${category}`, changedAt })),
  ...[...new Set([...tools.values()].flatMap(({ measures }) => measures.map(({ kind }) => rankingIdOf(kind))))]
    .toSorted()
    .map((ranking) => ({ path: `/use/${ranking}`, changedAt })),
  { path: '/offers', changedAt },
  { path: '/h', changedAt: news.hackathons },
  ...['/docs', ...Object.keys(GUIDES).map((name) => `/docs/guides/${name}`)].map((path) => ({
    path,
    changedAt: changedDayOf(path),
  })),
  { path: '/submit' },
  ...Object.keys(intakeContracts).map((kind) => ({ path: `/submit/${kind}` })),
  ...[...tools.values()].map(({ slug, updatedAt }) => ({ path: `/tools/${slug}`, changedAt: updatedAt })),
  ...[...offers.values()]
    .filter(({ endsAt }) => endsAt === null || endsAt > now)
    .map(({ slug, lastReadAt, lastConfirmedAt }) => ({
      path: `/offers/${slug}`,
      changedAt: laterOf(lastReadAt, lastConfirmedAt),
    })),
];

const addressOfPair = ({ slugs, changedAt }: ComparedPair): Address => ({
  path: `/compare/${slugs.join('-vs-')}`,
  changedAt,
});

/** The later of two moments, of which either may be unknown. */
function laterOf(one: Date | string | null | undefined, other: Date | string | null | undefined): Address['changedAt'] {
  if (!one || !other) return one ?? other ?? undefined;
  return new Date(one) > new Date(other) ? one : other;
}

/** The pages of a list of what is published, newest first. */
async function listedAddresses<T>(
  read: (variables: Record<string, unknown>) => Promise<unknown>,
  pathOf: (item: T) => string,
  max: number,
): Promise<Address[]> {
  const found: Address[] = [];
  let cursor: string | null = null;
  do {
    const page: ListPage<T> = (await read({ cursor })) as ListPage<T>;
    found.push(...page.items.map((item) => ({ path: pathOf(item), changedAt: item.publishedAt })));
    cursor = page.nextCursor;
  } while (cursor !== null && found.length < max);
  return found;
}

const sitemapXml = (workspaceUrl: string, addresses: readonly Address[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${addresses
    .map(({ path, changedAt }) => {
      const changed = changedAt === undefined ? '' : `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`;
      return `<url><loc>${workspaceUrl}${encodeURI(path)}</loc>${changed}</url>\n`;
    })
    .join('')}</urlset>\n`;

/** Tracked links count people, and a session is no one else's; searches say by themselves that they are not to be listed. */
const robotsTxt = (workspaceUrl: string): string => `User-agent: *
Disallow: /admin
Disallow: /api/auth
Disallow: /go/

Sitemap: ${workspaceUrl}/sitemap.xml
`;
