import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { findMailboxes, personOf } from '../../accounts/index.js';
import { PLATFORM_CHAIN, recordAudit } from '../../platform/audit/audit.js';
import type { PrincipalOf } from '../../platform/context.js';
import { selectRows } from '../../platform/database/kysely.js';
import { mailboxDigest } from '../../platform/email.rules.js';
import { Fault } from '../../platform/fault.js';
import { newUuid, publicId } from '../../platform/ids.js';
import { recordTransition } from '../history.query.js';
import type { IntakeContext } from '../intake.context.js';
import { IntakeDecision, IntakeSubmission, type SubmissionRow } from '../intake.entity.js';

/** The submission, locked until the transaction ends; another revision than the one that was looked at is stale. */
export async function lockSubmission(
  em: EntityManager,
  id: string,
  revision?: number | null,
): Promise<IntakeSubmission> {
  const submission = await em.findOne(
    IntakeSubmission,
    { id },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  if (!submission) throw new Fault('NOT_FOUND', { say: 'There is no such submission.' });
  if (revision !== null && revision !== undefined && revision !== submission.revision)
    throw new Fault('STALE_REVISION', {
      say: `The submission is at revision ${submission.revision}.`,
      members: { revision: submission.revision },
    });
  return submission;
}

/** A review begins with the first decision of a reviewer, and never before the contact's address is confirmed. */
export function openReview(em: EntityManager, submission: IntakeSubmission, at: Date, actor: string): void {
  if (submission.state !== 'draft_prepared') return;
  if (submission.contactVerifiedAt === null)
    throw new Fault('STATE_CONFLICT', { say: 'The contact has not confirmed the address yet.' });
  recordTransition(em, submission, 'open_review', { at, actor });
}

interface Act {
  readonly at: Date;
  readonly action: string;
  readonly changes: Record<string, [unknown, unknown]>;
  readonly reason?: string | null | undefined;
}

/** Writes a reviewer's act into the platform's audit chain; after the flush of the change, in its transaction. */
export const auditReview = (
  ctx: IntakeContext,
  em: EntityManager,
  submission: IntakeSubmission,
  act: Act,
): Promise<void> =>
  recordAudit(em, act.at, {
    chain: PLATFORM_CHAIN,
    actor: personOf(ctx),
    action: act.action,
    resource: 'intake',
    resourceId: publicId('sub', submission.id),
    revision: submission.revision,
    changes: act.changes,
    ...(act.reason ? { reason: act.reason } : {}),
    requestId: ctx.requestId,
  });

/** Stores a decision beside the submission, where automation can't write. */
export const storeDecision = (
  { principal }: Pick<IntakeContext, 'principal'>,
  em: EntityManager,
  submission: IntakeSubmission,
  decision: Pick<IntakeDecision, 'step' | 'decidedBy' | 'decidedAt'> & {
    reason?: string | null;
    inputsDigest?: string;
  },
): unknown =>
  em.create(IntakeDecision, {
    id: newUuid(),
    submission,
    revision: submission.revision,
    step: decision.step,
    decidedBy: decision.decidedBy,
    decidedAt: decision.decidedAt,
    reason: decision.reason ?? null,
    inputsDigest: decision.inputsDigest ?? null,
    mailbox: principal.kind === 'session' ? mailboxDigest(principal.email) : null,
  });

/** A reviewer who approved the revision. */
export interface Approver {
  /** A bare UUID. */
  readonly person: string;
  /** The caller is the same person, under whichever account or alias. */
  readonly isCaller: boolean;
}

/** The reviewer who approved the revision, or null. */
export async function findApprover(
  { principal }: Pick<IntakeContext, 'principal'>,
  em: EntityManager,
  { id, revision }: SubmissionRow,
): Promise<Approver | null> {
  const approved = await selectRows(em, IntakeDecision)
    .where('t.submission_id', '=', id)
    .where('t.revision', '=', revision)
    .where('t.step', '=', 'approve')
    .orderBy('t.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!approved) return null;
  const { decidedBy: person, mailbox } = approved;
  return { person, isCaller: principal.kind === 'session' && (await isOne(em, { person, mailbox }, principal)) };
}

/**
 * Whether a decision is of this person: under the account, the mailbox that the decision keeps, or any that both accounts have or had. One that
 * an earlier version stored keeps no mailbox.
 */
async function isOne(
  em: EntityManager,
  { person, mailbox }: Pick<Approver, 'person'> & Pick<IntakeDecision, 'mailbox'>,
  { userId }: PrincipalOf<'session'>,
): Promise<boolean> {
  if (person === userId) return true;
  const mailboxes = await findMailboxes(em, [userId, person]);
  const own = mailboxes.get(userId);
  if (mailbox !== null && own?.has(mailbox)) return true;
  return [...(mailboxes.get(person) ?? [])].some((one) => own?.has(one));
}
