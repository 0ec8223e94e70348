import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ReplicaReport } from '../database/replicas.js';
import { OUTBOUND_CHANNEL, type OutboundCall } from '../outbound/call.publish.js';
import { BUILD, VERSION } from '../version.js';
import { type DatabaseFigures, declareFigures } from './metrics.figures.js';

/** A pool of connections as `pg` counts them. */
export interface WatchedPool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  readonly options: { readonly max?: number };
}

/** The events that wait for a flush: how many, and since when the oldest one does (seconds). */
export interface WaitingEvents {
  readonly events: number;
  readonly oldestSeconds: number;
  /** False from a refused flush until a write goes through. */
  readonly stores: boolean;
}

export interface Metrics {
  readonly registry: Registry;
  answered(route: string, status: number, seconds: number): void;
  /** A call was refused since the budget of this policy is spent. */
  limited(policy: string): void;
  /** A flush has ended; `failed` of its rows were not stored. */
  flushed(rows: number, failed: number, seconds: number): void;
  verdictsDropped(count: number): void;
  folded(events: number): void;
  /** Counts an attempt to deliver a receipt by its outcome. */
  relayed(outcome: string): void;
  /** The round of a background task, counted by its outcome. Rejects as `round` does. */
  watchRound<A extends unknown[]>(
    task: string,
    round: (...args: A) => Promise<boolean>,
  ): (...args: A) => Promise<boolean>;
  /** Sets the readers that are called when the metrics are asked for. */
  watchQueue(read: () => WaitingEvents): void;
  watchPool(name: string, pool: WatchedPool): void;
  watchDatabase(read: () => Promise<DatabaseFigures>): void;
  watchReplicas(report: () => Promise<readonly ReplicaReport[]>): void;
  close(): void;
}

/**
 * Prometheus metrics of one process, under the same names in every role; they end in their unit. No label is an id, an address or anything
 * else that a caller chooses.
 */
export function openMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'dai_' });
  const registers = [registry];
  declareBuild(registry);
  const counter = (name: string, help: string, labelNames: string[] = []): Counter =>
    new Counter({ name, help, labelNames, registers });
  const requests = new Histogram({
    name: 'dai_http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const flushes = new Histogram({
    name: 'dai_flush_duration_seconds',
    help: 'Time of one event flush',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
    registers,
  });
  const flushedRows = counter('dai_flushed_events_total', 'Events that went through a flush');
  const failedRows = counter(
    'dai_flush_failed_events_total',
    'Events that a flush could not store; each was refused with 503',
  );
  const dropped = counter('dai_verdicts_dropped_total', 'Verdicts not kept for the live view');
  const folded = counter('dai_folded_events_total', 'Events folded into daily counts');
  const limited = counter('dai_limit_hits_total', 'Calls refused for a spent budget, by policy', ['policy']);
  const relayed = counter('dai_relay_attempts_total', 'Attempts to deliver a receipt, by outcome', ['outcome']);
  const rounds = counter('dai_background_rounds_total', 'Rounds of the background tasks', ['task', 'outcome']);
  const outbound = counter('dai_outbound_calls_total', 'Calls to other services', ['target', 'outcome']);
  const outboundTime = new Histogram({
    name: 'dai_outbound_call_duration_seconds',
    help: 'Time of calls to other services, by target',
    labelNames: ['target'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const called = (message: unknown): void => {
    const { target, outcome, seconds } = message as OutboundCall;
    outbound.inc({ target, outcome });
    outboundTime.observe({ target }, seconds);
  };
  subscribe(OUTBOUND_CHANNEL, called);

  let readQueue = (): WaitingEvents => ({ events: 0, oldestSeconds: 0, stores: true });
  const pools = new Map<string, WatchedPool>();
  declareQueue(registry, () => readQueue());
  declarePools(registry, pools);
  const figures = declareFigures(registry);
  let readReplicas = (): Promise<readonly ReplicaReport[]> => Promise.resolve([]);
  declareReplicas(registry, () => readReplicas());

  const series = new Map<string, ReturnType<typeof requests.labels>>();
  return {
    registry,
    answered(route, status, seconds) {
      const name = `${status} ${route}`;
      let own = series.get(name);
      if (!own) {
        own = requests.labels(route, String(status));
        series.set(name, own);
      }
      own.observe(seconds);
    },
    limited: (policy) => limited.inc({ policy }),
    flushed(rows, failed, seconds) {
      flushes.observe(seconds);
      failedRows.inc(failed);
      flushedRows.inc(rows);
    },
    verdictsDropped: (count) => dropped.inc(count),
    folded: (events) => folded.inc(events),
    relayed: (outcome) => relayed.inc({ outcome }),
    watchRound(task, round) {
      for (const outcome of ['done', 'failed']) rounds.inc({ task, outcome }, 0);
      return async (...args) => {
        try {
          const more = await round(...args);
          rounds.inc({ task, outcome: 'done' });
          return more;
        } catch (error) {
          rounds.inc({ task, outcome: 'failed' });
          throw error;
        }
      };
    },
    watchQueue(read) {
      readQueue = read;
    },
    watchPool: (name, pool) => void pools.set(name, pool),
    watchDatabase: figures.watch,
    watchReplicas(report) {
      readReplicas = report;
    },
    close() {
      unsubscribe(OUTBOUND_CHANNEL, called);
      registry.clear();
    },
  };
}

/** The constant 1 with version and build as labels: an alert can name a deployment whose gateways differ. */
function declareBuild(registry: Registry): void {
  new Gauge({
    name: 'dai_build_info',
    help: 'Version and build of this process.',
    labelNames: ['version', 'build'],
    registers: [registry],
  }).set({ version: VERSION, build: BUILD }, 1);
}

function declareQueue(registry: Registry, read: () => WaitingEvents): void {
  new Gauge({
    name: 'dai_event_queue_events',
    help: 'Events that wait for a flush',
    registers: [registry],
    collect() {
      this.set(read().events);
    },
  });
  new Gauge({
    name: 'dai_event_store_up',
    help: 'Whether events can be stored, by the last flush: 1 or 0',
    registers: [registry],
    collect() {
      this.set(read().stores ? 1 : 0);
    },
  });
  new Gauge({
    name: 'dai_event_queue_oldest_age_seconds',
    help: 'How long the oldest event has waited for its flush',
    registers: [registry],
    collect() {
      this.set(read().oldestSeconds);
    },
  });
}

/** Standbys by their address without a user: whether each serves reads, and how far it is behind. */
function declareReplicas(registry: Registry, report: () => Promise<readonly ReplicaReport[]>): void {
  const gauge = (name: string, help: string, read: (replica: ReplicaReport) => number | null): void => {
    new Gauge({
      name,
      help,
      labelNames: ['replica'],
      registers: [registry],
      async collect() {
        this.reset();
        for (const replica of await report()) {
          const value = read(replica);
          if (value !== null) this.set({ replica: replica.name }, value);
        }
      },
    });
  };
  gauge('dai_replica_up', 'Whether a standby of DATABASE_REPLICA_URLS serves reads: 1 or 0', ({ state }) =>
    state === 'ready' ? 1 : 0,
  );
  gauge(
    'dai_replica_lag_seconds',
    'How far a standby is behind the primary; absent while that is unknown',
    ({ lagSeconds }) => lagSeconds,
  );
}

function declarePools(registry: Registry, pools: ReadonlyMap<string, WatchedPool>): void {
  const gauge = (name: string, help: string, countOf: (pool: WatchedPool) => number): void => {
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const [name, pool] of pools) this.set({ pool: name }, countOf(pool));
      },
    });
  };
  gauge('dai_pool_connections_in_use', 'Connections that a query holds', (pool) => pool.totalCount - pool.idleCount);
  gauge('dai_pool_connections_max', 'Connections that a pool may open', (pool) => pool.options.max ?? 10);
  gauge('dai_pool_waiting', 'Queries that wait for a connection', (pool) => pool.waitingCount);
}
