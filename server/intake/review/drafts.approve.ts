import { Fault, invalid } from '../../platform/fault.js';
import { operation } from '../../platform/operation.js';
import { IntakeDraft, IntakeSubmission } from '../intake.entity.js';
import { type ApproveIntakesArgs, CHOICES_MAX, type IntakeApproval, type IntakeChoice } from '../intake.types.js';
import type { IntakeContext } from '../intake-context.types.js';
import { reviewerFor } from '../reviewer.require.js';
import { approveRevision } from './draft.approve.js';

/**
 * Approves several submissions of one kind whose every check passed; one that does not fit the rules refuses all of them. Each approval is
 * a transaction with its own audit entry, so that what another reviewer decided meanwhile stops none but its own.
 */
export const approveIntakes = operation(
  { name: 'approveIntakes', who: ['session'], writes: true, limit: 'workflow' },
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
        const after = await ctx.em.fork().findOne(IntakeSubmission, { id }, { fields: ['state'] });
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
  const submissions = await em.find(IntakeSubmission, { id: { $in: ids } }, { disableIdentityMap: true });
  if (submissions.length !== ids.length) throw new Fault('NOT_FOUND', { say: 'One of them is no submission.' });
  if (new Set(submissions.map(({ kind }) => kind)).size > 1)
    throw new Fault('STATE_CONFLICT', { say: 'Submissions of different kinds are approved one by one.' });
  const drafts = await em.find(IntakeDraft, { submission: { $in: ids } }, { disableIdentityMap: true });
  const doubtful = items.flatMap(({ id, revision }, index) => {
    const draft = drafts.find((one) => one.submission.id === id && one.revision === revision);
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
