import { createHash } from 'node:crypto';
import express, { type Express } from 'express';
import type { GraphQLSchema } from 'graphql';
import { shimRoutes } from '../../rest-shims/index.js';
import { sendGraphqlProblem, sendProblem } from '../../rest-shims/reply.js';
import { mountSignIn } from '../accounts/index.js';
import { openLinkEndpoint } from '../directory/index.js';
import type { Config } from '../platform/config.js';
import { bindContext, type Platform, type Transport } from '../platform/context.js';
import { openReplicas } from '../platform/database/replicas.js';
import { readSchemaState } from '../platform/database/schema.check.js';
import { openGraphqlEndpoint } from '../platform/graphql/endpoint.js';
import { healthRoutes, type Warning } from '../platform/http/health.js';
import { takesOnly } from '../platform/http/methods.js';
import { openReadiness, type Readiness } from '../platform/http/readiness.js';
import { watchRequests } from '../platform/http/request.js';
import { openLimits } from '../platform/limits/limits.js';
import { type Metrics, openMetrics } from '../platform/telemetry/metrics.js';
import { badgeRoutes } from '../public/badge.routes.js';
import { contactRoutes } from '../public/contact.routes.js';
import { feedRoutes } from '../public/feed.routes.js';
import { intakeRoutes } from '../public/intake.routes.js';
import { letterRoutes } from '../public/letter.routes.js';
import { loadPageBundle } from '../public/page.bundle.js';
import { pageNotFound, pageRoutes, pagesUnbuilt } from '../public/page.routes.js';
import { graphqlPage, staticRoutes } from '../public/pages.js';
import { previewRoutes } from '../public/preview.routes.js';
import { sitemapRoutes } from '../public/sitemap.routes.js';
import { TRACK_PATH, takeTracked } from '../tracking/index.js';
import { directCalls, downloads, uploads } from './calls.js';
import { entities } from './database.js';
import { type DomainDeps, openDomains } from './domains.js';
import { answerFault, refuseUnknownPath } from './fault.answer.js';
import { watchDatabase } from './figures.read.js';
import { openMcpEndpoint } from './mcp.js';
import { allowOtherOrigins, OPEN_READS } from './other-origins.allow.js';
import type { AppParts } from './parts.js';
import { openSchema, printedSchema } from './schema.js';
import { readWarnings } from './warnings.read.js';

export interface AppDeps extends Omit<DomainDeps, 'replicas'> {
  /** The metrics of the process, where more than the application reports to them. */
  readonly metrics?: Metrics;
  readonly readiness?: Readiness;
  /** The warnings found at the start; they stay until the next start. */
  readonly startWarnings?: readonly Warning[];
  /** How long a count of the shared store of limits may take; only a test has reason to say. */
  readonly countWithinMs?: number;
}

export interface App {
  readonly express: Express;
  readonly platform: Platform;
  readonly parts: AppParts;
  readonly metrics: Metrics;
  /** Readiness says no and answers close their connections; resolves when the balancer, if there is one, has been told. */
  drain(): Promise<void>;
  /** Answers what is in flight, writes what is buffered, closes connections of its own. */
  close(): Promise<void>;
}

/** Builds the whole application, the lower layers first; it never listens, so tests use it as it is. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const { config, orm, clock, log } = deps;
  const { metrics = openMetrics(), readiness = openReadiness(), startWarnings = [] } = deps;
  const { rateLimitScale: scale, redisUrl } = config;
  const limits = await openLimits({ scale, redisUrl, log, countWithinMs: deps.countWithinMs });
  const em = () => orm.em.fork();
  const schema = await openSchema();

  const replicas = await openReplicas({ urls: config.databaseReplicaUrls, primary: em, entities, log });
  const domains = await openDomains({ ...deps, replicas }, metrics);
  const { parts } = domains;
  const answersOf = answersOfProcess(config, parts.receipts.keyId, schema);
  const platform: Platform = { config, clock, log, limits, answersOf, em, replicas };
  const { principals } = parts;
  const makeContext = bindContext(platform, parts);
  const transport: Transport<AppParts> = { platform, schema, resolvePrincipal: principals.resolve, makeContext };
  await watchDatabase(metrics, orm);
  metrics.watchReplicas(replicas.report);
  const graphql = await openGraphqlEndpoint(transport);
  const pages = await loadPageBundle();
  const watch = watchRequests(log, metrics, limits);

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustProxy);
  app.post(TRACK_PATH, takeTracked({ platform, parts, makeContext, watch }));
  app.use(watch.handle);
  for (const [path, methods] of Object.entries(OPEN_READS)) app.use(path, allowOtherOrigins(methods));
  app.use(shimRoutes({ ...transport, direct: directCalls, uploads, downloads }));
  app.all('/api/auth/{*path}', mountSignIn(platform, parts));
  app.get('/go/:linkId', openLinkEndpoint(platform));
  app.all('/go/:linkId', takesOnly('GET', 'HEAD'));
  app.post('/graphql', ...graphql.handle);
  app.get('/graphql', graphqlPage(config), ...graphql.handle);
  app.all('/graphql', takesOnly('GET', 'HEAD', 'POST'));
  app.post('/mcp', openMcpEndpoint({ ...transport, resolvePrincipal: principals.resolveBearer }));
  app.all('/mcp', takesOnly('POST'));
  app.use(
    healthRoutes({
      readiness,
      metrics,
      metricsToken: config.metricsToken,
      schema: () => readSchemaState(em()),
      canStore: () => parts.events.canStore(),
      warnings: async () => [...startWarnings, ...(await readWarnings(config, em, replicas))],
    }),
  );
  app.use(badgeRoutes(transport));
  app.use(contactRoutes(transport, pages));
  app.use(letterRoutes(transport));
  app.use(staticRoutes(platform, schema));
  if (pages)
    app.use(
      sitemapRoutes(transport),
      feedRoutes(transport),
      intakeRoutes(transport, pages),
      previewRoutes(transport, pages),
      pageRoutes(transport, pages),
      pageNotFound(platform, pages),
    );
  else app.use(pagesUnbuilt);
  app.use(refuseUnknownPath);
  app.use('/graphql', answerFault(log, config.baseUrl, sendGraphqlProblem));
  app.use(answerFault(log, config.baseUrl, sendProblem));

  return {
    express: app,
    platform,
    parts,
    metrics,
    drain() {
      watch.drain();
      return readiness.drain();
    },
    async close() {
      await graphql.close();
      await domains.close();
      await replicas.close();
      limits.close();
      metrics.close();
    },
  };
}

/** A digest of what every public answer depends on besides its question. */
const answersOfProcess = (
  { baseUrl, workspaceUrl, mcpCommand }: Config,
  receiptKeyId: string,
  schema: GraphQLSchema,
): string =>
  createHash('sha256')
    .update(JSON.stringify([baseUrl, workspaceUrl, mcpCommand, receiptKeyId, printedSchema(schema)]))
    .digest('base64url');
