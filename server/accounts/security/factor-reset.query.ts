import { createHash, timingSafeEqual } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { organizationChain, recordAudit } from '../../platform/audit/audit.js';
import type { Platform } from '../../platform/context.js';
import { selectRows } from '../../platform/database/kysely.js';
import { Fault } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { nameForLetter, sendLetter } from '../../platform/mail/mail.js';
import type { Row } from '../../platform/row.types.js';
import { newLinkSecret } from '../../platform/secrets/link-secret.new.js';
import { FactorReset, type ResetOutcome } from '../factor-reset.entity.js';
import { readRequirements } from '../factors/index.js';
import { MemberRole } from '../member.entity.js';
import { findMember, isEnough } from '../members/index.js';
import { findOrganization } from '../organizations/index.js';
import { type AccountAction, findPerson, isReviewer, recordAccountAction } from '../sessions/index.js';

/** The person has this long to object, from the second admin's confirmation on. */
const OBJECTION_MS = 24 * 60 * 60 * 1000;
/** A request that no second admin confirms ends by itself. */
const UNCONFIRMED_MS = 7 * 24 * 60 * 60 * 1000;

/** When a reset takes place; null until a second admin has confirmed it. */
export const resetDueAt = ({ confirmedAt }: Pick<FactorReset, 'confirmedAt'>): Date | null =>
  confirmedAt && new Date(confirmedAt.getTime() + OBJECTION_MS);

/** Whether no one confirmed it in time. */
export const hasLapsed = ({ confirmedAt, requestedAt }: FactorReset, now: Date): boolean =>
  confirmedAt === null && now.getTime() - requestedAt.getTime() >= UNCONFIRMED_MS;

/** A new secret for the letters' link with its digest. */
export function newObjection(): { secret: string; secretHash: Buffer } {
  const secret = newLinkSecret();
  return { secret, secretHash: digestOf(secret) };
}
const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Whether this is the secret of one of the letters' links. */
export const isObjection = ({ secretHash, confirmedSecretHash }: FactorReset, secret: string): boolean =>
  [secretHash, confirmedSecretHash].some((hash) => hash !== null && timingSafeEqual(digestOf(secret), hash));

/** A waiting reset, locked until the transaction ends; null when it has ended, or there is none. */
export const lockReset = (
  em: EntityManager,
  where: { readonly id: string; readonly organization?: string },
): Promise<FactorReset | null> =>
  em.findOne(FactorReset, { ...where, outcome: null }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });

type ResetSelection = ReturnType<typeof selectRows<FactorReset>>;

/** The waiting resets that a condition finds, the earliest first. */
export const readResets = (
  em: EntityManager,
  narrow: (resets: ResetSelection) => ResetSelection,
): Promise<Row<FactorReset>[]> =>
  narrow(selectRows(em, FactorReset)).where('outcome', 'is', null).orderBy('requested_at').limit(100).execute();

/** Whether a factor protects more than one organization: another one requires it too, or its owner reviews for the whole deployment. */
export async function isForeignFactor(em: EntityManager, organizationId: string, userId: string): Promise<boolean> {
  const others = (await readRequirements(em, userId)).filter((one) => one.organizationId !== organizationId);
  return others.length > 0 || isReviewer(em, userId);
}

/**
 * Refuses a reset by colleagues where more than their organization stands behind the factor: a reviewer's, or one that another organization
 * requires. An operator does it then.
 */
export async function refuseForeignFactor(em: EntityManager, organizationId: string, userId: string): Promise<void> {
  if (await isForeignFactor(em, organizationId, userId))
    throw new Fault('STATE_CONFLICT', {
      say: 'This factor protects more than your organization. An operator can reset it (dai person reset-factor).',
    });
}

/** Whether a person may still ask for or confirm resets. */
export async function isStillAdmin(em: EntityManager, organizationId: string, userId: string | null): Promise<boolean> {
  const member = userId === null ? null : await findMember(em, organizationId, userId);
  return member !== null && isEnough(member.role, MemberRole.admin);
}

/** One act on a reset, for the organization's log and the person's. */
interface ResetAct {
  readonly action: AccountAction['action'];
  readonly actor: string;
  readonly at: Date;
  readonly changes?: Record<string, [unknown, unknown]>;
  readonly requestId?: string;
}

/** Records an act on a reset in both logs, in the caller's transaction. */
export async function recordReset(em: EntityManager, reset: FactorReset, act: ResetAct): Promise<void> {
  const { action, actor, at, changes = {}, requestId } = act;
  const { userId, reason, organization } = reset;
  await recordAudit(em, at, {
    chain: organizationChain(organization.id),
    actor,
    action,
    resource: 'member',
    resourceId: publicId('usr', userId),
    changes,
    ...(reason ? { reason } : {}),
    ...(requestId ? { requestId } : {}),
  });
  const inPersons = { userId, action, at, actor, changes };
  await recordAccountAction(em, { ...inPersons, reason: reason ?? undefined, requestId });
}

/** Ends a reset with an outcome, in the caller's transaction. */
export async function endReset(
  em: EntityManager,
  reset: FactorReset,
  outcome: ResetOutcome,
  act: ResetAct,
): Promise<void> {
  reset.outcome = outcome;
  reset.endedAt = act.at;
  await em.flush();
  await recordReset(em, reset, { ...act, changes: { outcome: ['waiting', outcome] } });
}

type ResetLetter = 'requested' | 'confirmed' | 'objected';

/** Writes one of the letters about a reset, in the caller's transaction; with a secret it has the link by which the person objects. */
export async function sendResetLetter(
  em: EntityManager,
  { config, log }: Pick<Platform, 'config' | 'log'>,
  reset: FactorReset,
  { letter, to, secret }: { readonly letter: ResetLetter; readonly to: string; readonly secret?: string },
): Promise<void> {
  const person = await findPerson(em, to);
  if (!person) return;
  const organization = await findOrganization(em, reset.organization.id);
  const name = nameForLetter(organization?.name ?? '');
  const link = secret && `${config.workspaceUrl}/admin/#/factor-resets/${publicId('frs', reset.id)}?key=${secret}`;
  const { subject, body } = textOf(letter, name === null ? 'an organization that you are in' : `“${name}”`, reset);
  await sendLetter(em, log, {
    recipient: person.email,
    subject,
    body: link
      ? `${body}\n\nIf you have your authenticator app, or did not ask for this, object:\n\n${link}\n`
      : `${body}\n`,
    ...(link ? { link } : {}),
  });
}

function textOf(letter: ResetLetter, name: string, reset: FactorReset): { subject: string; body: string } {
  const due = resetDueAt(reset);
  const when = due ? `${due.toISOString().slice(0, 16).replace('T', ' ')} UTC` : '';
  if (letter === 'requested')
    return {
      subject: 'A reset of your second factor was requested',
      body: `An admin of ${name} asks to take the second factor off your account, because you lost it. Nothing happens before another admin confirms it and a day has passed.`,
    };
  if (letter === 'confirmed')
    return {
      subject: 'Your second factor will be reset',
      body: `Two admins of ${name} confirmed that you lost your second factor. It is taken off your account on ${when}: all sessions end, and your password alone signs you in then.`,
    };
  return {
    subject: 'A reset of a second factor was stopped',
    body: `The person whose second factor you asked to reset in ${name} objected. It stays as it is. Talk to them before you ask again.`,
  };
}
