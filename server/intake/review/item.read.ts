import type { EntityManager } from '@mikro-orm/postgresql';
import { findPeople } from '../../accounts/index.js';
import { Fault } from '../../platform/fault.js';
import { publicId, uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { IntakeComment, IntakeDraft, IntakeHistory, IntakeSubmission } from '../intake.entity.js';
import type { IntakeItem, IntakeItemArgs } from '../intake.types.js';
import type { IntakeContext } from '../intake-context.types.js';
import { isOpen, isOpenAt, isProvisioned } from '../intake-state.rules.js';
import { findOwnParts, type OwnPart } from '../party.query.js';
import { findPassport } from '../publication/index.js';
import { reviewerFor, sayOwn } from '../reviewer.require.js';
import { challengeOf } from '../submissions/index.js';
import { type Approver, findApprover } from './decision.query.js';
import { describeRow } from './row.rules.js';
import { readTitles } from './titles.read.js';

const HISTORY_MAX = 500;

/** One submission with everything that a reviewer decides on. */
export const readItem = operation(
  { name: 'intakeItem', who: ['session'], limit: 'workflow' },
  async function intakeItem(ctx: IntakeContext, { id }: IntakeItemArgs): Promise<IntakeItem> {
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
  const approver = await findApprover(ctx, em, submission);
  const names = await namesOf(em, [
    submission.assignee,
    ...history.map(({ actor }) => actor),
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
    passport: await findPassport(em, id),
    domainChallenge: challengeOf(submission),
    ...rightsIn(submission, now, ownPart, approver),
  };
}

/** The acts that would not be refused for the submission's state or the caller's part in it, and why a decision of the caller would be. */
function rightsIn(
  submission: IntakeSubmission,
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
  const isReviewable = (state === 'draft_prepared' && contactVerifiedAt !== null) || state === 'in_review';
  return { allowed: [...both, ...(isReviewable ? ['approve', 'request_changes', 'reject'] : [])], barredBecause: null };
}

/** Names of people by their public ids; actors that are no people have none. */
export async function namesOf(em: EntityManager, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const uuids = ids.map((id) => (id === null ? null : uuidOf('usr', id))).filter((uuid) => uuid !== null);
  const people = await findPeople(em, uuids);
  return new Map([...people].map(([uuid, { name }]) => [publicId('usr', uuid), name]));
}
