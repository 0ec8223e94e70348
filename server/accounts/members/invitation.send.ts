import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Platform } from '../../platform/context.js';
import { nameForLetter, sendLetter } from '../../platform/mail/mail.js';
import { newLinkSecret } from '../../platform/secrets/link-secret.new.js';
import type { Invitation } from '../member.entity.js';

/**
 * Puts the letter of an invitation into the outbox, in the caller's transaction. Its secret stands behind `#`, where no server or log sees it,
 * and shows who invites to what before the reader has signed in; accepting still takes the invited address.
 */
export async function sendInvitation(
  em: EntityManager,
  { config, log }: Pick<Platform, 'config' | 'log'>,
  organizationName: string,
  invitation: Invitation,
): Promise<void> {
  const { id, email, role } = invitation;
  const secret = newLinkSecret();
  invitation.secretHash = createHash('sha256').update(secret).digest();
  await em.flush();
  const name = nameForLetter(organizationName);
  const link = `${config.workspaceUrl}/admin/#/invitations/${id}?key=${secret}`;
  await sendLetter(em, log, {
    recipient: email,
    subject: `Invitation to ${name ? `“${name}”` : 'an organization'}`,
    body: `You are invited to ${name ? `the organization “${name}”` : 'an organization'} as ${role}. Open this link, and sign in or create an account with this address:\n\n${link}\n`,
    link,
  });
}
