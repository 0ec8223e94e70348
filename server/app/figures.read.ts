import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { readBackupAge } from '../platform/backup/backup.job.js';
import { readNodes } from '../platform/database/cluster.js';
import { readFacts } from '../platform/database/facts.read.js';
import { countJobs } from '../platform/jobs/queue.count.js';
import { countMail } from '../platform/mail/mail.js';
import { readRetentionAges } from '../platform/retention/retention.job.js';
import type { DatabaseFigures } from '../platform/telemetry/metrics.figures.js';
import type { Metrics } from '../platform/telemetry/metrics.js';
import { readFoldLag } from '../tracking/index.js';

const NODES_MS = 1_500;

/** Reads the metrics that come from the database: folding, jobs, mail, backups and the server. */
export async function readFigures(em: EntityManager): Promise<DatabaseFigures> {
  const nodes = answeringNodes(em.fork());
  const foldLagSeconds = await readFoldLag(em);
  return {
    foldLagSeconds,
    ...(await countJobs(em)),
    ...(await countMail(em)),
    backupAgeSeconds: await readBackupAge(em),
    retentionAgeSeconds: await readRetentionAges(em),
    ...(await readFacts(em)),
    nodes: await nodes,
  };
}

/** The nodes of a distributed database, in time for a collector: one that is gone without a word must not hide the other figures. */
async function answeringNodes(em: EntityManager): Promise<Record<string, number>> {
  const late = new AbortController();
  const nodes = await Promise.race([readNodes(em).catch(() => []), pause(NODES_MS, [], { signal: late.signal })]);
  late.abort();
  return Object.fromEntries(nodes.map(({ name, up }) => [name, up ? 1 : 0]));
}

/** Has the metrics of a process tell of its pool and of the database. */
export async function watchDatabase(metrics: Metrics, orm: MikroORM): Promise<void> {
  metrics.watchPool('main', await orm.em.getDriver().getConnection().getNativeClient());
  metrics.watchDatabase(() => readFigures(orm.em.fork()));
}
