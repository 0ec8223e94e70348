import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { asAutomation } from '../../platform/database/automation.js';
import { newUuid, readId } from '../../platform/ids.js';
import type { Work } from '../../platform/jobs/queue.js';
import type { DraftInputs, Preparation } from '../draft.types.js';
import { recordLetter, recordStep, recordTransition } from '../history.query.js';
import type { SubmissionRow } from '../intake.entity.js';
import { IntakeDraft, IntakeSubmission } from '../intake.entity.js';
import { isOpenAt, openStates, preparingStates } from '../intake-state.rules.js';
import { findSubmission } from '../submission.query.js';
import { readDraftInputs } from './draft.query.js';
import { bytesOf, digestOf, prepareDraft } from './preparation.rules.js';

/**
 * Checks a submission (`sub_…`) and prepares its draft. What decides is read first, in a transaction that can't write; what was found is written in
 * another one, under automation's role. Running it twice does no more than once, and a submission that changed in between is left for the
 * job that the change added.
 */
export async function prepareSubmission(
  { em, clock }: Pick<Work, 'em' | 'clock'>,
  submissionId: string,
): Promise<void> {
  const id = readId('sub', submissionId);
  if (id === null) throw new Error(`${submissionId} names no submission`);
  const now = clock.now();
  const read = await em().transactional(
    async (tx) => {
      const submission = await findSubmission(tx, id);
      if (!submission || !isPrepared(submission, now)) return null;
      const inputs = await readDraftInputs(tx, submission, submission.relatedId, now);
      return { seenAt: submission.updatedAt, inputs };
    },
    { readOnly: true },
  );
  if (!read) return;
  const prepared = prepareDraft(read.inputs);
  await asAutomation(em(), async (tx) => {
    const submission = await tx.findOne(
      IntakeSubmission,
      { id },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    if (!submission || !isPrepared(submission, now)) return;
    if (submission.updatedAt.getTime() !== read.seenAt.getTime()) return;
    await storePreparation(tx, submission, read.inputs, prepared, now);
  });
}

/** Automation moves what is not in review yet; under review it renews the draft where the facts have changed, and moves nothing. */
const isPrepared = (submission: SubmissionRow, now: Date): boolean =>
  (preparingStates.includes(submission.state) || submission.state === 'in_review') && isOpenAt(submission, now);

async function storePreparation(
  em: EntityManager,
  submission: IntakeSubmission,
  inputs: DraftInputs,
  { checks, triage, records }: Preparation,
  now: Date,
): Promise<void> {
  const latest = await em.findOne(IntakeDraft, { submission: submission.id, revision: submission.revision });
  const isSame =
    latest !== null && bytesOf([latest.checks, latest.triage, latest.records]) === bytesOf([checks, triage, records]);
  if (latest && !isSame) submission.revision += 1;
  if (!isSame)
    em.create(IntakeDraft, {
      id: newUuid(),
      submission,
      revision: submission.revision,
      ruleSet: inputs.ruleSet,
      inputs,
      inputsDigest: digestOf(inputs),
      checks: [...checks],
      triage,
      records: [...records],
      createdAt: now,
    });
  Object.assign(submission, {
    priority: triage.priority,
    score: triage.score,
    route: triage.route,
    missing: [...triage.missing],
    risks: [...triage.risks],
    checksFailed: checks.filter(({ result }) => result === 'fail').length,
    checksUnknown: checks.filter(({ result }) => result === 'unknown').length,
    draftedAt: now,
  });
  moveOn(em, submission, triage.missing.length > 0, isSame, now);
  await em.flush();
}

/** Draft or request for evidence: automation goes no further. */
function moveOn(em: EntityManager, submission: IntakeSubmission, isMissing: boolean, isSame: boolean, at: Date): void {
  const step = { at, actor: 'automation' };
  if (submission.state === 'in_review') {
    if (!isSame) recordStep(em, submission, 'renew_draft', step);
    return;
  }
  const reached = isMissing ? 'needs_evidence' : 'draft_prepared';
  if (isSame && submission.state === reached) return;
  const verified = submission.contactVerifiedAt !== null;
  if (isMissing) {
    const isNew = submission.state !== 'needs_evidence';
    recordTransition(em, submission, 'ask_evidence', { ...step, detail: submission.missing.join(' ') });
    if (isNew && verified) recordLetter(em, submission, { audience: 'contact', subjectOf: 'needs_evidence', at });
    return;
  }
  const wasPrepared = submission.state === 'draft_prepared';
  recordTransition(em, submission, 'triage', { ...step, detail: `${submission.priority} · ${submission.route}` });
  recordTransition(em, submission, 'prepare_draft', step);
  if (verified && !wasPrepared)
    recordLetter(em, submission, {
      audience: submission.assignee ? 'assignee' : 'reviewers',
      subjectOf: submission.assignee ? 'resubmitted' : 'review_waits',
      at,
    });
}

const BATCH = 200;

/** Ends submissions that nothing moved for thirty days; one that a reviewer holds locked is passed over. Answers whether more may be due. */
export const expireSubmissions = (em: EntityManager, at: Date): Promise<boolean> =>
  asAutomation(em, async (tx) => {
    const due = await tx.find(
      IntakeSubmission,
      { state: { $in: [...openStates] }, expiresAt: { $lte: at } },
      { orderBy: { expiresAt: 'asc' }, limit: BATCH, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE, refresh: true },
    );
    for (const submission of due) {
      recordTransition(tx, submission, 'expire', { at, actor: 'automation' });
      if (submission.contactVerifiedAt) recordLetter(tx, submission, { audience: 'contact', subjectOf: 'expired', at });
    }
    await tx.flush();
    return due.length === BATCH;
  });
