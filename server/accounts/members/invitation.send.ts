import type { EntityManager } from '@mikro-orm/postgresql';
import type { Platform } from '../../platform/context.js';
import { nameForLetter, sendLetter } from '../../platform/mail/mail.js';
import type { Invitation } from '../member.entity.js';

/** Puts the letter of an invitation into the outbox, in the caller's transaction. */
export function sendInvitation(
  em: EntityManager,
  { config, log }: Pick<Platform, 'config' | 'log'>,
  organizationName: string,
  { id, email, role }: Invitation,
): Promise<void> {
  const name = nameForLetter(organizationName);
  const link = `${config.workspaceUrl}/admin/#/invitations/${id}`;
  return sendLetter(em, log, {
    recipient: email,
    subject: `Invitation to ${name ? `“${name}”` : 'an organization'}`,
    body: `You are invited to ${name ? `the organization “${name}”` : 'an organization'} as ${role}. Sign in with this address, verify it, and open:\n\n${link}\n`,
    link,
  });
}
