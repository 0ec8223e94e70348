import type { EntityManager } from '@mikro-orm/postgresql';
import type { Platform } from '../platform/context.js';
import { sendLetter } from '../platform/mail/mail.js';
import { newLinkSecret } from '../platform/secrets/link-secret.new.js';
import type { IntakeSubmission } from './intake.entity.js';
import { letterToConfirm } from './letter.rules.js';
import { hashOfSecret } from './receipt.rules.js';

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
