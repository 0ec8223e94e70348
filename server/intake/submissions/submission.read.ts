import { ANY_KIND } from '../../platform/limits/limits.policies.js';
import { operation } from '../../platform/operation.js';
import type { IntakeReceiptArgs, IntakeStatus } from '../intake.types.js';
import type { IntakeContext } from '../intake-context.types.js';
import { describeStatus, findByReceipt, findChecks } from './submission.query.js';

/** A submission for the holder of its receipt. */
export const readSubmission = operation(
  { name: 'intakeSubmission', who: ANY_KIND, limit: 'public-read', share: 'submissions' },
  async function intakeSubmission(
    { em, platform }: IntakeContext,
    { receipt }: IntakeReceiptArgs,
  ): Promise<IntakeStatus> {
    const submission = await findByReceipt(em, receipt, platform.clock.now());
    return describeStatus(submission, receipt.trim(), await findChecks(em, submission), platform.config.workspaceUrl);
  },
);
