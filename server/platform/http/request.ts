import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { MemberPath } from '../../../formats/json.js';
import { ANONYMOUS } from '../context.js';
import type { Limits } from '../limits/limits.js';
import type { Log } from '../log.js';
import { guardObserver } from '../observer.guard.js';
import type { Metrics } from '../telemetry/metrics.js';
import { loggedPath, originForm } from './path.rules.js';
import { headFault } from './request.rules.js';
import { boundReading } from './stream.write.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** The id in the answer's X-Request-Id, the log line and the error body; the first handler gives it. */
    requestId: string;
    /** The worst refusal inside a GraphQL answer whose own status is 200. */
    refusedInside: number | null;
    /** Members that the variables of a GraphQL request repeat; absent where there is none. */
    repeatedVariables?: readonly MemberPath[];
  }
}

const WELL_FORMED_ID = /^[A-Za-z0-9._-]{1,128}$/;
/** A credential of ours in place of an id: logs and answers would repeat it. */
const CREDENTIAL = /(dai|dtk|dae)_[0-9A-Za-z]{36}/;

const isRequestId = (given: unknown): given is string =>
  typeof given === 'string' && WELL_FORMED_ID.test(given) && !CREDENTIAL.test(given);
/** How long a client may go on sending a body after its answer is out: it may read the answer only then. */
const LINGER_MS = 5_000;
const HOT_PATHS = new Set(['/api/usage/track', '/api/usage/track/batch']);

export interface RequestWatch {
  readonly handle: RequestHandler;
  /** True when answers close their connection. */
  readonly isDraining: boolean;
  /** Does what `handle` does, for a request that was taken at `started` by a handler before it; an id that it has already stays. */
  begin(req: Request, res: Response, started: number): void;
  /** Counts a successful tracking write whose answer is out, as `handle` does for the others. */
  noteTracked(req: Request, path: string, started: number): void;
  /** From now on answers close their connection, so that keep-alive clients move on. */
  drain(): void;
}

/** The id of a request: its own, where it is well-formed and no credential. */
export function requestIdOf({ headers }: Pick<Request, 'headers'>): string {
  const given = headers['x-request-id'];
  return isRequestId(given) ? given : randomUUID();
}

/**
 * The first middleware: a request id, the refusal of a head beyond its bounds, and at the end one log line, the metrics and the count of refusals. Successful tracking writes are
 * logged at `debug`: the verdict log shows them.
 */
export function watchRequests(log: Log, metrics: Metrics, limits: Limits): RequestWatch {
  let draining = false;
  const observeAnswered = guardObserver(log, 'answered', metrics.answered);
  const begin = (req: Request, res: Response, started: number): void => {
    req.url = originForm(req.url);
    req.originalUrl = req.url;
    const { path } = req; // a refusal below a mount point leaves the request with the rest of its path
    const shownPath = loggedPath(path);
    req.requestId ??= requestIdOf(req);
    req.refusedInside = null;
    req.principal = ANONYMOUS;
    res.setHeader('X-Request-Id', req.requestId);
    res.setHeader('X-Content-Type-Options', 'nosniff');
    if (shownPath !== path) res.setHeader('Referrer-Policy', 'no-referrer');
    boundReading(res);
    if (draining) res.setHeader('Connection', 'close');
    res.on('finish', () => {
      if (!req.complete) setTimeout(() => req.complete || req.socket.destroy(), LINGER_MS).unref();
      const seconds = (performance.now() - started) / 1000;
      const { statusCode: status } = res;
      const refused = req.refusedInside ?? status;
      limits.noteAnswer(req, refused);
      if (refused === 429) metrics.limited(policyOf(res));
      observeAnswered(routeOf(req, path), status, seconds);
      const quiet = status < 400 && HOT_PATHS.has(path);
      const line = () => ({
        requestId: req.requestId,
        method: req.method,
        path: shownPath,
        status,
        ms: inHundredths(seconds),
      });
      if (!quiet) log.info(line(), 'answered');
      else if (log.isLevelEnabled('debug')) log.debug(line(), 'answered');
    });
  };
  return {
    handle(req, res, next) {
      begin(req, res, performance.now());
      next(headFault(req) ?? undefined);
    },
    get isDraining() {
      return draining;
    },
    begin,
    noteTracked({ requestId, method }, path, started) {
      const seconds = (performance.now() - started) / 1000;
      observeAnswered(path, 200, seconds);
      if (log.isLevelEnabled('debug'))
        log.debug({ requestId, method, path, status: 200, ms: inHundredths(seconds) }, 'answered');
    },
    drain() {
      draining = true;
    },
  };
}

/** Milliseconds with two digits. */
const inHundredths = (seconds: number): number => Math.round(seconds * 1e5) / 100;

/** The policy that the answer's RateLimit header names. */
const policyOf = (res: Response): string =>
  /^"([\w-]+)"/.exec(String(res.getHeader('RateLimit') ?? ''))?.[1] ?? 'other';

/** The path's shape for metrics: never an id, so that the number of series stays small. */
function routeOf(req: Request, path: string): string {
  const route: unknown = req.route;
  if (typeof route === 'object' && route !== null && 'path' in route && typeof route.path === 'string')
    return route.path;
  const [first = '', second = ''] = path.split('/').slice(1);
  return [
    'graphql',
    'mcp',
    'admin',
    'docs',
    'healthz',
    'readyz',
    'metrics',
    'contracts',
    'problems',
    'badges',
    'openapi.json',
  ].includes(first)
    ? `/${first}`
    : first === 'api' && second === 'auth'
      ? '/api/auth'
      : 'other';
}
