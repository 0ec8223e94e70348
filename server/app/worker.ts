import type { EntityManager } from '@mikro-orm/postgresql';
import { foldDaily } from '../adoption/index.js';
import { expireClaims } from '../offers/index.js';
import { systemClock } from '../platform/clock.js';
import type { Config } from '../platform/config.js';
import { deleteExpiredReplies } from '../platform/idempotency.js';
import { type Loop, startLoop } from '../platform/jobs/loop.js';
import { startQueue } from '../platform/jobs/queue.js';
import type { Log } from '../platform/log.js';
import { forgetOldMail, openMailer } from '../platform/mail.js';
import type { Metrics } from '../platform/metrics.js';
import { guardObserver } from '../platform/observer.guard.js';
import { recheckSkill } from '../skills/index.js';
import { forgetOldImports, forgetOldVerdicts, openCsvImporter } from '../tracking/index.js';
import { openRelay } from '../usage/index.js';

const FOLD_PAUSE_MS = 3_000;
const MAIL_PAUSE_MS = 5_000;
const IMPORT_PAUSE_MS = 1_000;
const SKILLS_PAUSE_MS = 60_000;
const RELAY_PAUSE_MS = 30_000;
const HOUR_MS = 3_600_000;

export interface Worker {
  stop(): Promise<void>;
}

/**
 * The work beside the requests: folding, imports, the relay of receipts, mail, and forgetting what has had its time. Any number of processes may run it.
 * Events are written as the gateway writes them, under its role: folding sees only the writers of its own.
 */
export async function startWorker(
  config: Config,
  { url: databaseUrl, directUrl }: { url: string; directUrl: string },
  em: () => EntityManager,
  log: Log,
  metrics: Metrics,
): Promise<Worker> {
  const folded = guardObserver(log, 'folded', metrics.folded);
  const importer = await openCsvImporter({ databaseUrl, em, clock: systemClock, log });
  const relay = await openRelay({
    databaseUrl,
    em,
    clock: systemClock,
    log,
    observe: guardObserver(log, 'relayed', metrics.relayed),
  });
  const loop = (name: string, pauseMs: number, round: () => Promise<boolean>): Loop =>
    startLoop(name, pauseMs, log, metrics.watchRound(name, round));
  const loops: Loop[] = [
    loop('fold', FOLD_PAUSE_MS, async () => {
      const { events, more } = await foldDaily(em());
      folded(events);
      return more;
    }),
    loop('forget', HOUR_MS, async () => {
      await forgetOldVerdicts(em());
      await forgetOldImports(em());
      await forgetOldMail(em());
      await deleteExpiredReplies(em());
      return false;
    }),
    loop('claims', HOUR_MS, async () => (await expireClaims(em(), systemClock.now())).more),
    loop('skills', SKILLS_PAUSE_MS, () => recheckSkill(em, { config, clock: systemClock })),
    loop('csv-import', IMPORT_PAUSE_MS, () => importer.advance()),
    loop('relay', RELAY_PAUSE_MS, () => relay.sweep()),
    startQueue({ directUrl, log, tasks: relay.tasks }),
  ];
  const mailer = config.smtpUrl
    ? openMailer(config.smtpUrl, `DAI <no-reply@${new URL(config.workspaceUrl).hostname}>`, em, log)
    : null;
  if (mailer) loops.push(loop('mail', MAIL_PAUSE_MS, async () => (await mailer.deliver()) > 0));
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
      mailer?.close();
      await importer.close();
      await relay.close();
    },
  };
}
