import type { EntityManager } from '@mikro-orm/postgresql';
import { findPeople } from '../../accounts/index.js';
import { Fault } from '../../platform/fault.js';
import { publicId, uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { IntakeComment, IntakeDraft, IntakeHistory, IntakeSubmission } from '../intake.entity.js';
import type { IntakeItem, IntakeItemArgs } from '../intake.types.js';
import type { IntakeContext } from '../intake-context.types.js';
import { isOpen } from '../intake-state.rules.js';
import { isOwn, reviewerFor } from '../reviewer.require.js';
import { challengeOf } from '../submissions/index.js';
import { findApprover } from './decision.query.js';
import { describeRow } from './row.rules.js';
import { readTitles } from './titles.read.js';

const HISTORY_MAX = 500;

/** One submission with everything that a reviewer decides on. */
export const readItem = operation(
  { name: 'intakeItem', who: ['session'], limit: 'workflow' },
  async (ctx: IntakeContext, { id }: IntakeItemArgs): Promise<IntakeItem> => {
    reviewerFor(ctx);
    return describeItem(ctx, ctx.em.fork(), id);
  },
);

/** The item as it is stored now. */
export async function describeItem(ctx: IntakeContext, em: EntityManager, id: string): Promise<IntakeItem> {
  const submission = await em.findOne(IntakeSubmission, { id }, { disableIdentityMap: true });
  if (!submission) throw new Fault('NOT_FOUND', { say: 'There is no such submission.' });
  const own = { submission: submission.id };
  const history = await em.find(IntakeHistory, own, {
    orderBy: { id: 'asc' },
    limit: HISTORY_MAX,
    disableIdentityMap: true,
  });
  const comments = await em.find(IntakeComment, own, {
    orderBy: { id: 'asc' },
    limit: HISTORY_MAX,
    disableIdentityMap: true,
  });
  const [draft] = await em.find(IntakeDraft, own, {
    orderBy: { revision: 'desc' },
    limit: 1,
    disableIdentityMap: true,
  });
  const approvedBy = await findApprover(em, submission);
  const names = await namesOf(em, [
    submission.assignee,
    ...history.map(({ actor }) => actor),
    ...comments.map(({ author }) => author),
  ]);
  const titles = await readTitles(em, [submission]);
  const isOwnSubmission = isOwn(ctx, submission);
  const row = describeRow(submission, ctx.platform.clock.now(), {
    title: titles.get(submission.id) ?? submission.organizationName,
    assigneeName: submission.assignee && (names.get(submission.assignee) ?? null),
    approvedBy: submission.state === 'approved' || !isOpen(submission.state) ? approvedBy : null,
    own: isOwnSubmission,
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
      actorName: names.get(actor) ?? null,
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
    domainChallenge: challengeOf(submission),
    allowed: allowedFor(submission, isOwnSubmission, approvedBy === reviewerFor(ctx)),
  };
}

/** The acts that would not be refused for the submission's state or the caller's part in it. */
function allowedFor({ state, contactVerifiedAt }: IntakeSubmission, own: boolean, approved: boolean): string[] {
  const isReviewable = (state === 'draft_prepared' && contactVerifiedAt !== null) || state === 'in_review';
  return [
    ...(isOpen(state) ? ['assign', 'comment'] : ['comment']),
    ...(isReviewable && !own ? ['approve', 'request_changes', 'reject'] : []),
    ...(state === 'approved' && !own && !approved ? ['provision', 'reject'] : []),
  ];
}

/** Names of people by their public ids; actors that are no people have none. */
export async function namesOf(em: EntityManager, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const uuids = ids.map((id) => (id === null ? null : uuidOf('usr', id))).filter((uuid) => uuid !== null);
  const people = await findPeople(em, uuids);
  return new Map([...people].map(([uuid, { name }]) => [publicId('usr', uuid), name]));
}
