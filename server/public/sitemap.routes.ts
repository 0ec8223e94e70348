import express, { type RequestHandler, type Router } from 'express';
import { sendPublic } from '../../rest-shims/reply.js';
import type { CatalogSnapshot, DirectoryParts } from '../directory/index.js';
import { intakeContracts } from '../intake/index.js';
import { ANONYMOUS, type Transport } from '../platform/context.js';
import { prepareDocument, runPrepared } from '../platform/graphql/prepared.js';
import { takesOnly } from '../platform/http/methods.js';
import { addressOf } from '../platform/limits/limits.policies.js';

/** The newest published skills that are named; the format takes 50,000 addresses, and the catalog comes first. */
const SKILLS_MAX = 1_000;
const ADDRESSES_MAX = 50_000;
const HACKATHONS_MAX = 1_000;
const HACKATHONS =
  'query ($cursor: String) { reply: hackathons(limit: 100, cursor: $cursor) { items { slug publishedAt } nextCursor } }';
const SKILLS =
  'query ($cursor: String) { reply: publishedSkills(limit: 100, cursor: $cursor) { items { id publishedAt } nextCursor } }';

interface Address {
  readonly path: string;
  readonly changedAt?: Date | string;
}

interface ListPage<T> {
  readonly items: readonly (T & { readonly publishedAt: Date })[];
  readonly nextCursor: string | null;
}

/**
 * The files that search engines read first: which pages there are, and which paths are not for them. Published projects are not named: no one
 * can list them, and their owners say where they stand.
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
  return async (req, res) => {
    await limits.count('public-read', req, res, addressOf(req));
    const ctx = makeContext(ANONYMOUS, req, res, { counted: true });
    const catalog = catalogAddresses(await ctx.parts.catalog.read(), clock.now());
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
    const addresses = [...catalog, ...skills, ...hackathons].slice(0, ADDRESSES_MAX);
    sendPublic(res, 'application/xml; charset=utf-8', sitemapXml(config.workspaceUrl, addresses));
  };
}

const catalogAddresses = ({ tools, offers }: CatalogSnapshot, now: Date): Address[] => [
  { path: '/' },
  { path: '/adoption' },
  { path: '/methodology' },
  { path: '/directory' },
  { path: '/offers' },
  { path: '/submit' },
  ...Object.keys(intakeContracts).map((kind) => ({ path: `/submit/${kind}` })),
  ...[...tools.values()].map(({ slug, updatedAt }) => ({ path: `/tools/${slug}`, changedAt: updatedAt })),
  ...[...offers.values()]
    .filter(({ endsAt }) => endsAt === null || endsAt > now)
    .map(({ slug }) => ({ path: `/offers/${slug}` })),
];

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
