import { createHash, timingSafeEqual } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Fault } from '../../platform/fault.js';
import { uuidOf } from '../../platform/ids.js';
import { ANY_KIND } from '../../platform/limits/limits.policies.js';
import { operation } from '../../platform/operation.js';
import { addressedTo, Invitation } from '../member.entity.js';
import { Organization } from '../organization.entity.js';
import type { InvitationLetterArgs, ReceivedInvitation } from '../organization.types.js';
import { findNames } from './person.query.js';

const RECEIVED_MAX = 20;

/** What an invitation's letter says, for who has its link: before an account exists there is nothing else to know it by. */
export const readInvitationLetter = operation(
  { name: 'invitationLetter', who: ANY_KIND, limit: 'public-read', share: 'accounts' },
  async function invitationLetter(
    { em, platform },
    { invitationId, key }: InvitationLetterArgs,
  ): Promise<ReceivedInvitation> {
    const found = await em.findOne(
      Invitation,
      { id: invitationId, ...openAt(platform.clock.now()) },
      { disableIdentityMap: true },
    );
    const given = createHash('sha256').update(key).digest();
    if (!found?.secretHash || !timingSafeEqual(given, found.secretHash))
      throw new Fault('NOT_FOUND', { say: 'This invitation has ended, or the link is not whole. Ask for a new one.' });
    const [received] = await describe(em, [found]);
    if (!received) throw new Error('an invitation has no organization');
    return received;
  },
);

/** The open invitations to the address of the caller, once it is verified: an address that is not theirs tells them nothing. */
export const listReceivedInvitations = operation(
  { name: 'myInvitations', who: ['session'], limit: 'workflow' },
  async function myInvitations({ em, platform, principal }): Promise<ReceivedInvitation[]> {
    if (principal.kind !== 'session' || !principal.emailVerified) return [];
    const found = await em.find(
      Invitation,
      { ...addressedTo(principal.email), ...openAt(platform.clock.now()) },
      { orderBy: { id: 'desc' }, limit: RECEIVED_MAX, disableIdentityMap: true },
    );
    return describe(em, found);
  },
);

const openAt = (now: Date) => ({ acceptedAt: null, revokedAt: null, expiresAt: { $gt: now } });

/** Invitations with the names that a letter's reader knows them by; one of a review has no inviter. */
async function describe(em: EntityManager, invitations: readonly Invitation[]): Promise<ReceivedInvitation[]> {
  const organizations = await em.find(
    Organization,
    { id: { $in: invitations.map(({ organizationId }) => organizationId) } },
    { disableIdentityMap: true },
  );
  const names = new Map(organizations.map(({ id, name }) => [id, name]));
  const inviters = await findNames(
    em,
    invitations.flatMap(({ grantedBy, invitedBy }) => (grantedBy === 'member' ? (uuidOf('usr', invitedBy) ?? []) : [])),
  );
  return invitations.flatMap(({ id, organizationId, grantedBy, invitedBy, email, role, expiresAt }) => {
    const organizationName = names.get(organizationId);
    const inviter = grantedBy === 'member' ? inviters.get(uuidOf('usr', invitedBy) ?? '') : undefined;
    return organizationName === undefined
      ? []
      : [{ id, organizationName, inviterName: inviter ?? null, email, role, expiresAt }];
  });
}
