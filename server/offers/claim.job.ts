import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { recordAudit } from '../platform/audit/audit.js';
import { publicId } from '../platform/ids.js';
import type { Job } from '../platform/jobs/queue.js';
import { Claim } from './claim.entity.js';
import { vendorChain } from './claim.query.js';
import { ClaimState, statesBefore } from './claim.rules.js';

const BATCH = 200;

/** Closes the claims whose offer has ended. */
export const expireDueClaims: Job = {
  name: 'expire_claims',
  cron: '7 * * * *',
  run: async ({ em, clock }) => (await expireClaims(em(), clock.now())).more,
};

/**
 * Closes claims whose offer has ended before a code was issued, each with its entry in the vendor's audit log. Several workers may do it
 * at once: a claim that another one holds is passed over. Answers how many it closed; a full batch means that there may be more.
 */
export async function expireClaims(em: EntityManager, at: Date): Promise<{ expired: number; more: boolean }> {
  return em.transactional(async (tx) => {
    const due = await tx.find(
      Claim,
      { offer: { endsAt: { $lte: at } }, state: { $in: statesBefore(ClaimState.expired, 'time') } },
      {
        populate: ['offer'],
        orderBy: [{ offer: { organization: 'asc' } }, { id: 'asc' }],
        limit: BATCH,
        lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE,
        lockTableAliases: ['c0'], // the claims alone: offers are joined to be read
        refresh: true,
      },
    );
    for (const claim of due) {
      const { state } = claim;
      claim.state = ClaimState.expired;
      claim.revision += 1;
      claim.updatedAt = at;
      await recordAudit(tx, at, {
        chain: vendorChain({ organizationId: claim.offer.unwrap().organization?.id ?? null }),
        actor: 'system',
        action: 'claim.expired',
        resource: 'offer_claim',
        resourceId: publicId('clm', claim.id),
        revision: claim.revision,
        changes: { state: [state, ClaimState.expired] },
        reason: 'the offer has ended',
      });
    }
    await tx.flush();
    return { expired: due.length, more: due.length === BATCH };
  });
}
