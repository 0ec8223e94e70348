import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type App, buildApp } from './app.js';
import { type Database, openDatabase, sessionSecret } from './database.js';
import { type DemoCredentials, prepareDemo } from './demo.js';
import { systemClock } from './platform/clock.js';
import { type Config, ConfigError } from './platform/config.js';
import { openServer } from './platform/connection.js';
import type { Log } from './platform/log.js';
import { loadStarterCatalog } from './starter.js';
import { startWorker, type Worker } from './worker.js';

/** Answers close their connections by then; a connection that is closed under its client loses a request that is on its way. */
const FAREWELL_MS_MAX = 1_000;
const FAREWELL_CHECK_MS = 10;
/** How long requests that are in work may take to be answered. */
const DRAIN_MS = 10_000;

export interface Running {
  readonly config: Config;
  readonly demo: DemoCredentials | null;
  /** Answers what is in flight, then stops everything in the order in which it depends on each other. */
  stop(): Promise<void>;
}

/** Config → database → app → listen. A port of 0 becomes the one that the system gives, also in the addresses of links. */
export async function serve(given: Config, log: Log): Promise<Running> {
  let { baseUrl } = given;
  const server = openServer(() => baseUrl);
  const early: { req: IncomingMessage; res: ServerResponse }[] = [];
  server.on('request', (req, res) => early.push({ req, res })); // whoever comes before the application stands waits for it
  const database = await openDatabase(given, log);
  let app: App | null = null;
  let worker: Worker | null = null;
  try {
    await loadStarterCatalog(database.orm.em.fork(), systemClock.now());
    const port = given.role === 'worker' ? given.port : await reservePort(server, given);
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
          });
    const demo = app && config.demoData ? await prepareDemo(app, database, config) : null;
    if (given.role !== 'gateway')
      worker = await startWorker(config, database.url, () => database.orm.em.fork(), log, app?.metrics.folded);
    if (app) {
      await app.platform.services.catalog.read(); // the first question must not wait for the catalog
      server.removeAllListeners('request');
      server.on('request', app.express);
      for (const { req, res } of early.splice(0)) app.express(req, res);
    }
    const stop = (): Promise<void> => shutDown(server, app, worker, database);
    return { config, demo, stop };
  } catch (error) {
    await shutDown(server, app, worker, database);
    throw error;
  }
}

/** Listens before anything is built: a taken port is told at once, and requests that come early wait for the application. */
function reservePort(server: Server, { host, port }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        'code' in error && error.code === 'EADDRINUSE'
          ? new ConfigError([`PORT ${port} is taken on ${host}: set another one`])
          : error,
      ),
    );
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function withPort(config: Config, port: number): Config {
  const moved = (url: string): string => (new URL(url).port === '0' ? url.replace(/:0$/, `:${port}`) : url);
  return { ...config, port, baseUrl: moved(config.baseUrl), workspaceUrl: moved(config.workspaceUrl) };
}

async function shutDown(server: Server, app: App | null, worker: Worker | null, database: Database): Promise<void> {
  await app?.drain();
  await sayFarewell(server);
  const closed = server.listening ? new Promise((resolve) => server.close(resolve)) : Promise.resolve();
  server.closeIdleConnections();
  const impatient = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(impatient);
  await worker?.stop();
  await app?.close();
  await database.close();
}

/** Goes on serving until no client has a connection open, and no longer than the bound: a browser keeps one for nothing. */
async function sayFarewell(server: Server): Promise<void> {
  const deadline = performance.now() + FAREWELL_MS_MAX;
  const open = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));
  while (performance.now() < deadline && (await open()) > 0) await pause(FAREWELL_CHECK_MS);
}
