import type { EntityManager } from '@mikro-orm/postgresql';
import { requireDomainProof } from '../../accounts/index.js';
import { Fault } from '../../platform/fault.js';
import { operation } from '../../platform/operation.js';
import { bytesOf, prepareDraft, readDraftInputs } from '../drafts/index.js';
import { recordLetter, recordTransition } from '../history.record.js';
import { IntakeDraft, IntakeSubmission } from '../intake.entity.js';
import type { IntakeDecisionArgs, IntakeItem } from '../intake.types.js';
import type { IntakeContext } from '../intake-context.types.js';
import { type IntakeStateName, isProvisioned, mayAct, needsSecondApprover } from '../intake-state.rules.js';
import { enqueueLetters, enqueuePreparation } from '../intake-task.enqueue.js';
import { applyRecords } from '../publication/index.js';
import { requireOther, reviewerFor } from '../reviewer.require.js';
import { auditReview, findApprover, lockSubmission, openReview, storeDecision } from './decision.query.js';
import { describeItem } from './item.read.js';

/**
 * Approves a revision. What a second reviewer has to agree to is approved and creates nothing yet; everything else becomes real in this
 * transaction, exactly as its draft says.
 */
export const approveIntake = operation(
  { name: 'approveIntake', who: ['session'], writes: true, limit: 'workflow' },
  async function approveIntake(ctx: IntakeContext, args: IntakeDecisionArgs): Promise<IntakeItem> {
    await approveRevision(ctx, args);
    return describeItem(ctx, ctx.em.fork(), args.id);
  },
);

/** One approval with its audit entry, in one transaction; of what is published after two, either of them. */
export async function approveRevision(ctx: IntakeContext, { id, revision, reason }: IntakeDecisionArgs): Promise<void> {
  const reviewer = reviewerFor(ctx);
  await renewingWhenStale(ctx, id, () =>
    ctx.em.fork().transactional(async (em) => {
      const submission = await lockSubmission(em, id, revision);
      const at = ctx.platform.clock.now(); // after the wait for the lock, in which the submission may have expired
      await requireOther(ctx, em, submission);
      const { state: before } = submission;
      if (before === 'approved' && !isProvisioned(submission.kind))
        return completeRevision(ctx, em, submission, { at, reason, domainVerifiedAt: null });
      openReview(em, submission, at, reviewer);
      recordTransition(em, submission, 'approve', { at, actor: reviewer, detail: reason ?? null });
      const { draft, needsSecond } = await requireCurrentDraft(em, submission, at);
      storeDecision(ctx, em, submission, {
        step: 'approve',
        decidedBy: reviewer,
        decidedAt: at,
        reason: reason ?? null,
        inputsDigest: draft.inputsDigest,
      });
      if (needsSecond) {
        recordLetter(em, submission, { audience: 'contact', subjectOf: 'approved', at });
        recordLetter(em, submission, { audience: 'reviewers', subjectOf: 'second_approver', at, exceptUser: reviewer });
      } else {
        submission.outcome = await applyRecords(ctx, em, submission, draft.records, { at, domainVerifiedAt: null });
        recordTransition(em, submission, 'publish', { at, actor: reviewer });
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
  { name: 'provisionIntake', who: ['session'], writes: true, limit: 'workflow' },
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
  recordTransition(em, submission, step, { at, actor: reviewer, detail: reason ?? null });
  submission.outcome = await applyRecords(ctx, em, submission, draft.records, { at, domainVerifiedAt });
  submission.decidedAt = at;
  storeDecision(ctx, em, submission, {
    step: 'provision',
    decidedBy: reviewer,
    decidedAt: at,
    reason: reason ?? null,
    inputsDigest: draft.inputsDigest,
  });
  if (kind !== 'partner_workspace')
    recordLetter(em, submission, {
      audience: 'contact',
      subjectOf: step === 'publish' ? 'published' : 'provisioned',
      at,
    });
  await em.flush();
  for (const waiting of await em.find(IntakeSubmission, { related: id }, { fields: ['id'] }))
    await enqueuePreparation(em, ctx.platform.log, waiting.id);
  await enqueueLetters(em, ctx.platform.log);
  await auditDraft(ctx, em, submission, { at, action: `intake.${step}`, before, draft, reason });
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
    readonly draft: IntakeDraft;
  },
): Promise<void> =>
  auditReview(ctx, em, submission, {
    at,
    action,
    changes: {
      state: [before, submission.state],
      draft: [null, draft.id],
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
): Promise<{ draft: IntakeDraft; needsSecond: boolean }> {
  const draft = await em.findOne(IntakeDraft, { submission: submission.id, revision: submission.revision });
  if (!draft || draft.records.length === 0)
    throw new Fault('STATE_CONFLICT', { say: 'There is no draft of this revision to approve.' });
  const inputs = await readDraftInputs(em, submission, now);
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
  const submission = await ctx.em.fork().findOne(IntakeSubmission, { id });
  if (submission?.kind !== 'partner_workspace' || submission.state !== 'approved') return null;
  return requireDomainProof(ctx.platform.config, submission.organizationDomain, submission.domainChallenge).then(
    () => ctx.platform.clock.now(),
    () => null,
  );
}
