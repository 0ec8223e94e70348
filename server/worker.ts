import type { EntityManager } from '@mikro-orm/postgresql';
import { foldDaily } from './adoption/index.js';
import type { Config } from './platform/config.js';
import { type Loop, startLoop } from './platform/jobs/loop.js';
import type { Log } from './platform/log.js';
import { forgetOldMail, openMailer } from './platform/mail.js';
import { forgetOldVerdicts } from './tracking/index.js';

const FOLD_PAUSE_MS = 3_000;
const MAIL_PAUSE_MS = 5_000;
const HOUR_MS = 3_600_000;

export interface Worker {
  stop(): Promise<void>;
}

/** The work beside the requests: folding, mail, and forgetting what has had its time. Any number of processes may run it. */
export function startWorker(
  config: Config,
  em: () => EntityManager,
  log: Log,
  folded: (events: number) => void = () => undefined,
): Worker {
  const loops: Loop[] = [
    startLoop('fold', FOLD_PAUSE_MS, log, async () => {
      const { events, more } = await foldDaily(em());
      folded(events);
      return more;
    }),
    startLoop('forget', HOUR_MS, log, async () => {
      await forgetOldVerdicts(em());
      await forgetOldMail(em());
      await em().execute('delete from idempotent_request where expires_at < now()');
      return false;
    }),
  ];
  const mailer = config.smtpUrl
    ? openMailer(config.smtpUrl, `DAI <no-reply@${new URL(config.workspaceUrl).hostname}>`, em, log)
    : null;
  if (mailer) loops.push(startLoop('mail', MAIL_PAUSE_MS, log, async () => (await mailer.deliver()) > 0));
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
      mailer?.close();
    },
  };
}
