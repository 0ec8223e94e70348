import type { EntityManager } from '@mikro-orm/postgresql';
import { createTransport, type Transporter } from 'nodemailer';
import { newUuid } from './ids.js';
import type { Log } from './log.js';
import type { DatabaseFigures } from './metrics.figures.js';

export interface Letter {
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  /** The link that the letter is about; without SMTP_URL the operator sees it on the screen and in `dai mail list`. */
  readonly link: string;
}

/** What makes a mail program or a reader see more than a name: other lines, hidden characters, and whatever it would turn into a link. */
const NO_NAME = /[\p{C}\p{Zl}\p{Zp}/\\:@<>。｡]|www|\.(?=[\p{L}\p{N}])/iu;
const NAME_LENGTH_MAX = 80;

/**
 * A user-chosen name, as a letter to others may carry it; null when it could pass for a text or a link of ours, and the letter
 * then does without. Nothing else that a person wrote goes into a letter to another person.
 */
export function nameForLetter(name: string): string | null {
  const line = name.normalize('NFKC').trim();
  return line === '' || line.length > NAME_LENGTH_MAX || NO_NAME.test(line) ? null : line;
}

const ATTEMPTS_MAX = 8;
/** In milliseconds: a mail server that takes the connection and says nothing must not hold the other letters for minutes. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
const KEPT = "interval '24 hours'";

/** Puts a letter into the outbox inside the caller's transaction; it goes out after the commit. */
export async function sendLetter(em: EntityManager, letter: Letter): Promise<void> {
  await em.execute('insert into mail (id, recipient, subject, body, link) values (?, ?, ?, ?, ?)', [
    newUuid(),
    letter.recipient,
    letter.subject,
    letter.body,
    letter.link,
  ]);
}

/** Delivers waiting letters by SMTP. A letter is leased first and sent outside any transaction; several workers may run it. */
export function openMailer(
  smtpUrl: string,
  from: string,
  em: () => EntityManager,
  log: Log,
): { deliver(): Promise<number>; close(): void } {
  const transport: Transporter = createTransport({ url: smtpUrl, ...TIMEOUTS });
  return {
    async deliver() {
      const waiting = await em().execute<{ id: string; recipient: string; subject: string; body: string }[]>(
        `update mail set attempts = attempts + 1, next_attempt_at = now() + (interval '30 s' * power(2, attempts))
         where id in (select id from mail where sent_at is null and attempts < ? and next_attempt_at <= now() order by created_at limit 20 for update skip locked)
         returning id, recipient, subject, body`,
        [ATTEMPTS_MAX],
      );
      for (const { id, recipient, subject, body } of waiting) {
        try {
          await transport.sendMail({ from, to: recipient, subject, text: body });
          await em().execute('update mail set sent_at = now() where id = ?', [id]);
        } catch (error) {
          log.warn({ err: error }, 'a letter was not taken and will be tried again');
        }
      }
      return waiting.length;
    },
    close: () => transport.close(),
  };
}

/** Old letters hold links that no longer work: they go after a day. */
export async function forgetOldMail(em: EntityManager): Promise<void> {
  await em.execute(`delete from mail where created_at < now() - ${KEPT}`);
}

/** The newest letters, for the operator who has no mail server. */
export async function listMail(
  em: EntityManager,
  limit: number,
): Promise<{ recipient: string; subject: string; link: string | null; createdAt: Date }[]> {
  return em.execute(
    'select recipient, subject, link, created_at as "createdAt" from mail order by created_at desc limit ?',
    [limit],
  );
}

/** Counts the letters that are kept by state, and how long the oldest waiting one has (seconds). */
export async function countMail(
  em: EntityManager,
): Promise<Pick<DatabaseFigures, 'mail' | 'oldestWaitingMailSeconds'>> {
  const waiting = `sent_at is null and attempts < ${ATTEMPTS_MAX}`;
  const [row] = await em.execute<Record<'waiting' | 'sent' | 'failed' | 'oldest', string>[]>(
    `select count(*) filter (where ${waiting}) as waiting, count(*) filter (where sent_at is not null) as sent,
       count(*) filter (where sent_at is null and attempts >= ${ATTEMPTS_MAX}) as failed,
       coalesce(extract(epoch from now() - min(created_at) filter (where ${waiting})), 0) as oldest from mail`,
  );
  return {
    mail: { waiting: Number(row?.waiting ?? 0), sent: Number(row?.sent ?? 0), failed: Number(row?.failed ?? 0) },
    oldestWaitingMailSeconds: Number(row?.oldest ?? 0),
  };
}
