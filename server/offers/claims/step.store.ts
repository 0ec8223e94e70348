import type { EntityManager } from '@mikro-orm/postgresql';
import { personOf } from '../../accounts/index.js';
import { organizationChain, recordAudit } from '../../platform/audit.js';
import type { RequestContext } from '../../platform/context.js';
import { publicId } from '../../platform/ids.js';
import type { ClaimRow } from './claim.find.js';
import type { ClaimProof, ClaimState } from './claim.rules.js';

interface Step {
  readonly state: ClaimState;
  readonly vendorNote?: string | null;
  readonly code?: string | null;
  readonly proof?: ClaimProof | null;
  /** Bare UUID. */
  readonly proofEventId?: string | null;
}

/** Takes a locked claim one step on and records it in the vendor's audit log: the states and the kind of proof, never code, notes or facts. */
export async function storeStep(ctx: RequestContext, em: EntityManager, claim: ClaimRow, step: Step): Promise<void> {
  const now = ctx.platform.clock.now();
  const { state, vendorNote = null, code = null, proof = null, proofEventId = null } = step;
  await em.execute(
    `update offer_claim set state = ?, vendor_note = coalesce(?, vendor_note), code = coalesce(?, code), proof = ?, proof_event_id = ?,
       revision = revision + 1, updated_at = ? where id = ?`,
    [state, vendorNote, code, proof, proofEventId, now, claim.id],
  );
  await recordAudit(em, now, {
    chain: organizationChain(claim.organization_id),
    actor: personOf(ctx),
    action: `claim.${state}`,
    resource: 'offer_claim',
    resourceId: publicId('clm', claim.id),
    revision: claim.revision + 1,
    changes: {
      state: [claim.state, state],
      ...(proof === null ? {} : { proof: [null, proof] }),
      ...(proofEventId === null ? {} : { proofEventId: [null, publicId('evt', proofEventId)] }),
    },
    requestId: ctx.requestId,
  });
}
