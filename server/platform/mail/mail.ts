import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { newUuid } from '../ids.js';
import { enqueueJob, type NewJob } from '../jobs/queue.js';
import type { Log } from '../log.js';
import type { DatabaseFigures } from '../telemetry/metrics.figures.js';
import { Mail } from './mail.entity.js';

export interface Letter {
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  /** The link that the letter is about, where it has one; without SMTP_URL the operator sees it on the screen and in `dai mail list`. */
  readonly link?: string;
  /** The address that ends letters of this kind by a POST, without a sign-in; it also stands in the body. */
  readonly unsubscribe?: string;
}

/**
 * Matches texts in which a mail program or a reader sees more than a name: other lines, hidden characters, and whatever it would turn into a link.
 */
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

/** A letter that failed so often is given up. */
export const ATTEMPTS_MAX = 8;

/** The task of the queue that sends one letter. */
export const LETTER_TASK = 'send_letter';

/** The job that sends a letter, at once unless a time is given. */
export const letterJob = (letterId: string, runAt?: Date): NewJob => ({
  task: LETTER_TASK,
  payload: { letterId },
  key: `letter:${letterId}`,
  ...(runAt ? { runAt } : {}),
});

/**
 * Puts a letter into the outbox and its job into the queue, inside the caller's transaction where there is one; it goes out after the commit.
 * A letter that the queue did not take is offered to it again by a worker.
 */
export async function sendLetter(em: EntityManager, log: Log, letter: Letter): Promise<void> {
  const id = newUuid();
  await em.transactional(async (tx) => {
    await tx.insert(Mail, { id, link: null, ...withWholeLink(letter) });
    await enqueueJob(tx, log, letterJob(id));
  });
}

/** Mail programs leave a sign at the end out of the link that they make of an address; written as a percent code it stays. */
function withWholeLink(letter: Letter): Letter {
  const { link, body } = letter;
  const whole = link?.replace(/[-_.~!*'(),;:]$/, (end) => `%${end.charCodeAt(0).toString(16).toUpperCase()}`);
  return link === undefined || whole === undefined || whole === link
    ? letter
    : { ...letter, link: whole, body: body.replaceAll(link, whole) };
}

/** The newest letters, for the operator who has no mail server. */
export const listMail = (
  em: EntityManager,
  limit: number,
): Promise<Pick<Mail, 'recipient' | 'subject' | 'link' | 'createdAt'>[]> =>
  em
    .qb(Mail)
    .select(['recipient', 'subject', 'link', 'createdAt'])
    .orderBy({ createdAt: 'desc' })
    .limit(limit)
    .execute('all');

/** A letter that is to be sent. */
export const waitingMail = { sentAt: null, attempts: { $lt: ATTEMPTS_MAX } } as const;

/** Counts the letters that are kept by state, and how long the oldest waiting one has (seconds). */
export async function countMail(
  em: EntityManager,
): Promise<Pick<DatabaseFigures, 'mail' | 'oldestWaitingMailSeconds'>> {
  const waiting = `sent_at is null and attempts < ${ATTEMPTS_MAX}`;
  const [row] = await em
    .qb(Mail)
    .select([
      raw(`count(*) filter (where ${waiting})`).as('waiting'),
      raw('count(*) filter (where sent_at is not null)').as('sent'),
      raw(`count(*) filter (where sent_at is null and attempts >= ${ATTEMPTS_MAX})`).as('failed'),
      raw(`coalesce(extract(epoch from now() - min(created_at) filter (where ${waiting})), 0)`).as('oldest'),
    ])
    .execute('all');
  return {
    mail: { waiting: Number(row?.waiting ?? 0), sent: Number(row?.sent ?? 0), failed: Number(row?.failed ?? 0) },
    oldestWaitingMailSeconds: Number(row?.oldest ?? 0),
  };
}
