import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { Fault } from './fault.js';
import { listenOn, openServer } from './http/connection.js';
import { type HealthParts, healthRoutes } from './http/health.js';
import { inTurn } from './http/in-turn.js';
import { headFault } from './http/request.rules.js';

type RoleHealth = Pick<HealthParts, 'schema' | 'warnings' | 'equipped' | 'canStore'>;

export interface Operations {
  /** The address on which it listens, with the port that the system gave for 0. */
  readonly url: string;
  /** From now on readiness is the role's own; until then it says that the process starts. */
  begin(role: RoleHealth): void;
  close(): Promise<void>;
}

/**
 * The operations port of a role (decisions §11, OPS_PORT): health, readiness and metrics on an address that is not public, so they ask for
 * no token. It answers from the first moment to the last, so that a long migration or a drain can be watched.
 */
export async function openOperations(
  address: { readonly host: string; readonly port: number },
  parts: Pick<HealthParts, 'metrics' | 'readiness'>,
): Promise<Operations> {
  let role: RoleHealth | null = null;
  let url = '';
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((req, _res, next) => next(headFault(req) ?? undefined));
  app.get('/readyz', (_req, res, next) => {
    if (role) return next();
    res.setHeader('Retry-After', '2');
    res.status(503).json({ status: 'starting' });
  });
  app.use(
    healthRoutes({
      ...parts,
      metricsToken: null,
      schema: () => role?.schema() ?? Promise.resolve('behind'),
      get equipped() {
        return role?.equipped ?? true;
      },
      canStore: () => role?.canStore?.() ?? Promise.resolve(true),
      warnings: () => role?.warnings() ?? Promise.resolve([]),
    }),
  );
  app.use(refuseTheRest);
  app.use(onError);
  const server = openServer(() => url);
  server.on('request', inTurn(app));
  const port = await listenOn(server, address, 'OPS_PORT');
  url = `http://${address.host.includes(':') ? `[${address.host}]` : address.host}:${port}`;
  return {
    url,
    begin(given) {
      role = given;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

const refuseTheRest: RequestHandler = () => {
  throw new Fault('NOT_FOUND');
};

/** Short answers without a problem document: no one but probes and a collector asks here. */
const onError: ErrorRequestHandler = (error, _req, res, _next) => {
  const { status, code } = error instanceof Fault ? error : { status: 500, code: 'INTERNAL' };
  res.status(status).json({ status, code });
};
