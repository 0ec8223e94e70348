import type { EntityManager } from '@mikro-orm/postgresql';
import { personOf } from '../../accounts/index.js';
import { recordAudit } from '../../platform/audit/audit.js';
import type { RequestContext } from '../../platform/context.js';
import { Fault } from '../../platform/fault.js';
import { operation } from '../../platform/operation.js';
import type { Claim } from './claim.entity.js';
import { claimantOf, describeClaim, lockClaim, noSuchClaim, vendorChain } from './claim.find.js';
import { ClaimState, nextStates } from './claim.rules.js';
import type { OfferClaim, OwnClaimInput } from './claim.types.js';
import { storeStep } from './step.store.js';

/** The claimant takes the claim back, as long as no code was handed out; the offer can be claimed again. */
export const withdrawClaim = operation(
  { name: 'withdrawClaim', who: ['session'], writes: true, limit: 'workflow' },
  function withdrawClaim(ctx, { claimId }: OwnClaimInput): Promise<OfferClaim> {
    return onOwnClaim(ctx, claimId, async (em, claim) => {
      if (!nextStates(claim.state, 'claimant').includes(ClaimState.withdrawn))
        throw new Fault('STATE_CONFLICT', { say: `The claim is ${claim.state} and can no longer be withdrawn.` });
      await storeStep(ctx, em, claim, { state: ClaimState.withdrawn });
    });
  },
);

/** The claimant says that the code was used. That is noted with its time and changes nothing else: it is no proof (decisions §3). */
export const reportRedemption = operation(
  { name: 'reportRedemption', who: ['session'], writes: true, limit: 'workflow' },
  function reportRedemption(ctx, { claimId }: OwnClaimInput): Promise<OfferClaim> {
    return onOwnClaim(ctx, claimId, async (em, claim) => {
      if (claim.selfReportedAt !== null) return; // the first report keeps its time
      if (claim.state !== ClaimState.code_issued)
        throw new Fault('STATE_CONFLICT', { say: `The claim is ${claim.state} and has no code to redeem.` });
      const now = ctx.platform.clock.now();
      claim.selfReportedAt = now;
      await em.flush();
      await recordAudit(em, now, {
        chain: vendorChain(claim),
        actor: personOf(ctx),
        action: 'claim.self_report',
        resource: 'offer_claim',
        resourceId: claimId,
        revision: claim.revision,
        changes: { selfReportedAt: [null, now.toISOString()] },
        requestId: ctx.requestId,
      });
    });
  },
);

/** Runs a change on a claim of the caller's own, locked; everyone else's is as if it were not there. */
function onOwnClaim(
  ctx: RequestContext,
  claimId: string,
  change: (em: EntityManager, claim: Claim) => Promise<void>,
): Promise<OfferClaim> {
  return ctx.em.transactional(async (em) => {
    const claim = await lockClaim(em, claimId);
    if (claim.userId !== personOf(ctx)) throw noSuchClaim();
    await change(em, claim);
    return describeClaim(claim, claimantOf(ctx), 'claimant');
  });
}
