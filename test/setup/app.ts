import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { hashToken, isLiveHash } from '../../server/accounts/index.js';
import { type App, buildApp } from '../../server/app/app.js';
import { type Database, entities } from '../../server/app/database.js';
import { type DemoCredentials, prepareDemo } from '../../server/demo/demo.js';
import { type Config, readConfig } from '../../server/platform/config.js';
import { openServingOrm } from '../../server/platform/database/orm.js';
import { openServer, type StrangerBounds } from '../../server/platform/http/connection.js';
import { inTurn } from '../../server/platform/http/in-turn.js';
import { openLog } from '../../server/platform/log.js';
import { type MovableClock, movableClock } from './clock.js';
import { asGateway, freshDatabase } from './database.js';
import { SESSION_SECRET } from './demo.js';
import { quickHasher } from './passwords.js';

export interface TestApp {
  readonly url: string;
  /** The address on which it listens; `url` is the one in its links. */
  readonly address: string;
  /** The address of the owner of its database; the application itself serves as `dai_gateway`. */
  readonly databaseUrl: string;
  readonly app: App;
  readonly server: Server;
  readonly credentials: DemoCredentials;
  readonly clock: MovableClock;
  close(): Promise<void>;
}

/** The whole application on a database of its own, listening on a free port, with the demo's people and keys. */
export async function startApp(
  options: {
    env?: Record<string, string>;
    databaseUrl?: string;
    logTo?: { write(line: string): void };
    /** How many connections callers without a valid credential may have. */
    connections?: StrangerBounds;
    /** With the slow hashes of the real application; the demo's people then cannot sign in. */
    realPasswords?: boolean;
    /** A name of this machine in the application's address: browsers take passkeys at no address of numbers. */
    host?: 'localhost';
    /** How long a count of the shared store of limits may take. */
    countWithinMs?: number;
  } = {},
): Promise<TestApp> {
  const own = options.databaseUrl ? null : await freshDatabase('template_demo');
  const databaseUrl = options.databaseUrl ?? own?.url ?? '';
  const servedUrl = asGateway(databaseUrl);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'dai-app-'));
  let baseUrl = '';
  const server = openServer(() => baseUrl, options.connections);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const config: Config = {
    ...readConfig({
      PORT: String(port),
      ...(options.host ? { BASE_URL: `http://${options.host}:${port}` } : {}),
      DATA_DIR: dataDir,
      LOG_LEVEL: process.env.TEST_LOG ?? 'silent', // TEST_LOG=error shows why an answer was 500
      RATE_LIMIT_SCALE: '1000',
      SESSION_SECRET,
      FX_FEED_URL: 'http://127.0.0.1:9/no-rates', // no test asks the real service; one that needs rates serves them
      SEARCH_PROVIDER_URL: 'http://127.0.0.1:9/no-credits',
      WEB_DATA_PROVIDER_URL: 'http://127.0.0.1:9/no-balance',
      ...options.env,
    }),
    databaseUrl: servedUrl,
  };
  baseUrl = config.baseUrl;
  const orm = await openServingOrm(servedUrl, entities);
  const clock = movableClock();
  const app = await buildApp({
    config,
    orm,
    clock,
    log: openLog(config.logLevel, options.logTo),
    databaseUrl: servedUrl,
    sessionSecret: config.sessionSecret ?? '',
    ...(options.realPasswords ? {} : { passwordHasher: quickHasher }),
    ...(options.countWithinMs === undefined ? {} : { countWithinMs: options.countWithinMs }),
  });
  const database: Database = {
    url: servedUrl,
    directUrl: databaseUrl,
    embedded: false,
    owned: true,
    orm,
    workOrm: orm,
    close: () => orm.close(),
  };
  // A clone of the template has the demo already; preparing it again would read the whole catalog, which many a test never asks for.
  const hasDemo = own !== null || (await isLiveHash(orm.em.fork(), hashToken(inject('demo').trackingKey)));
  const credentials = hasDemo
    ? { ...inject('demo'), baseUrl: config.baseUrl }
    : await prepareDemo(app, database, config);
  server.on('request', inTurn(app.express));
  return {
    url: config.baseUrl,
    address: `http://127.0.0.1:${port}`,
    databaseUrl,
    app,
    server,
    credentials,
    clock,
    async close() {
      app.drain();
      server.closeAllConnections();
      await new Promise((ended) => server.close(ended));
      await app.close();
      await orm.close();
      await own?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
