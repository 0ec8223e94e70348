import type { EntityManager } from '@mikro-orm/postgresql';
import { personOf, requireDomainProof } from '../../accounts/index.js';
import { signApproval } from '../../platform/approval.sign.js';
import { selectRows } from '../../platform/database/kysely.js';
import { Fault, invalid } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import type { Row } from '../../platform/row.types.js';
import { refuseCredentials } from '../../platform/secrets/secret.refuse.js';
import {
  type ApproveIntakesArgs,
  CHOICES_MAX,
  type IntakeApproval,
  type IntakeChoice,
  type IntakeDecisionArgs,
  type IntakeReasonArgs,
} from '../decision.types.js';
import { bytesOf, digestOf, prepareDraft, readDraftInputs } from '../drafts/index.js';
import { recordLetter, recordTransition } from '../history.query.js';
import type { IntakeContext } from '../intake.context.js';
import { IntakeDraft, IntakeSubmission } from '../intake.entity.js';
import { type IntakeStateName, isProvisioned, mayAct, needsSecondApprover } from '../intake-state.rules.js';
import { enqueueLetters, enqueuePreparation } from '../letter.query.js';
import { requireOther, reviewerFor } from '../party.query.js';
import { applyRecords } from '../publication/index.js';
import { type IntakeItem } from '../review.types.js';
import { findSubmission, selectSubmissions } from '../submission.query.js';
import { auditReview, findApprover, lockSubmission, openReview, storeDecision } from './decision.query.js';
import { describeItem } from './item.operations.js';

/**
 * Approves a revision. What a second reviewer has to agree to is approved and creates nothing yet; everything else becomes real in this
 * transaction, exactly as its draft says.
 */
export const approveIntake = operation(
  { name: 'approveIntake', who: ['session'], writes: true, limit: 'workflow', fresh: 'always' },
  async function approveIntake(ctx: IntakeContext, args: IntakeDecisionArgs): Promise<IntakeItem> {
    await approveRevision(ctx, args);
    return describeItem(ctx, ctx.em.fork(), args.id);
  },
);

/** One approval with its audit entry, in one transaction; of what is published after two, either of them. */
export async function approveRevision(ctx: IntakeContext, { id, revision, reason }: IntakeDecisionArgs): Promise<void> {
  const reviewer = reviewerFor(ctx);
  const actor = personOf(ctx);
  await renewingWhenStale(ctx, id, () =>
    ctx.em.fork().transactional(async (em) => {
      const submission = await lockSubmission(em, id, revision);
      const at = ctx.platform.clock.now(); // after the wait for the lock, in which the submission may have expired
      await requireOther(ctx, em, submission);
      const { state: before } = submission;
      if (before === 'approved' && !isProvisioned(submission.kind))
        return completeRevision(ctx, em, submission, { at, reason, domainVerifiedAt: null });
      openReview(em, submission, at, actor);
      recordTransition(em, submission, 'approve', { at, actor, detail: reason ?? null });
      const { draft, needsSecond } = await requireCurrentDraft(em, submission, at);
      storeDecision(ctx, em, submission, {
        step: 'approve',
        decidedBy: reviewer,
        decidedAt: at,
        reason: reason ?? null,
        inputsDigest: draft.inputsDigest,
      });
      signReceipt(ctx, submission, draft, { at, approvals: 1 });
      if (needsSecond) {
        recordLetter(em, submission, { audience: 'contact', subjectOf: 'approved', at });
        recordLetter(em, submission, { audience: 'reviewers', subjectOf: 'second_approver', at, exceptUser: reviewer });
      } else {
        submission.outcome = await applyRecords(ctx, em, submission, draft.records, { at, domainVerifiedAt: null });
        recordTransition(em, submission, 'publish', { at, actor });
        submission.decidedAt = at;
        recordLetter(em, submission, { audience: 'contact', subjectOf: 'published', at });
      }
      await em.flush();
      await enqueueLetters(em, ctx.platform.log);
      await auditDraft(ctx, em, submission, { at, action: 'intake.approve', before, draft, reason });
    }),
  );
  ctx.parts.catalog.changed();
}

/**
 * Sets up what another reviewer approved: a workspace, or what a product is to send, whose keys stay the owner's to create; or publishes what
 * names another's tool.
 */
export const provisionIntake = operation(
  { name: 'provisionIntake', who: ['session'], writes: true, limit: 'workflow', fresh: 'always' },
  async function provisionIntake(
    ctx: IntakeContext,
    { id, revision, reason }: IntakeDecisionArgs,
  ): Promise<IntakeItem> {
    reviewerFor(ctx);
    const domainVerifiedAt = await readDomainProof(ctx, id);
    await renewingWhenStale(ctx, id, () =>
      ctx.em.fork().transactional(async (em) => {
        const submission = await lockSubmission(em, id, revision);
        const at = ctx.platform.clock.now(); // after the question to the domain and the wait for the lock
        await requireOther(ctx, em, submission);
        await completeRevision(ctx, em, submission, { at, reason, domainVerifiedAt });
      }),
    );
    ctx.parts.catalog.changed();
    return describeItem(ctx, ctx.em.fork(), id);
  },
);

interface Completion {
  readonly at: Date;
  readonly reason: string | null | undefined;
  readonly domainVerifiedAt: Date | null;
}

/** The last step of what needs two people, by the second one, who holds the submission locked. */
async function completeRevision(
  ctx: IntakeContext,
  em: EntityManager,
  submission: IntakeSubmission,
  { at, reason, domainVerifiedAt }: Completion,
): Promise<void> {
  const { id, kind, state: before } = submission;
  const reviewer = reviewerFor(ctx);
  const step = isProvisioned(kind) ? 'provision' : 'publish';
  const approver = await findApprover(ctx, em, submission);
  if (!mayAct(step, before) || (step === 'publish' && approver === null))
    throw new Fault('STATE_CONFLICT', {
      say: `A second reviewer has nothing to agree to: it is ${before.replaceAll('_', ' ')}.`,
      members: { state: before },
    });
  if (approver?.isCaller)
    throw new Fault('APPROVAL_REQUIRED', { say: 'You approved this: a second reviewer has to agree.' });
  const { draft } = await requireCurrentDraft(em, submission, at);
  recordTransition(em, submission, step, { at, actor: personOf(ctx), detail: reason ?? null });
  submission.outcome = await applyRecords(ctx, em, submission, draft.records, { at, domainVerifiedAt });
  submission.decidedAt = at;
  storeDecision(ctx, em, submission, {
    step: 'provision',
    decidedBy: reviewer,
    decidedAt: at,
    reason: reason ?? null,
    inputsDigest: draft.inputsDigest,
  });
  signReceipt(ctx, submission, draft, { at, approvals: 2 });
  if (kind !== 'partner_workspace')
    recordLetter(em, submission, {
      audience: 'contact',
      subjectOf: step === 'publish' ? 'published' : 'provisioned',
      at,
    });
  await em.flush();
  for (const waiting of await selectSubmissions(em).select('id').where('related_id', '=', id).execute())
    await enqueuePreparation(em, ctx.platform.log, waiting.id);
  await enqueueLetters(em, ctx.platform.log);
  await auditDraft(ctx, em, submission, { at, action: `intake.${step}`, before, draft, reason });
}

/** Puts the signed receipt of an approval beside it: anyone who has the draft's records can compute their hash again. */
function signReceipt(
  { platform }: IntakeContext,
  submission: IntakeSubmission,
  draft: Row<IntakeDraft>,
  { at, approvals }: { readonly at: Date; readonly approvals: 1 | 2 },
): void {
  submission.approvalReceipt = signApproval(platform.config, {
    kind: 'intake',
    id: publicId('sub', submission.id),
    revision: submission.revision,
    contentHash: digestOf(draft.records),
    approvals,
    at,
  });
}

/** The audit entry of a step that a draft was approved or carried out by. */
const auditDraft = (
  ctx: IntakeContext,
  em: EntityManager,
  submission: IntakeSubmission,
  {
    at,
    action,
    before,
    draft,
    reason,
  }: Pick<Completion, 'at' | 'reason'> & {
    readonly action: string;
    readonly before: IntakeStateName;
    readonly draft: Row<IntakeDraft>;
  },
): Promise<void> =>
  auditReview(ctx, em, submission, {
    at,
    action,
    changes: {
      state: [before, submission.state],
      draft: [null, publicId('drf', draft.id)],
      inputsDigest: [null, draft.inputsDigest],
      ...(submission.outcome ? { created: [null, submission.outcome] } : {}),
    },
    reason,
  });

/**
 * The draft of this revision, as it would be prepared from what there is now: nothing is created that a reviewer did not see. Whether it needs
 * a second person is decided by the rules of today, whichever prepared it.
 */
async function requireCurrentDraft(
  em: EntityManager,
  submission: IntakeSubmission,
  now: Date,
): Promise<{ draft: Row<IntakeDraft>; needsSecond: boolean }> {
  const draft = await selectRows(em, IntakeDraft)
    .where('t.submission_id', '=', submission.id)
    .where('t.revision', '=', submission.revision)
    .executeTakeFirst();
  if (!draft || draft.records.length === 0)
    throw new Fault('STATE_CONFLICT', { say: 'There is no draft of this revision to approve.' });
  const inputs = await readDraftInputs(em, submission, submission.related?.id ?? null, now);
  const { records } = prepareDraft({ ...inputs, ruleSet: draft.ruleSet });
  if (bytesOf(records) !== bytesOf(draft.records))
    throw new Fault('STALE_REVISION', {
      say: 'What the draft stands on has changed since it was prepared. A new one is being prepared.',
      members: { revision: submission.revision },
    });
  return { draft, needsSecond: needsSecondApprover(submission.kind, prepareDraft(inputs).triage.risks) };
}

/** A draft that the facts have overtaken is prepared again, after the refusal. */
async function renewingWhenStale(ctx: IntakeContext, id: string, decide: () => Promise<void>): Promise<void> {
  try {
    await decide();
  } catch (error) {
    if (error instanceof Fault && error.code === 'STALE_REVISION')
      await enqueuePreparation(ctx.platform.em(), ctx.platform.log, id);
    throw error;
  }
}

/**
 * When the vendor's domain publishes the challenge, asked before the transaction; null where it does not: the workspace then begins with a
 * domain that its owner verifies there, and its link to the tool counts from then on.
 */
async function readDomainProof(ctx: IntakeContext, id: string): Promise<Date | null> {
  const submission = await findSubmission(ctx.em.fork(), id);
  if (submission?.kind !== 'partner_workspace' || submission.state !== 'approved') return null;
  return requireDomainProof(ctx.platform.config, submission.organizationDomain, submission.domainChallenge).then(
    () => ctx.platform.clock.now(),
    () => null,
  );
}

/**
 * Approves several submissions of one kind whose every check passed; one that does not fit the rules refuses all of them. Each approval is
 * a transaction with its own audit entry, so that what another reviewer decided meanwhile stops none but its own.
 */
export const approveIntakes = operation(
  { name: 'approveIntakes', who: ['session'], writes: true, limit: 'workflow', fresh: 'always' },
  async function approveIntakes(ctx: IntakeContext, { items }: ApproveIntakesArgs): Promise<IntakeApproval[]> {
    reviewerFor(ctx);
    if (items.length === 0 || items.length > CHOICES_MAX)
      throw invalid([
        { pointer: '/items', code: 'out_of_range', detail: `1 to ${CHOICES_MAX} submissions can be approved at once` },
      ]);
    await requireAlike(ctx, items);
    const results: IntakeApproval[] = [];
    for (const { id, revision } of items) {
      try {
        await approveRevision(ctx, { id, revision });
        const after = await findSubmission(ctx.em.fork(), id);
        results.push({ id, approved: true, state: after?.state ?? null, code: null, detail: null });
      } catch (error) {
        if (!(error instanceof Fault) || error.status >= 500) throw error;
        results.push({ id, approved: false, state: null, code: error.code, detail: error.message });
      }
    }
    return results;
  },
);

/** Bulk approval is for one kind with every check passed (decisions §10). */
async function requireAlike({ em }: IntakeContext, items: readonly IntakeChoice[]): Promise<void> {
  const ids = items.map(({ id }) => id);
  if (new Set(ids).size !== ids.length)
    throw invalid([{ pointer: '/items', code: 'repeated', detail: 'a submission is named twice' }]);
  const submissions = await selectSubmissions(em).select(['id', 'kind']).where('id', 'in', ids).execute();
  if (submissions.length !== ids.length) throw new Fault('NOT_FOUND', { say: 'One of them is no submission.' });
  if (new Set(submissions.map(({ kind }) => kind)).size > 1)
    throw new Fault('STATE_CONFLICT', { say: 'Submissions of different kinds are approved one by one.' });
  const drafts = await selectRows(em, IntakeDraft).where('t.submission_id', 'in', ids).execute();
  const doubtful = items.flatMap(({ id, revision }, index) => {
    const draft = drafts.find((one) => one.submissionId === id && one.revision === revision);
    return draft?.checks.every(({ result }) => result === 'pass') === false ? [index] : [];
  });
  if (doubtful.length)
    throw new Fault('STATE_CONFLICT', {
      say: 'Where a check did not pass, a submission is approved by itself.',
      errors: doubtful.map((index) => ({
        pointer: `/items/${index}`,
        code: 'check_not_passed',
        detail: 'a check did not pass',
      })),
    });
}

type Step = 'request_changes' | 'reject';
const STATE_AFTER = { request_changes: 'changes_requested', reject: 'rejected' } as const;

/** Sends a submission back: to be changed, or for good. The submitter reads the reason. */
async function sendBack(
  ctx: IntakeContext,
  { id, revision, reason }: IntakeReasonArgs,
  step: Step,
): Promise<IntakeItem> {
  const reviewer = reviewerFor(ctx);
  refuseCredentials({ reason }, 1);
  const at = ctx.platform.clock.now();
  await ctx.em.transactional(async (em) => {
    const submission = await lockSubmission(em, id, revision);
    await requireOther(ctx, em, submission);
    if (submission.state === 'approved') await requireSecond(ctx, em, submission);
    const { state: before } = submission;
    const actor = personOf(ctx);
    openReview(em, submission, at, actor);
    recordTransition(em, submission, step, { at, actor, detail: reason });
    submission.message = reason;
    if (step === 'reject') submission.decidedAt = at;
    storeDecision(ctx, em, submission, { step, decidedBy: reviewer, decidedAt: at, reason });
    recordLetter(em, submission, { audience: 'contact', subjectOf: STATE_AFTER[step], at });
    await em.flush();
    await enqueueLetters(em, ctx.platform.log);
    await auditReview(ctx, em, submission, {
      at,
      action: `intake.${step}`,
      changes: { state: [before, submission.state] },
      reason,
    });
  });
  return describeItem(ctx, ctx.em.fork(), id);
}

/** Only the second reviewer may turn down what the first one approved: an approval is not taken back by who gave it. */
async function requireSecond(ctx: IntakeContext, em: EntityManager, submission: IntakeSubmission): Promise<void> {
  if ((await findApprover(ctx, em, submission))?.isCaller)
    throw new Fault('STATE_CONFLICT', { say: 'You approved this: another reviewer has to turn it down.' });
}

/** Asks the submitter for changes. */
export const requestIntakeChanges = operation(
  { name: 'requestIntakeChanges', who: ['session'], writes: true, limit: 'workflow', fresh: 'always' },
  function requestIntakeChanges(ctx: IntakeContext, args: IntakeReasonArgs): Promise<IntakeItem> {
    return sendBack(ctx, args, 'request_changes');
  },
);

/** Does not accept a submission. */
export const rejectIntake = operation(
  { name: 'rejectIntake', who: ['session'], writes: true, limit: 'workflow', fresh: 'always' },
  function rejectIntake(ctx: IntakeContext, args: IntakeReasonArgs): Promise<IntakeItem> {
    return sendBack(ctx, args, 'reject');
  },
);
