import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type DemoCredentials, prepareDemo } from '../demo/demo.js';
import { prepareDemoSamples } from '../demo/samples.prepare.js';
import { systemClock } from '../platform/clock.js';
import type { Config } from '../platform/config.js';
import { OWNER_MISSING } from '../platform/database/roles.check.js';
import { readSchemaState } from '../platform/database/schema.check.js';
import { openDeadline } from '../platform/deadline.js';
import { listenOn, openServer, refuseUnusableAddress, strangerBounds } from '../platform/http/connection.js';
import type { Warning } from '../platform/http/health.js';
import { inTurn } from '../platform/http/in-turn.js';
import { openReadiness } from '../platform/http/readiness.js';
import type { Log } from '../platform/log.js';
import { type Operations, openOperations } from '../platform/operations.js';
import { openMetrics } from '../platform/telemetry/metrics.js';
import { type App, buildApp } from './app.js';
import { type Database, openDatabase, sessionSecret } from './database.js';
import { watchDatabase } from './figures.read.js';
import { loadStarterCatalog } from './starter.js';
import { readWarnings } from './warnings.read.js';
import { startWorker, type Worker } from './worker.js';

/** Answers close their connections by then; a connection that is closed under its client loses a request that is on its way. */
const IDLE_DRAIN_MS_MAX = 1_000;
const IDLE_DRAIN_CHECK_MS = 10;
/** How long requests that are in work may take to be answered: an event is told after ten seconds that it was not stored. */
const DRAIN_MS = 10_500;
/** The whole stop; what readiness, farewell and requests may take, and a little for each step after them. */
const STOP_MS_MAX = 19_000;

export interface Running {
  readonly config: Config;
  readonly demo: DemoCredentials | null;
  /** The operator's warnings as they were at the start; readiness goes on reporting them. */
  readonly warnings: readonly Warning[];
  /** The address of the operations port, where there is one. */
  readonly opsUrl: string | null;
  /** Answers what is in flight, then stops everything in the order in which it depends on each other. */
  stop(): Promise<void>;
}

/**
 * Config → database → app → listen. A port of 0 becomes the one that the system gives, also in the addresses of links. Once `stopping` is
 * aborted, the start ends before its next step: what it began is stopped in order, and the signal's reason is thrown.
 */
export async function serve(
  given: Config,
  log: Log,
  stopping: AbortSignal = new AbortController().signal,
): Promise<Running> {
  let { baseUrl } = given;
  const server = openServer(() => baseUrl, strangerBounds(given.trustProxy));
  const early: { req: IncomingMessage; res: ServerResponse }[] = [];
  server.on('request', (req, res) => early.push({ req, res })); // a request that comes before the application stands waits for it
  const metrics = openMetrics();
  const readiness = openReadiness();
  const operations =
    given.opsPort === undefined
      ? null
      : await openOperations({ host: given.opsHost, port: given.opsPort }, { metrics, readiness });
  const database = await openFirst(given, log).catch(async (error: unknown) => {
    await operations?.close();
    throw error;
  });
  let app: App | null = null;
  let worker: Worker | null = null;
  const startWarnings = given.role === 'gateway' || database.owned ? [] : [OWNER_MISSING];
  const warnings = async (): Promise<Warning[]> => [
    ...startWarnings,
    ...(await readWarnings(given, () => database.orm.em.fork(), app?.platform.replicas ?? null)),
  ];
  try {
    stopping.throwIfAborted();
    await loadStarterCatalog(database.orm.em.fork(), systemClock.now());
    stopping.throwIfAborted();
    // Before anything is built: a taken port is told at once, and requests that come early wait for the application.
    const port = given.role === 'worker' ? given.port : await listenOn(server, given, 'PORT');
    const config = port === given.port ? given : withPort(given, port);
    baseUrl = config.baseUrl;
    app =
      given.role === 'worker'
        ? null
        : await buildApp({
            config,
            orm: database.orm,
            clock: systemClock,
            log,
            databaseUrl: database.url,
            sessionSecret: sessionSecret(config),
            metrics,
            readiness,
            startWarnings,
          });
    if (!app) await watchDatabase(metrics, database.workOrm);
    stopping.throwIfAborted();
    const demo = app && config.demoData ? await prepareDemo(app, database, config) : null;
    stopping.throwIfAborted();
    if (app && demo) await prepareDemoSamples(app, database, demo.users.owner.email);
    stopping.throwIfAborted();
    if (given.role !== 'gateway')
      worker = await startWorker(config, database, () => database.workOrm.em.fork(), log, metrics);
    if (app) {
      await app.parts.catalog.read(); // the first question must not wait for the catalog
      server.removeAllListeners('request');
      const answer = inTurn(app.express);
      server.on('request', answer);
      for (const { req, res } of early.splice(0)) answer(req, res);
    }
    operations?.begin({
      schema: () => readSchemaState(database.orm.em.fork()),
      warnings,
      canStore: () => app?.parts.events.canStore() ?? Promise.resolve(true),
      equipped: given.role !== 'worker' || database.owned,
    });
    const stop = (): Promise<void> => shutDown({ server, app, worker, database, operations }, log);
    return { config, demo, opsUrl: operations?.url ?? null, warnings: await warnings(), stop };
  } catch (error) {
    await shutDown({ server, app, worker, database, operations }, log);
    throw error;
  }
}

/** A database may take a minute to make, so an address that can't be listened on is told before. */
async function openFirst(given: Config, log: Log): Promise<Database> {
  if (given.role !== 'worker') await refuseUnusableAddress(given, 'PORT');
  return openDatabase(given, log);
}

function withPort(config: Config, port: number): Config {
  const moved = (url: string): string => (new URL(url).port === '0' ? url.replace(/:0$/, `:${port}`) : url);
  return { ...config, port, baseUrl: moved(config.baseUrl), workspaceUrl: moved(config.workspaceUrl) };
}

interface Parts {
  readonly server: Server;
  readonly app: App | null;
  readonly worker: Worker | null;
  readonly database: Database;
  readonly operations: Operations | null;
}

/** Whatever is away meanwhile (database, limit store, mail server), the whole of it is bounded; rounds of the worker end beside the requests. */
async function shutDown({ server, app, worker, database, operations }: Parts, log: Log): Promise<void> {
  const deadline = openDeadline(STOP_MS_MAX, log);
  const background = deadline.within('worker', worker?.stop(), 2_000);
  await deadline.within('readiness', app?.drain(), 0);
  await drainConnections(server);
  const closed = server.listening ? new Promise((resolve) => server.close(resolve)) : Promise.resolve();
  server.closeIdleConnections();
  const impatient = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(impatient);
  await background;
  await deadline.within('gateway', app?.close(), 1_000);
  await deadline.within('database', database.close(), 500);
  await deadline.within('operations port', operations?.close(), 0);
}

/** Goes on serving until no client has a connection open, and no longer than the bound: a browser keeps one for nothing. */
async function drainConnections(server: Server): Promise<void> {
  const deadline = performance.now() + IDLE_DRAIN_MS_MAX;
  const open = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));
  while (performance.now() < deadline && (await open()) > 0) await pause(IDLE_DRAIN_CHECK_MS);
}
