import type { EntityManager } from '@mikro-orm/postgresql';
import { findPeople, findReviewers, personOf, requireDomainProof } from '../../accounts/index.js';
import { selectRows } from '../../platform/database/kysely.js';
import { Fault, faultOf, invalid } from '../../platform/fault.js';
import { newUuid, publicId, readId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import type { Row } from '../../platform/row.types.js';
import { refuseCredentials } from '../../platform/secrets/secret.refuse.js';
import type { AssignIntakeArgs, CommentIntakeArgs, IntakeItemArgs } from '../decision.types.js';
import { recordLetter, recordStep } from '../history.query.js';
import type { IntakeContext } from '../intake.context.js';
import {
  IntakeComment,
  IntakeDraft,
  IntakeHistory,
  type IntakeSubmission,
  type SubmissionRow,
} from '../intake.entity.js';
import { isOpen, isOpenAt, isProvisioned, mayAct } from '../intake-state.rules.js';
import { enqueueLetters } from '../letter.query.js';
import { findOwnParts, type OwnPart, reviewerFor, sayOwn } from '../party.query.js';
import { findPassport } from '../publication/index.js';
import type { IntakeDomainState, IntakeItem } from '../review.types.js';
import { findSubmission } from '../submission.query.js';
import { challengeOf, receiptOfApproval } from '../submissions/index.js';
import { type Approver, auditReview, findApprover, lockSubmission, openReview } from './decision.query.js';
import { describeRow, readTitles } from './row.query.js';

const HISTORY_MAX = 500;

/** One submission with everything that a reviewer decides on. */
export const readItem = operation(
  { name: 'intakeItem', who: ['session'], limit: 'workflow' },
  async function intakeItem(ctx: IntakeContext, { id }: IntakeItemArgs): Promise<IntakeItem> {
    reviewerFor(ctx);
    return describeItem(ctx, ctx.em.fork(), id);
  },
);

/** A submission as it is stored now; refuses an unknown id. */
export async function requireSubmission(em: EntityManager, id: string): Promise<Row<IntakeSubmission>> {
  const submission = await findSubmission(em, id);
  if (!submission) throw new Fault('NOT_FOUND', { say: 'There is no such submission.' });
  return submission;
}

/** The item as it is stored now. */
export async function describeItem(ctx: IntakeContext, em: EntityManager, id: string): Promise<IntakeItem> {
  const submission = await requireSubmission(em, id);
  const history = await selectRows(em, IntakeHistory)
    .where('t.submission_id', '=', id)
    .orderBy('t.id')
    .limit(HISTORY_MAX)
    .execute();
  const comments = await selectRows(em, IntakeComment)
    .where('t.submission_id', '=', id)
    .orderBy('t.id')
    .limit(HISTORY_MAX)
    .execute();
  const draft = await selectRows(em, IntakeDraft)
    .where('t.submission_id', '=', id)
    .orderBy('t.revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  const approver = await findApprover(ctx, em, submission);
  const names = await namesOf(em, [
    submission.assignee,
    ...history.map(({ actor }) => readId('usr', actor)),
    ...comments.map(({ author }) => author),
  ]);
  const titles = await readTitles(em, [submission]);
  const ownPart = (await findOwnParts(em, ctx.principal, [submission])).get(id) ?? null;
  const now = ctx.platform.clock.now();
  const row = describeRow(submission, now, {
    title: titles.get(submission.id) ?? submission.organizationName,
    assigneeName: submission.assignee && (names.get(submission.assignee) ?? null),
    approvedBy: submission.state === 'approved' || !isOpen(submission.state) ? (approver?.person ?? null) : null,
    own: ownPart !== null,
  });
  const current = draft && (draft.revision === submission.revision || !isOpen(submission.state)) ? draft : null;
  return {
    ...row,
    submission: {
      contact: { name: submission.contactName, email: submission.contactEmail },
      organization: { name: submission.organizationName, domain: submission.organizationDomain },
      note: submission.note,
      fields: submission.fields,
    },
    checks: current?.checks ?? [],
    draft: current && {
      id: current.id,
      revision: current.revision,
      ruleSet: current.ruleSet,
      inputsDigest: current.inputsDigest,
      records: [...current.records],
      createdAt: current.createdAt,
    },
    history: history.map(({ at, actor, action, fromState, toState, revision, detail }) => ({
      at,
      actor,
      actorName: nameOfActor(names, actor),
      action,
      from: fromState,
      to: toState,
      revision,
      detail,
    })),
    comments: comments.map(({ id: comment, author, at, text }) => ({
      id: comment,
      author,
      authorName: names.get(author) ?? null,
      at,
      text,
    })),
    message: submission.message,
    outcome: submission.outcome,
    passport: await findPassport(em, id),
    domainChallenge: challengeOf(submission),
    approvalReceipt: receiptOfApproval(submission),
    ...rightsIn(submission, now, ownPart, approver),
  };
}

/** The acts that would not be refused for the submission's state or the caller's part in it, and why a decision of the caller would be. */
function rightsIn(
  submission: SubmissionRow,
  now: Date,
  own: OwnPart | null,
  approver: Approver | null,
): Pick<IntakeItem, 'allowed' | 'barredBecause'> {
  const { kind, state, contactVerifiedAt } = submission;
  if (!isOpen(state)) return { allowed: ['comment'], barredBecause: null };
  if (!isOpenAt(submission, now))
    return { allowed: ['comment'], barredBecause: 'This has expired: nothing is decided about it any more.' };
  const both = ['assign', 'comment'];
  if (own) return { allowed: both, barredBecause: sayOwn(own) };
  if (state === 'approved')
    return approver?.isCaller
      ? { allowed: both, barredBecause: 'You approved this revision: a second reviewer has to agree.' }
      : { allowed: [...both, isProvisioned(kind) ? 'provision' : 'approve', 'reject'], barredBecause: null };
  if (contactVerifiedAt === null && mayAct('discard', state))
    return { allowed: [...both, 'mark_spam'], barredBecause: null };
  const isReviewable = (state === 'draft_prepared' && contactVerifiedAt !== null) || state === 'in_review';
  return { allowed: [...both, ...(isReviewable ? ['approve', 'request_changes', 'reject'] : [])], barredBecause: null };
}

/** Names of people by their ids. */
export async function namesOf(em: EntityManager, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const people = await findPeople(
    em,
    ids.filter((id) => id !== null),
  );
  return new Map([...people].map(([id, { name }]) => [id, name]));
}

/** The name of who did a step; automation and submitters have none. */
function nameOfActor(names: ReadonlyMap<string, string>, actor: string): string | null {
  const id = readId('usr', actor);
  return id === null ? null : (names.get(id) ?? null);
}

/**
 * Takes a submission, gives it to another reviewer, or gives it back. Of two reviewers who take it at once one gets it: what another one has
 * can't be taken, only given by them, unless they closed their account or are no reviewer any more: then no one could give it. A prepared
 * draft whose contact is confirmed is in review from then on.
 */
export const assignIntake = operation(
  { name: 'assignIntake', who: ['session'], writes: true, limit: 'workflow' },
  async function assignIntake(ctx: IntakeContext, { id, assignee, release }: AssignIntakeArgs): Promise<IntakeItem> {
    const reviewer = reviewerFor(ctx);
    const at = ctx.platform.clock.now();
    const target = release ? null : (assignee ?? reviewer);
    await ctx.em.transactional(async (em) => {
      if (target !== null && target !== reviewer) await requireReviewer(ctx, target);
      const submission = await lockSubmission(em, id);
      if (!isOpenAt(submission, at))
        throw new Fault('STATE_CONFLICT', {
          say: 'The submission is decided or has expired: there is nothing to assign.',
        });
      const { assignee: before } = submission;
      if (before !== null && before !== reviewer && before !== target && (await isReviewer(ctx, before)))
        throw new Fault('STATE_CONFLICT', {
          say: 'Another reviewer has this submission.',
          members: { assignee: publicId('usr', before) },
        });
      if (target !== null && submission.contactVerifiedAt !== null) openReview(em, submission, at, personOf(ctx));
      if (before === target) return;
      submission.assignee = target;
      submission.assignedAt = target === null ? null : at;
      const [from, to] = [before, target].map((id) => id && publicId('usr', id));
      recordStep(em, submission, to ? 'assign' : 'release', { at, actor: personOf(ctx), detail: to ?? null });
      if (target !== null && target !== reviewer)
        recordLetter(em, submission, { audience: 'assignee', subjectOf: 'assigned', at });
      await em.flush();
      await enqueueLetters(em, ctx.platform.log);
      await auditReview(ctx, em, submission, { at, action: 'intake.assign', changes: { assignee: [from, to] } });
    });
    return describeItem(ctx, ctx.em.fork(), id);
  },
);

async function isReviewer(ctx: IntakeContext, userId: string): Promise<boolean> {
  const reviewers = await findReviewers(ctx.em);
  return reviewers.some(({ id }) => id === userId);
}

async function requireReviewer(ctx: IntakeContext, userId: string): Promise<void> {
  if (!(await isReviewer(ctx, userId)))
    throw invalid([{ pointer: '/assignee', code: 'not_found', detail: 'there is no such reviewer' }]);
}

/** Writes a comment that reviewers read and the submitter does not. */
export const commentIntake = operation(
  { name: 'commentIntake', who: ['session'], writes: true, limit: 'workflow' },
  async function commentIntake(ctx: IntakeContext, { id, text }: CommentIntakeArgs): Promise<IntakeItem> {
    const author = reviewerFor(ctx);
    refuseCredentials({ text }, 1);
    const at = ctx.platform.clock.now();
    await ctx.em.transactional(async (em) => {
      const submission = await lockSubmission(em, id);
      const comment = em.create(IntakeComment, {
        id: newUuid(),
        submission,
        author,
        at,
        text: text.trim(),
      });
      await em.flush();
      await auditReview(ctx, em, submission, {
        at,
        action: 'intake.comment',
        changes: { commentId: [null, publicId('cmt', comment.id)] },
      });
    });
    return describeItem(ctx, ctx.em.fork(), id);
  },
);

/** Asks the domain of a workspace's organization for its challenge, as provisioning will; the answer is for the reviewer and is not stored. */
export const checkIntakeDomain = operation(
  { name: 'checkIntakeDomain', who: ['session'], writes: true, limit: 'credential' },
  async function checkIntakeDomain(ctx: IntakeContext, { id }: IntakeItemArgs): Promise<IntakeDomainState> {
    reviewerFor(ctx);
    const { clock, config } = ctx.platform;
    const submission = await requireSubmission(ctx.em.fork(), id);
    if (submission.kind !== 'partner_workspace')
      throw new Fault('STATE_CONFLICT', { say: 'Only a workspace has a domain to show.' });
    const reason = await requireDomainProof(config, submission.organizationDomain, submission.domainChallenge).then(
      () => null,
      (error: unknown) => faultOf(error).message,
    );
    return { id, published: reason === null, reason, checkedAt: clock.now() };
  },
);
