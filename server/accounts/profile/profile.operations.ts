import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { organizationChain, recordAudit } from '../../platform/audit/audit.js';
import { storedEmail } from '../../platform/email.rules.js';
import { Fault, invalid } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { recipientOf } from '../../platform/limits/limits.js';
import { sendLetter } from '../../platform/mail/mail.js';
import { operation } from '../../platform/operation.js';
import type { AccountsParts } from '../accounts.context.js';
import { endWorkflowTokens } from '../credentials/index.js';
import { Member, MemberRole } from '../member.entity.js';
import { endRights, lockPerson, type MemberTables, ownerOf, personOf, readMemberships } from '../members/index.js';
import type { User } from '../organization.types.js';
import { findAccountByEmail, findPerson, forgetLinks, keepMailbox, recordAccountAction } from '../sessions/index.js';
import { requirePassword } from './password.query.js';
import { deleteUser, findUser, readdressUser, renameUser, storeEmailChange, takeEmailChange } from './profile.query.js';
import type {
  AccountClosing,
  CloseAccountInput,
  ClosingObstacle,
  ConfirmEmailChangeInput,
  RequestEmailChangeInput,
  UpdateProfileInput,
} from './profile.types.js';

/** Changes the name under which a person is seen. */
export const updateProfile = operation(
  { name: 'updateProfile', who: ['session'], writes: true, limit: 'credential' },
  async function updateProfile(ctx, { name }: UpdateProfileInput): Promise<User> {
    const userId = ownerOf(ctx);
    const at = ctx.platform.clock.now();
    return ctx.em.transactional(async (em) => {
      await lockPerson(em, userId);
      const before = await findUser(em, userId);
      if (before.name === name) return before;
      await renameUser(em, userId, name, at);
      const changes: Record<string, [unknown, unknown]> = { name: [before.name, name] };
      await recordAccountAction(em, { userId, action: 'profile.update', at, changes, requestId: ctx.requestId });
      return { ...before, name };
    });
  },
);

/**
 * Sends a link to a new address and a notice to the present one; nothing changes before the link is followed in a session of the account.
 * The answer is the same when the new address has an account already: only its own letter says so.
 */
export const requestEmailChange = operation<RequestEmailChangeInput, boolean, AccountsParts>(
  { name: 'requestEmailChange', who: ['session'], writes: true, limit: 'credential', fresh: 'factor' },
  async function requestEmailChange(ctx, { newEmail, currentPassword }) {
    const { limits, config, clock, log } = ctx.platform;
    const userId = ownerOf(ctx);
    await requirePassword(ctx.parts.signIn, userId, currentPassword);
    const recipient = storedEmail(newEmail);
    const person = await findPerson(ctx.em, userId);
    if (!person || person.email === recipient)
      throw invalid([
        { pointer: '/newEmail', code: 'unchanged', detail: 'this is the address of the account already' },
      ]);
    await limits.count('letters-recipient', ctx.req, ctx.res, recipientOf(recipient));
    await limits.count('letters-recipient', ctx.req, ctx.res, recipientOf(person.email));
    const at = clock.now();
    await ctx.em.transactional(async (em) => {
      const taken = await findAccountByEmail(em, recipient);
      const token = await storeEmailChange(em, { userId, newEmail: recipient, at });
      const link = `${config.workspaceUrl}/admin/#/me/profile?change=${token}`;
      await sendLetter(em, log, taken ? takenLetter(recipient) : linkLetter(recipient, link));
      await sendLetter(em, log, noticeLetter(person.email, recipient));
      await recordAccountAction(em, { userId, action: 'address.request', at, requestId: ctx.requestId });
    });
    return true;
  },
);

const linkLetter = (recipient: string, link: string) => ({
  recipient,
  subject: 'Use this address for your account',
  body: `Open this link within 60 minutes, signed in to your account, to use this address for it:\n\n${link}\n\nIf you did not ask for this, ignore it.\n`,
  link,
});

const takenLetter = (recipient: string) => ({
  recipient,
  subject: 'This address already has an account',
  body: 'Another account asked to use this address. It has an account of its own, so nothing was changed.\n',
});

const noticeLetter = (recipient: string, newEmail: string) => ({
  recipient,
  subject: 'A change of your address was requested',
  body: `Your account asked to use ${newEmail} in place of this address. Nothing changes before the link that was sent there is followed.\n\nIf this was not you, change your password: that ends every other session and the link.\n`,
});

/** Uses the new address, which following the link has verified. The link works once, in a session of the account that asked for it. */
export const confirmEmailChange = operation(
  { name: 'confirmEmailChange', who: ['session'], writes: true, limit: 'credential' },
  async function confirmEmailChange(ctx, { token }: ConfirmEmailChangeInput): Promise<User> {
    const userId = ownerOf(ctx);
    const at = ctx.platform.clock.now();
    try {
      return await ctx.em.transactional(async (em) => {
        await lockPerson(em, userId);
        const newEmail = await takeEmailChange(em, { token, userId, at });
        if (newEmail === null)
          throw invalid([
            { pointer: '/token', code: 'invalid', detail: 'this link is not valid any more: ask for a new one' },
          ]);
        await keepMailbox(em, userId);
        await readdressUser(em, userId, newEmail, at);
        await forgetLinks(em, userId);
        await recordAccountAction(em, { userId, action: 'address.change', at, requestId: ctx.requestId });
        return findUser(em, userId);
      });
    } catch (error) {
      throw error instanceof UniqueConstraintViolationException
        ? new Fault('STATE_CONFLICT', { say: 'This address has got an account meanwhile. Ask with another one.' })
        : error;
    }
  },
);

/** The records of a person that stay after their account is closed, with the reason. */
const REMAINS = [
  {
    kind: 'audit log',
    reason:
      'The entries of what you did stay in their chains, under the id of your account: a log that loses entries proves nothing. An operator can erase the values in them.',
  },
  {
    kind: 'organizations',
    reason: 'Products, keys and events belong to the organization and stay with its other members.',
  },
  {
    kind: 'relayed events',
    reason:
      'Events that were delivered to a vendor with your consent stay there under a random id, which then leads to no one.',
  },
];

/** The organizations that have this person as their only owner: without another owner no person could manage them. */
const findObstacles = (em: EntityManager, userId: string): Promise<ClosingObstacle[]> =>
  em
    .getKysely<MemberTables>()
    .selectFrom('member as m')
    .innerJoin('organization as o', 'o.id', 'm.organization_id')
    .where('m.user_id', '=', userId)
    .where('m.role', '=', MemberRole.owner)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('member as other')
            .whereRef('other.organization_id', '=', 'm.organization_id')
            .where('other.role', '=', MemberRole.owner)
            .where('other.user_id', '<>', userId)
            .select('other.user_id'),
        ),
      ),
    )
    .orderBy('m.created_at')
    .select(['m.organization_id as organizationId', 'o.name'])
    .execute();

/** Tells which records closing the account would delete and leave, and which organizations prevent it. Changes nothing. */
export const readAccountClosing = operation<Record<string, never>, AccountClosing, AccountsParts>(
  { name: 'accountClosing', who: ['session'], limit: 'workflow' },
  async function accountClosing(ctx) {
    const userId = ownerOf(ctx);
    const counts = await ctx.parts.countPersonalRecords(ctx.em, userId);
    return {
      deleted: counts.filter(({ count }) => count > 0),
      remains: REMAINS,
      obstacles: await findObstacles(ctx.em, userId),
    };
  },
);

/**
 * Closes the account in one transaction: sessions, tokens, consents and everything private ends and is deleted, memberships end. Refused
 * while the person is the only owner of an organization. Answers true; there is no way back.
 */
export const closeAccount = operation<CloseAccountInput, boolean, AccountsParts>(
  { name: 'closeAccount', who: ['session'], writes: true, limit: 'credential', fresh: 'factor' },
  async function closeAccount(ctx, { currentPassword }) {
    const userId = ownerOf(ctx);
    await requirePassword(ctx.parts.signIn, userId, currentPassword);
    const at = ctx.platform.clock.now();
    await ctx.em.transactional((em) =>
      endAccount(em, {
        userId,
        at,
        actor: personOf(ctx),
        requestId: ctx.requestId,
        endConnections: ctx.parts.endConnections,
      }),
    );
    return true;
  },
);

/** The end of an account: whose it is, who ends it, and how a higher domain ends its connections. */
export interface AccountEnd {
  readonly userId: string;
  readonly at: Date;
  readonly actor: string;
  readonly requestId?: string;
  readonly reason?: string;
  readonly endConnections: AccountsParts['endConnections'];
}

/**
 * Ends an account in the caller's transaction: rights and tokens end, private records go with the row, and the logs say so. Throws a Fault while
 * the person is the only owner of an organization.
 */
export async function endAccount(em: EntityManager, end: AccountEnd): Promise<void> {
  const { userId, at, requestId, reason } = end;
  const organizations = (await readMemberships(em, userId)).map(({ organization }) => organization.id).sort();
  // As a change of roles does: two owners who leave at once must not leave an organization without one.
  await em.find(
    Member,
    { organization: { $in: organizations } },
    { orderBy: { organization: 'asc', userId: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  await lockPerson(em, userId);
  const obstacles = await findObstacles(em, userId);
  if (obstacles.length > 0)
    throw new Fault('STATE_CONFLICT', {
      say: `You are the only owner of ${obstacles.map(({ name }) => `“${name}”`).join(', ')}: make another person owner first.`,
    });
  for (const organizationId of organizations) {
    await recordAudit(em, at, {
      chain: organizationChain(organizationId),
      actor: end.actor,
      action: 'member.remove',
      resource: 'member',
      resourceId: publicId('usr', userId),
      changes: await endRights(em, { organizationId, userId, role: null }, at),
      ...(requestId === undefined ? {} : { requestId }),
      ...(reason === undefined ? {} : { reason }),
    });
  }
  const tokens = await endWorkflowTokens(em, userId, at);
  const connections = await end.endConnections(em, userId, at);
  await forgetLinks(em, userId);
  await recordAccountAction(em, {
    userId,
    action: 'account.close',
    at,
    changes: { workflowTokens: [tokens, []], connections: [connections, []] },
    ...(requestId === undefined ? { actor: end.actor } : { requestId }),
    ...(reason === undefined ? {} : { reason }),
  });
  await deleteUser(em, userId);
}
