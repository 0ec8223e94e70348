import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { countJobs } from '../platform/jobs/queue.count.js';
import { countMail } from '../platform/mail/mail.js';
import type { DatabaseFigures } from '../platform/telemetry/metrics.figures.js';
import type { Metrics } from '../platform/telemetry/metrics.js';
import { readFoldLag } from '../tracking/index.js';

/** Reads the metrics that come from the database: folding, jobs and mail. */
export async function readFigures(em: EntityManager): Promise<DatabaseFigures> {
  const foldLagSeconds = await readFoldLag(em);
  return { foldLagSeconds, ...(await countJobs(em)), ...(await countMail(em)) };
}

/** Has the metrics of a process tell of its pool and of the database. */
export async function watchDatabase(metrics: Metrics, orm: MikroORM): Promise<void> {
  metrics.watchPool('main', await orm.em.getDriver().getConnection().getNativeClient());
  metrics.watchDatabase(() => readFigures(orm.em.fork()));
}
