import { type EntityManager, raw } from '@mikro-orm/postgresql';
import type { Transporter } from 'nodemailer';
import type { Config } from '../config.js';
import { updateRows } from '../database/rows.update.js';
import { enqueueJob, type Job } from '../jobs/queue.js';
import { isRecord } from '../json.rules.js';
import { Mail } from './mail.entity.js';
import { LETTER_TASK, letterJob, waitingMail } from './mail.js';

/** In milliseconds: a mail server that takes the connection and says nothing must not hold a job for minutes. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
/** A letter that is overdue for so long has lost its job: with a worker that was killed, or because the queue did not take it. */
const LOST_AFTER = "interval '30 seconds'";
/** Keeps absence notices and other programs from answering (RFC 3834). */
const WRITTEN_BY_A_PROGRAM = { 'Auto-Submitted': 'auto-generated' };
/** Lets a mail program end such letters with one press (RFC 8058). */
const endingHeaders = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
/** Letters that one round offers to the queue again. */
const OFFERED_MAX = 500;
const KEPT = "interval '24 hours'";

type WaitingLetter = Pick<Mail, 'recipient' | 'subject' | 'body' | 'unsubscribe'>;

/** Sends the letters of the outbox. */
export interface Mailer {
  readonly jobs: readonly Job[];
  close(): void;
}

/** Opens what sends letters by SMTP. Without a mail server a letter stays in the outbox, where the operator reads it. */
export async function openMailer({ smtpUrl, workspaceUrl }: Config): Promise<Mailer> {
  if (smtpUrl === undefined) return { jobs: [leaveLetter, deleteOldLetters], close: () => undefined };
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS });
  const from = `DAI <no-reply@${new URL(workspaceUrl).hostname}>`;
  return {
    jobs: [letterSender(transport, from), offerLostLetters, deleteOldLetters],
    close: () => transport.close(),
  };
}

/** Leaves a letter where it is; the job ends, and one that comes with a mail server later finds the letter overdue. */
const leaveLetter: Job = { name: LETTER_TASK, run: async () => false };

/**
 * Makes one attempt to send a letter, outside any transaction. The attempt is noted before it begins, with the time of the next one, so that
 * a letter whose worker was killed is not sent again at once, nor lost.
 */
const letterSender = (transport: Transporter, from: string): Job => ({
  name: LETTER_TASK,
  async run({ em, log }, payload) {
    const id = letterIdOf(payload);
    const letter = await claimLetter(em(), id);
    if (letter) {
      try {
        const { recipient: to, subject, body: text, unsubscribe } = letter;
        const headers = { ...WRITTEN_BY_A_PROGRAM, ...(unsubscribe ? endingHeaders(unsubscribe) : {}) };
        await transport.sendMail({ from, to, subject, text, headers });
        await em().nativeUpdate(Mail, { id }, { sentAt: raw('now()') });
        return false;
      } catch (error) {
        log.warn({ err: error }, 'a letter was not taken and will be tried again');
      }
    }
    const nextAt = await readNextAttempt(em(), id);
    if (nextAt) await enqueueJob(em(), log, letterJob(id, nextAt)); // where the queue fails, the letter is found overdue
    return false;
  },
});

/** Offers letters to the queue again whose job was lost. The job that a letter still has keeps its place. */
const offerLostLetters: Job = {
  name: 'offer_lost_letters',
  cron: '* * * * *',
  async run({ em, log }) {
    const lost = await em().find(
      Mail,
      { ...waitingMail, nextAttemptAt: { $lte: raw(`now() - ${LOST_AFTER}`) } },
      { fields: ['id'], orderBy: { nextAttemptAt: 'asc' }, limit: OFFERED_MAX },
    );
    for (const { id } of lost) if (!(await enqueueJob(em(), log, letterJob(id)))) break;
    return false;
  },
};

/** Old letters hold links that no longer work: they go after a day. */
const deleteOldLetters: Job = {
  name: 'delete_old_letters',
  cron: '23 * * * *',
  async run({ em }) {
    await em().nativeDelete(Mail, { createdAt: { $lt: raw(`now() - ${KEPT}`) } });
    return false;
  },
};

/** Notes an attempt on a letter that is due, and answers it; null when it was sent, given up or deleted, or another attempt runs. */
async function claimLetter(em: EntityManager, id: string): Promise<WaitingLetter | null> {
  const [letter] = await updateRows(
    em,
    Mail,
    { id, ...waitingMail, nextAttemptAt: { $lte: raw('now()') } },
    { attempts: raw('attempts + 1'), nextAttemptAt: raw(`now() + (interval '30 s' * power(2, attempts))`) },
    ['recipient', 'subject', 'body', 'unsubscribe'],
  );
  return letter ?? null;
}

async function readNextAttempt(em: EntityManager, id: string): Promise<Date | null> {
  const letter = await em.findOne(Mail, { id, ...waitingMail }, { fields: ['nextAttemptAt'], refresh: true });
  return letter?.nextAttemptAt ?? null;
}

/** Reads the payload of a job; any other payload was not put there by this service, and is an error. */
function letterIdOf(payload: unknown): string {
  if (isRecord(payload) && typeof payload.letterId === 'string') return payload.letterId;
  throw new Error('a job of the mail names no letter');
}
