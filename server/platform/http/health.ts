import { setTimeout as pause } from 'node:timers/promises';
import express, { type RequestHandler, type Router } from 'express';
import type { SchemaState } from '../database/schema.check.js';
import { Fault } from '../fault.js';
import type { Metrics } from '../telemetry/metrics.js';
import { BUILD, VERSION } from '../version.js';
import { takesOnly } from './methods.js';
import type { Readiness } from './readiness.js';

/** A database that does not answer a probe within this time counts as away: a probe that waits longer is given up by who sent it. */
const PROBE_MS = 2_000;

/** A fault that an operator should mend although requests are served. */
export interface Warning {
  readonly code: string;
  readonly detail: string;
  readonly remedy: string;
}

/** How the migrations stand, what is to be mended, and whether events can be stored. */
type Found = readonly [SchemaState | null, boolean];

/** A probe's finding while the database does not answer. */
const AWAY: Found = [null, true];

export interface HealthParts {
  readonly readiness: Readiness;
  readonly metrics: Metrics;
  /** How the database's migrations stand to this build; rejects when it is away. */
  schema(): Promise<SchemaState>;
  /** Whether events can be stored; of a role that takes them. */
  canStore?(): Promise<boolean>;
  /** False where the role lacks what it cannot work without: such a process is never ready, and `warnings` says why. */
  readonly equipped?: boolean;
  /** The faults that an operator should mend although requests are served; empty when there are none. */
  warnings(): Promise<readonly Warning[]>;
  /** The bearer token that `/metrics` requires: undefined closes it, null opens it to every client that reaches the port. */
  readonly metricsToken: string | undefined | null;
}

/** `/healthz` (the process), `/readyz` (database, migrations, whether events can be stored, and whether requests are wanted) and `/metrics` (Prometheus; decisions §2). */
export function healthRoutes(parts: HealthParts): Router {
  const router = express.Router();
  router.get('/healthz', (_req, res) => void res.json({ status: 'ok', version: VERSION, build: BUILD }));
  router.get('/readyz', readyz(parts));
  router.get('/metrics', async (req, res) => {
    const { metricsToken, metrics } = parts;
    if (metricsToken === undefined) throw new Fault('NOT_FOUND');
    if (metricsToken !== null && req.headers.authorization !== `Bearer ${metricsToken}`) throw new Fault('NOT_FOUND');
    res.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  router.all(['/healthz', '/readyz'], takesOnly('GET', 'HEAD'));
  return router;
}

function readyz(parts: HealthParts): RequestHandler {
  const { readiness, schema, warnings } = parts;
  const probe = probeOf<Found>(() => Promise.all([schema(), parts.canStore?.() ?? true]), AWAY);
  const warn = probeOf<readonly Warning[]>(warnings, []); // apart: what an operator should mend must not keep a process that serves from being ready
  return async (_req, res) => {
    const wanted = readiness.ask();
    const [[migrations, stores], warned] = await Promise.all([probe(), warn()]);
    const ready = migrations !== null && migrations !== 'behind' && parts.equipped !== false && stores && wanted;
    const checks = {
      database: migrations === null ? 'away' : 'reachable',
      migrations,
      ...(stores ? {} : { events: 'refused' }), // the database answers and takes no write, such as with a full disk
      draining: !wanted,
    };
    if (!ready) res.setHeader('Retry-After', '2');
    res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not_ready', checks, warnings: warned });
  };
}

/** Asks one question at a time, however many wait for its answer; answers `without` when it fails or takes longer than a probe may. */
function probeOf<T>(question: () => Promise<T>, without: T): () => Promise<T> {
  let requested: Promise<T> | null = null;
  return async () => {
    requested ??= question()
      .catch(() => without)
      .finally(() => {
        requested = null;
      });
    const late = new AbortController();
    const answer = await Promise.race([requested, pause(PROBE_MS, without, { signal: late.signal })]);
    late.abort();
    return answer;
  };
}
