import { requireDomainProof } from '../../accounts/index.js';
import { Fault, faultOf } from '../../platform/fault.js';
import { operation } from '../../platform/operation.js';
import { IntakeSubmission } from '../intake.entity.js';
import type { IntakeDomainState, IntakeItemArgs } from '../intake.types.js';
import type { IntakeContext } from '../intake-context.types.js';
import { reviewerFor } from '../reviewer.require.js';

/** Asks the domain of a workspace's organization for its challenge, as provisioning will; the answer is for the reviewer and is not stored. */
export const checkIntakeDomain = operation(
  { name: 'checkIntakeDomain', who: ['session'], writes: true, limit: 'credential' },
  async function checkIntakeDomain(ctx: IntakeContext, { id }: IntakeItemArgs): Promise<IntakeDomainState> {
    reviewerFor(ctx);
    const { clock, config } = ctx.platform;
    const submission = await ctx.em.fork().findOne(IntakeSubmission, { id });
    if (!submission) throw new Fault('NOT_FOUND', { say: 'There is no such submission.' });
    if (submission.kind !== 'partner_workspace')
      throw new Fault('STATE_CONFLICT', { say: 'Only a workspace has a domain to show.' });
    const reason = await requireDomainProof(config, submission.organizationDomain, submission.domainChallenge).then(
      () => null,
      (error: unknown) => faultOf(error).message,
    );
    return { id, published: reason === null, reason, checkedAt: clock.now() };
  },
);
