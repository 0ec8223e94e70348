import { setTimeout as pause } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';

/** The same in every process of an installation; ages are in seconds, 0 where nothing waits. */
export interface DatabaseFigures {
  readonly foldLagSeconds: number;
  readonly jobs: Readonly<Record<'ready' | 'scheduled' | 'running' | 'dead', number>>;
  readonly oldestReadyJobSeconds: number;
  readonly mail: Readonly<Record<'waiting' | 'sent' | 'failed', number>>;
  readonly oldestWaitingMailSeconds: number;
  /** How old the newest backup is; null where none was made. */
  readonly backupAgeSeconds: number | null;
  /** How long ago each kind of record last had nothing that was older than its time; empty before the first round. */
  readonly retentionAgeSeconds: Readonly<Record<string, number>>;
  readonly databaseBytes: number;
  /** The connections of the whole server, every user's. */
  readonly connections: Readonly<Record<'used' | 'max', number>>;
  /** Migrations of this build that have not run, and those that ran and only a newer build knows. */
  readonly migrations: Readonly<Record<'missing' | 'unknown', number>>;
  /** Whether each node of a distributed database answers, 1 or 0 by its address; empty for any other. */
  readonly nodes: Readonly<Record<string, number>>;
}

/** For this long a repeated question is answered from memory, so that many collectors cost the database no more than one. */
const CACHED_MS = 5_000;
/** A collector gives up later than this; the other metrics are worth an answer without the database's. */
const READ_MS = 2_000;

/** Declares the figures of the database. Until they are watched, and while the database is away, they have no value and `dai_database_up` is 0. */
export function declareFigures(registry: Registry): { watch(read: () => Promise<DatabaseFigures>): void } {
  let read: (() => Promise<DatabaseFigures>) | null = null;
  let cached: { at: number; figures: Promise<DatabaseFigures | null> } | null = null;

  function current(): Promise<DatabaseFigures | null> {
    if (!read) return Promise.resolve(null);
    if (cached && performance.now() - cached.at < CACHED_MS) return cached.figures;
    cached = { at: performance.now(), figures: withinTime(read()) };
    return cached.figures;
  }

  const gauge = (
    name: string,
    help: string,
    valuesOf: (figures: DatabaseFigures) => number | null | Readonly<Record<string, number>>,
    labelNames: string[] = [],
  ): void => {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const figures = await current();
        this.reset();
        if (labelNames.length === 0) this.remove(); // a reset leaves 0, which would say that nothing waits
        if (!figures) return;
        const values = valuesOf(figures);
        if (values === null) return;
        if (typeof values === 'number') this.set(values);
        else for (const [key, count] of Object.entries(values)) this.set({ [labelNames[0] ?? 'state']: key }, count);
      },
    });
  };
  gauge('dai_fold_lag_seconds', 'How far the daily counts are behind the events', (f) => f.foldLagSeconds);
  gauge('dai_jobs', 'Jobs of the queue, by state', (f) => f.jobs, ['state']);
  gauge(
    'dai_job_oldest_ready_age_seconds',
    'How long the oldest job that is due has waited',
    (f) => f.oldestReadyJobSeconds,
  );
  gauge('dai_mail_letters', 'Letters of the last day, by state', (f) => f.mail, ['state']);
  gauge(
    'dai_mail_oldest_waiting_age_seconds',
    'How long the oldest letter has waited',
    (f) => f.oldestWaitingMailSeconds,
  );
  gauge(
    'dai_backup_age_seconds',
    'How old the newest backup is; absent where none was made',
    (f) => f.backupAgeSeconds,
  );
  gauge(
    'dai_retention_age_seconds',
    'How long ago each kind of record last had nothing left that was older than its time',
    (f) => f.retentionAgeSeconds,
    ['kind'],
  );
  gauge('dai_database_size_bytes', 'Bytes of the database on its disk', (f) => f.databaseBytes);
  gauge('dai_database_connections', 'Connections of the database server, used and at most', (f) => f.connections, [
    'state',
  ]);
  gauge(
    'dai_schema_migrations',
    'Migrations of this build that have not run (missing), and those of a newer build that have (unknown)',
    (f) => f.migrations,
    ['state'],
  );
  gauge(
    'dai_database_node_up',
    'Whether each node of a distributed database answers: 1 or 0, by its address',
    (f) => f.nodes,
    ['node'],
  );
  new Gauge({
    name: 'dai_database_up',
    help: 'Whether the database answered this question: 1 or 0',
    registers: [registry],
    async collect() {
      this.set((await current()) ? 1 : 0);
    },
  });
  return {
    watch(given) {
      read = given;
    },
  };
}

async function withinTime(reading: Promise<DatabaseFigures>): Promise<DatabaseFigures | null> {
  const late = new AbortController();
  const figures = await Promise.race([reading.catch(() => null), pause(READ_MS, null, { signal: late.signal })]);
  late.abort();
  return figures;
}
