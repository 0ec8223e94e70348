import type { EntityManager } from '@mikro-orm/postgresql';
import { organizationChain, recordAudit } from '../../platform/audit.js';
import { publicId } from '../../platform/ids.js';
import { ClaimState, statesBefore } from './claim.rules.js';

const BATCH = 200;

/**
 * Closes claims whose offer has ended before a code was issued, each with its entry in the vendor's audit log. Several workers may do it
 * at once: a claim that another one holds is passed over. Answers how many it closed; a full batch means that there may be more.
 */
export async function expireClaims(em: EntityManager, at: Date): Promise<{ expired: number; more: boolean }> {
  return em.transactional(async (tx) => {
    const states = statesBefore(ClaimState.expired, 'time');
    const due = await tx.execute<{ id: string; organization_id: string; state: string; revision: number }[]>(
      `select c.id, o.organization_id, c.state, c.revision from offer_claim c join offer o on o.id = c.offer_id
       where o.ends_at <= ? and c.state in (${states.map(() => '?').join(', ')})
       order by o.organization_id, c.id limit ${BATCH} for update of c skip locked`,
      [at, ...states],
    );
    for (const { id, organization_id, state, revision } of due) {
      await tx.execute('update offer_claim set state = ?, revision = revision + 1, updated_at = ? where id = ?', [
        ClaimState.expired,
        at,
        id,
      ]);
      await recordAudit(tx, at, {
        chain: organizationChain(organization_id),
        actor: 'system',
        action: 'claim.expired',
        resource: 'offer_claim',
        resourceId: publicId('clm', id),
        revision: revision + 1,
        changes: { state: [state, ClaimState.expired] },
        reason: 'the offer has ended',
      });
    }
    return { expired: due.length, more: due.length === BATCH };
  });
}
