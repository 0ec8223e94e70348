import { createHash } from 'node:crypto';
import { raw } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Platform } from '../../platform/context.js';
import { selectRows } from '../../platform/database/kysely.js';
import { updateRows } from '../../platform/database/rows.update.js';
import { storedEmail } from '../../platform/email.rules.js';
import { Fault } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { nameForLetter, sendLetter } from '../../platform/mail/mail.js';
import type { Row } from '../../platform/row.types.js';
import { newLinkSecret } from '../../platform/secrets/link-secret.new.js';
import { Credential } from '../credential.entity.js';
import { IdentityProvider } from '../identity.entity.js';
import { Invitation, MemberRole } from '../member.entity.js';
import { isEnough, roleToInvite } from './member.query.js';
import { findEmail } from './person.query.js';

type InvitationSelection = ReturnType<typeof selectRows<Invitation>>;

/** The invitations (`t`) that a condition finds. */
export const readInvitations = (
  em: EntityManager,
  narrow: (invitations: InvitationSelection) => InvitationSelection,
): Promise<Row<Invitation>[]> => narrow(selectRows(em, Invitation)).execute();

/** Adds the condition that an invitation can still be accepted. */
export const isOpenAt =
  (now: Date) =>
  (of: InvitationSelection): InvitationSelection =>
    of.where('accepted_at', 'is', null).where('revoked_at', 'is', null).where('expires_at', '>', now);

/** The condition of invitations to an address, however it is spelled. */
export const addressedTo = (email: string): { [lowered: symbol]: unknown } => ({
  [raw('lower(email)')]: raw('lower(?)', [storedEmail(email)]),
});

/** Revokes expired invitations to an address: the unique index lets an address have one invitation that was not revoked. */
export const revokeExpired = (em: EntityManager, organization: string, email: string, now: Date): Promise<unknown> =>
  em.nativeUpdate(
    Invitation,
    { organization, ...addressedTo(email), acceptedAt: null, revokedAt: null, expiresAt: { $lte: now } },
    { revokedAt: now },
  );

/**
 * Puts the letter of an invitation into the outbox, in the caller's transaction. Its secret stands behind `#`, where no server or log sees it,
 * and shows inviter and organization before the reader has signed in. Accepting still takes the invited address.
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
  const link = `${config.workspaceUrl}/admin/#/invitations/${publicId('inv', id)}?key=${secret}`;
  await sendLetter(em, log, {
    recipient: email,
    subject: `Invitation to ${name ? `“${name}”` : 'an organization'}`,
    body: `You are invited to ${name ? `the organization “${name}”` : 'an organization'} as ${role}. Open this link, and sign in or create an account with this address:\n\n${link}\n`,
    link,
  });
}

/** A person's membership after a change; `role` is null when they have left the organization. */
export interface ChangedMember {
  readonly organizationId: string;
  readonly userId: string;
  readonly role: MemberRole | null;
}

/** Ends the invitations and keys that a changed member may no longer make, in the caller's transaction. Answers their ids for the audit log. */
export async function endRights(
  em: EntityManager,
  changed: ChangedMember,
  now: Date,
): Promise<Record<string, [unknown, unknown]>> {
  await refuseWayBack(em, changed);
  const invitations = await endInvitations(em, changed, now);
  const enterpriseKeys = await endEnterpriseKeys(em, changed, now);
  return {
    ...(invitations.length ? { invitations: [invitations, []] } : {}),
    ...(enterpriseKeys.length ? { enterpriseKeys: [enterpriseKeys, []] } : {}),
  };
}

/** The owner whose password is the way back of single sign-on stays an owner, so that an organization is never locked out. */
async function refuseWayBack(em: EntityManager, { organizationId, userId, role }: ChangedMember): Promise<void> {
  if (role === MemberRole.owner) return;
  if ((await em.count(IdentityProvider, { organization: organizationId, passwordOwnerId: userId })) > 0)
    throw new Fault('STATE_CONFLICT', {
      say: 'The password of this owner is the way back of single sign-on: choose another owner for it first.',
    });
}

/**
 * Ends the open invitations that a changed member may no longer send, in the caller's transaction. For a removed member it also ends
 * invitations to their own address: they could come back through one. Answers the public ids, for the audit log.
 */
async function endInvitations(
  em: EntityManager,
  { organizationId, userId, role }: ChangedMember,
  now: Date,
): Promise<string[]> {
  const beyond = Object.values(MemberRole).filter((invited) => role === null || !isEnough(role, roleToInvite(invited)));
  if (beyond.length === 0) return [];
  const email = role === null ? await findEmail(em, userId) : null;
  const ended = await updateRows(
    em,
    Invitation,
    {
      organization: organizationId,
      acceptedAt: null,
      revokedAt: null,
      $or: [{ invitedBy: userId, role: { $in: beyond } }, ...(email === null ? [] : [addressedTo(email)])],
    },
    { revokedAt: now },
    ['id'],
  );
  return ended.map(({ id }) => publicId('inv', id));
}

/**
 * Revokes the agent keys that a changed member created, in the caller's transaction, unless they may still create one: a key ends with its
 * creator's rights for good, also when the rights come back (decisions §9). Answers the public ids, for the audit log.
 */
async function endEnterpriseKeys(
  em: EntityManager,
  { organizationId, userId, role }: ChangedMember,
  now: Date,
): Promise<string[]> {
  if (role === MemberRole.owner || role === MemberRole.admin) return [];
  const live = { organizationId, createdBy: userId, kind: 'enterprise_key', revokedAt: null } as const;
  const ended = await updateRows(em, Credential, live, { revokedAt: now }, ['id']);
  return ended.map(({ id }) => publicId('key', id));
}
