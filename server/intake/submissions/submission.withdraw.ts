import { operation } from '../../platform/operation.js';
import { recordTransition } from '../history.record.js';
import type { IntakeReceiptArgs, IntakeStatus } from '../intake.types.js';
import type { IntakeContext } from '../intake-context.types.js';
import { describeStatus, findByReceipt, findChecks } from './submission.query.js';

/** Withdraws a submission with its receipt, until it is decided. */
export const withdrawIntake = operation(
  { name: 'withdrawIntake', who: ['anonymous', 'session'], writes: true, limit: 'public-read', share: 'submissions' },
  async function withdrawIntake(
    { em, platform }: IntakeContext,
    { receipt }: IntakeReceiptArgs,
  ): Promise<IntakeStatus> {
    return em.transactional(async (tx) => {
      const at = platform.clock.now();
      const submission = await findByReceipt(tx, receipt, at, { lock: true });
      recordTransition(tx, submission, 'withdraw', { at, actor: 'submitter' });
      await tx.flush();
      return describeStatus(submission, receipt.trim(), await findChecks(tx, submission), platform.config.workspaceUrl);
    });
  },
);
