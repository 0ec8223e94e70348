import type { EntityManager } from '@mikro-orm/postgresql';
import { accountsRetention, noticeEndingKeys, resetDueFactors } from '../accounts/index.js';
import { foldEvents, periodJob, readPublicationSecret, readToolTruths, snapshotJob } from '../adoption/index.js';
import { directoryRetention, refreshMeasures, thinMeasureHistory, verifyCatalog } from '../directory/index.js';
import { intakeJobs } from '../intake/index.js';
import { expireDueClaims, loadOffers } from '../offers/index.js';
import { planLetterJob } from '../planning/index.js';
import { waitingJob } from '../platform/audit/audit.job.js';
import { backupJob } from '../platform/backup/backup.job.js';
import { systemClock } from '../platform/clock.js';
import type { Config } from '../platform/config.js';
import { deleteExpiredReplies } from '../platform/idempotency/idempotency.job.js';
import { type Loop, startLoop } from '../platform/jobs/loop.js';
import { type Job, startQueue, type Work } from '../platform/jobs/queue.js';
import type { Log } from '../platform/log.js';
import { openMailer } from '../platform/mail/mail.job.js';
import { guardObserver } from '../platform/observer.guard.js';
import { retentionJob } from '../platform/retention/retention.job.js';
import type { Metrics } from '../platform/telemetry/metrics.js';
import { recheckSkills } from '../skills/index.js';
import { deleteOldImports, deleteOldVerdicts, openCsvImporter, trackingRetention } from '../tracking/index.js';
import { openRelay } from '../usage/index.js';
import { announceNewAccounts, openWebhooks, webhookJobs } from '../webhooks/index.js';
import { sessionSecret } from './database.js';

const FOLD_PAUSE_MS = 3_000;

export interface Worker {
  stop(): Promise<void>;
}

/**
 * Does the work beside the requests: folding in a loop of its own, everything else as jobs of the queue. Any number of processes may run it.
 * Events are written as the gateway writes them, under its role: folding sees only the writers of its own.
 */
export async function startWorker(
  config: Config,
  { url: databaseUrl, directUrl }: { url: string; directUrl: string },
  em: () => EntityManager,
  log: Log,
  metrics: Metrics,
): Promise<Worker> {
  const work: Work = { config, clock: systemClock, log, em };
  const importer = await openCsvImporter({ databaseUrl, log });
  const relay = await openRelay({ databaseUrl, log, observe: guardObserver(log, 'relayed', metrics.relayed) });
  const mailer = await openMailer(config);
  const jobs: Job[] = [
    ...(config.backup.to === undefined ? [] : [backupJob(directUrl, sessionSecret(config))]),
    ...mailer.jobs,
    ...relay.jobs,
    importer.job,
    recheckSkills,
    expireDueClaims,
    noticeEndingKeys,
    resetDueFactors,
    planLetterJob(loadOffers),
    deleteOldVerdicts,
    deleteOldImports,
    deleteExpiredReplies,
    retentionJob([...trackingRetention, ...accountsRetention, ...directoryRetention], config.retentionDays),
    waitingJob(directUrl),
    thinMeasureHistory,
    refreshMeasures,
    verifyCatalog,
    snapshotJob(readToolTruths, () => readPublicationSecret(directUrl)),
    periodJob,
    ...intakeJobs,
    ...webhookJobs(openWebhooks(config, sessionSecret(config))),
  ];
  const queue = startQueue({ directUrl, work, jobs, metrics });
  const fold = startFolding(em, log, metrics);
  log.info({ tasks: ['fold', ...jobs.map(({ name }) => name)] }, 'the worker runs');
  return {
    async stop() {
      await Promise.all([queue.stop(), fold.stop()]);
      mailer.close();
      await importer.close();
      await relay.close();
    },
  };
}

/** Folds every few seconds: a job a step would write more to the database than most steps count. */
function startFolding(em: () => EntityManager, log: Log, metrics: Metrics): Loop {
  const newAccounts = announceNewAccounts(log);
  const folded = guardObserver(log, 'folded', metrics.folded);
  const round = metrics.watchRound('fold', async () => {
    const { events, more } = await foldEvents(em(), newAccounts);
    folded(events);
    return more;
  });
  return startLoop('fold', FOLD_PAUSE_MS, log, round);
}
