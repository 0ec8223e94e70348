import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { recordAudit } from '../../platform/audit/audit.js';
import { Claim } from './claim.entity.js';
import { vendorChain } from './claim.find.js';
import { ClaimState, statesBefore } from './claim.rules.js';

const BATCH = 200;

/**
 * Closes claims whose offer has ended before a code was issued, each with its entry in the vendor's audit log. Several workers may do it
 * at once: a claim that another one holds is passed over. Answers how many it closed; a full batch means that there may be more.
 */
export async function expireClaims(em: EntityManager, at: Date): Promise<{ expired: number; more: boolean }> {
  return em.transactional(async (tx) => {
    const due = await tx
      .qb(Claim, 'c')
      .select('*')
      .innerJoinAndSelect('c.offer', 'o')
      .where({ 'o.endsAt': { $lte: at }, 'c.state': { $in: statesBefore(ClaimState.expired, 'time') } })
      .orderBy({ 'o.organization': 'asc', 'c.id': 'asc' })
      .limit(BATCH)
      .setLockMode(LockMode.PESSIMISTIC_PARTIAL_WRITE, ['c'])
      .getResult();
    for (const claim of due) {
      const { state } = claim;
      claim.state = ClaimState.expired;
      claim.revision += 1;
      claim.updatedAt = at;
      await recordAudit(tx, at, {
        chain: vendorChain(claim),
        actor: 'system',
        action: 'claim.expired',
        resource: 'offer_claim',
        resourceId: claim.id,
        revision: claim.revision,
        changes: { state: [state, ClaimState.expired] },
        reason: 'the offer has ended',
      });
    }
    await tx.flush();
    return { expired: due.length, more: due.length === BATCH };
  });
}
