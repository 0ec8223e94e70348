import { createHash } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import express, { type ErrorRequestHandler, type Express } from 'express';
import type { GraphQLSchema } from 'graphql';
import { shimRoutes } from '../../rest-shims/index.js';
import { sendProblem } from '../../rest-shims/reply.js';
import { openCredentialUses, openPrincipals, openSignIn, signInDoor } from '../accounts/index.js';
import { openProjectLinks, readToolProofs } from '../adoption/index.js';
import {
  DirectoryContextArgs,
  openCatalog,
  openCatalogImports,
  openLinkDoor,
  openReceipts,
  readDirectoryContext,
  uploadCatalogImport,
} from '../directory/index.js';
import { loadOffers } from '../offers/index.js';
import { openOwnPlans } from '../planning/index.js';
import type { Clock } from '../platform/clock.js';
import { checkConfig } from '../platform/config.check.js';
import type { Config } from '../platform/config.js';
import type { Platform, Services } from '../platform/context.js';
import { isMigrated } from '../platform/database/orm.js';
import { checkRoles } from '../platform/database/roles.check.js';
import { Fault, faultOf } from '../platform/fault.js';
import { openGraphqlDoor } from '../platform/graphql/endpoint.js';
import { bodyFault } from '../platform/http/body.js';
import { healthRoutes } from '../platform/http/health.js';
import { takesOnly } from '../platform/http/methods.js';
import { openReadiness, type Readiness } from '../platform/http/readiness.js';
import { watchRequests } from '../platform/http/request.js';
import { openLimits } from '../platform/limits.js';
import type { Log } from '../platform/log.js';
import { type Metrics, openMetrics } from '../platform/metrics.js';
import { ownsProject } from '../projects/index.js';
import { graphqlPage, staticDoors } from '../public/pages.js';
import {
  hasCommercialEvent,
  openCsvUploads,
  openFlushQueue,
  openVerdictLog,
  TrackingResolver,
  uploadCsvImport,
} from '../tracking/index.js';
import { endConnections, openAttemptWait, openExchangeRates } from '../usage/index.js';
import { watchDatabase } from './figures.read.js';
import { importReaders } from './imports.js';
import { openMcpDoor } from './mcp.js';
import { openSchema, printedSchema } from './schema.js';

export interface AppParts {
  readonly config: Config;
  readonly orm: MikroORM;
  readonly clock: Clock;
  readonly log: Log;
  /** Where the hot path's own connections go. */
  readonly databaseUrl: string;
  readonly sessionSecret: string;
  /** Those of the process, where more than the application reports to them. */
  readonly metrics?: Metrics;
  readonly readiness?: Readiness;
}

export interface App {
  readonly express: Express;
  readonly platform: Platform;
  readonly metrics: Metrics;
  /** Readiness says no and answers close their connections; resolves when the balancer, if there is one, has been told. */
  drain(): Promise<void>;
  /** Answers what is in flight, writes what is buffered, closes connections of its own. */
  close(): Promise<void>;
}

/** Builds the whole application out of its parts; it never listens, so tests use it as it is. */
export async function buildApp(parts: AppParts): Promise<App> {
  const { config, orm, clock, log, databaseUrl, sessionSecret } = parts;
  const { metrics = openMetrics(), readiness = openReadiness() } = parts;
  const limits = openLimits({ scale: config.rateLimitScale, redisUrl: config.redisUrl, log });
  const services = {} as Services;
  const schema = await openSchema();
  const receipts = openReceipts(sessionSecret, config.sessionSecretsPrevious);
  const answersOf = answersOfProcess(config, receipts.keyId, schema);
  const platform: Platform = { config, clock, log, limits, services, answersOf, em: () => orm.em.fork() };
  services.signIn = openSignIn({ orm, config, secret: sessionSecret, clock, endConnections });
  services.credentialUses = openCredentialUses(platform.em, log);
  services.ownsProject = (userUuid, projectUuid) => ownsProject(platform.em(), userUuid, projectUuid);
  services.principals = openPrincipals(platform, services.signIn);
  services.receipts = receipts;
  services.catalog = openCatalog({ em: platform.em, loadOffers, clock, log });
  services.offerEvents = (organizationId, eventId) => hasCommercialEvent(platform.em(), organizationId, eventId);
  services.catalogImports = openCatalogImports(importReaders);
  services.csvUploads = openCsvUploads();
  services.verdicts = openVerdictLog(platform.em, log, metrics.verdictsDropped);
  services.plans = openOwnPlans(platform.em);
  services.linksProject = openProjectLinks(platform.em);
  services.projectEvidence = (projectId, toolIds) => readToolProofs(platform.em(), projectId, toolIds);
  services.attemptOutcome = openAttemptWait(platform.em, clock);
  services.exchangeRates = openExchangeRates(config.fxFeedUrl, clock, log);
  services.events = await openFlushQueue({
    databaseUrl,
    clock,
    log,
    observe: metrics.flushed,
    changed: (productUuid) => services.principals.forget(productUuid),
  });
  metrics.watchQueue(() => ({ events: services.events.waitingRows, oldestSeconds: services.events.oldestSeconds }));
  metrics.watchPool('ingest', services.events.pool);
  await watchDatabase(metrics, orm);

  const graphql = await openGraphqlDoor(schema, platform);
  const tracking = new TrackingResolver();
  const watch = watchRequests(log, metrics, limits);

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustProxy);
  app.use(watch.handle);
  app.use(
    shimRoutes({
      platform,
      schema,
      direct: {
        trackEvent: (ctx, { event }) => tracking.trackEvent(event, ctx),
        trackBatch: (ctx, { batch }) => tracking.recordBatchBody(batch, ctx),
        directoryContext: (ctx, args) => readDirectoryContext(ctx, Object.assign(new DirectoryContextArgs(), args)),
        dryRunEvent: (ctx, { event }) => tracking.dryRunEvent(event, ctx),
      },
      uploads: {
        uploadCsvImport: (ctx) => uploadCsvImport(ctx, {}),
        uploadCatalogImport: (ctx) => uploadCatalogImport(ctx, {}),
      },
    }),
  );
  app.all('/api/auth/{*path}', signInDoor(platform));
  app.get('/go/:linkId', openLinkDoor(platform));
  app.all('/go/:linkId', takesOnly('GET', 'HEAD'));
  app.post('/graphql', ...graphql.handle);
  app.get('/graphql', graphqlPage(config), ...graphql.handle);
  app.all('/graphql', takesOnly('GET', 'HEAD', 'POST'));
  app.post('/mcp', openMcpDoor(schema, platform));
  app.all('/mcp', takesOnly('POST'));
  app.use(
    healthRoutes({
      readiness,
      metrics,
      metricsToken: config.metricsToken,
      isMigrated: () => isMigrated(orm),
      warnings: async () => [...checkConfig(config), ...(await checkRoles(platform.em()))],
    }),
  );
  app.use(staticDoors(config, schema));
  app.use(() => {
    throw new Fault('NOT_FOUND', { say: 'There is no such path.' });
  });
  const onError: ErrorRequestHandler = (error, req, res, _next) => {
    const fault = error instanceof Fault ? error : (uriFault(error) ?? bodyFault(error) ?? faultOf(error));
    if (fault.code === 'PROVIDER_FAILED' || fault.code === 'PROVIDER_TIMEOUT')
      log.info(
        { err: fault.because, requestId: req.requestId, code: fault.code },
        'another service did not answer well',
      );
    else if (fault.status >= 500)
      log.error({ err: fault.because, requestId: req.requestId, code: fault.code }, 'a request failed');
    else if (fault.because !== undefined)
      log.debug(
        { because: String(fault.because), requestId: req.requestId, code: fault.code },
        'a request was refused',
      );
    sendProblem(req, res, fault, config.baseUrl);
  };
  app.use(onError);

  return {
    express: app,
    platform,
    metrics,
    drain() {
      watch.drain();
      return readiness.drain();
    },
    async close() {
      await services.events.close();
      await services.verdicts.close();
      await services.credentialUses.close();
      await graphql.close();
      limits.close();
      metrics.close();
    },
  };
}

/** A path that does not decode is the caller's mistake. */
const uriFault = (error: unknown): Fault | null =>
  error instanceof URIError ? new Fault('NOT_FOUND', { say: 'The path is not well-formed.' }) : null;

/** A digest of what every public answer depends on besides its question. */
const answersOfProcess = (
  { baseUrl, workspaceUrl, mcpCommand }: Config,
  receiptKeyId: string,
  schema: GraphQLSchema,
): string =>
  createHash('sha256')
    .update(JSON.stringify([baseUrl, workspaceUrl, mcpCommand, receiptKeyId, printedSchema(schema)]))
    .digest('base64url');
