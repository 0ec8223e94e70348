import type { EntityManager } from '@mikro-orm/postgresql';
import type { Platform } from '../platform/context.js';
import { publicId } from '../platform/ids.js';
import { enqueueJob } from '../platform/jobs/queue.js';
import type { Log } from '../platform/log.js';
import { sendLetter } from '../platform/mail/mail.js';
import { newLinkSecret } from '../platform/secrets/link-secret.new.js';
import type { IntakeSubmission } from './intake.entity.js';
import { letterToConfirm } from './letter.rules.js';
import { hashOfSecret } from './receipt.query.js';

/** The task that checks a submission and prepares its draft. */
export const PREPARE_TASK = 'prepare_intake';
/** The task that puts intake's letters into the outbox. */
export const LETTERS_TASK = 'forward_intake_letters';

/**
 * Has the worker check a submission (a bare UUID), after the caller's transaction where there is one. A job that waits keeps its place. The job
 * names the submission by its public id, as the versions before do.
 */
export function enqueuePreparation(em: EntityManager, log: Log, id: string): Promise<boolean> {
  const submissionId = publicId('sub', id);
  return enqueueJob(em, log, { task: PREPARE_TASK, payload: { submissionId }, key: `intake:${submissionId}` });
}

/** The task that sends a contact links to their submissions. */
export const LINKS_TASK = 'send_intake_links';

/** Has the worker send links to whatever submissions an address has. */
export const enqueueLinks = (em: EntityManager, log: Log, email: string): Promise<boolean> =>
  enqueueJob(em, log, { task: LINKS_TASK, payload: { email }, key: `${LINKS_TASK}:${email}` });

/** Has the worker forward the letters of the caller's transaction without waiting for its round. */
export const enqueueLetters = (em: EntityManager, log: Log): Promise<boolean> =>
  enqueueJob(em, log, { task: LETTERS_TASK, payload: {}, key: LETTERS_TASK });

const LINK_DAYS = 7;
const DAY_MS = 86_400_000;

/** Sends the contact a link that works once; an earlier one ends. In the caller's transaction. */
export async function sendContactLetter(
  em: EntityManager,
  { config, log }: Pick<Platform, 'config' | 'log'>,
  submission: IntakeSubmission,
  at: Date,
): Promise<void> {
  const token = newLinkSecret();
  submission.contactTokenHash = hashOfSecret(token);
  submission.contactTokenExpiresAt = new Date(at.getTime() + LINK_DAYS * DAY_MS);
  await em.flush();
  const letter = letterToConfirm(submission.kind, `${config.workspaceUrl}/submissions/confirm/${token}`);
  await sendLetter(em, log, { recipient: submission.contactEmail, ...letter });
}
