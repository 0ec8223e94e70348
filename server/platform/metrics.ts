import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  answered(route: string, status: number, seconds: number): void;
  flushed(rows: number, seconds: number): void;
  verdictsDropped(count: number): void;
  folded(events: number): void;
  /** Reads the number of waiting events when the metrics are asked for. */
  watchQueue(waiting: () => number): void;
}

/** Prometheus metrics of one app; names end in their unit. */
export function openMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'dai_' });
  const registers = [registry];
  const requests = new Histogram({
    name: 'dai_http_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const flushes = new Histogram({
    name: 'dai_flush_seconds',
    help: 'Time of one event flush',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
    registers,
  });
  const flushedRows = new Counter({
    name: 'dai_flushed_events_total',
    help: 'Events that went through a flush',
    registers,
  });
  const dropped = new Counter({
    name: 'dai_verdicts_dropped_total',
    help: 'Verdicts not kept for the live view',
    registers,
  });
  const folded = new Counter({ name: 'dai_folded_events_total', help: 'Events folded into daily counts', registers });
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
    flushed(rows, seconds) {
      flushes.observe(seconds);
      flushedRows.inc(rows);
    },
    verdictsDropped: (count) => dropped.inc(count),
    folded: (events) => folded.inc(events),
    watchQueue(waiting) {
      new Gauge({
        name: 'dai_waiting_events',
        help: 'Events that wait for a flush',
        registers,
        collect() {
          this.set(waiting());
        },
      });
    },
  };
}
