import type { EntityManager } from '@mikro-orm/postgresql';
import { personOf } from '../../accounts/index.js';
import { recordAudit } from '../../platform/audit/audit.js';
import type { RequestContext } from '../../platform/context.js';
import type { Claim } from './claim.entity.js';
import { vendorChain } from './claim.find.js';
import type { ClaimProof, ClaimState } from './claim.rules.js';

interface Step {
  readonly state: ClaimState;
  readonly vendorNote?: string | null;
  readonly code?: string | null;
  readonly proof?: ClaimProof | null;
  /** `evt_…` */
  readonly proofEventId?: string | null;
}

/** Takes a locked claim one step on and records it in the vendor's audit log: the states and the kind of proof, never code, notes or facts. */
export async function storeStep(ctx: RequestContext, em: EntityManager, claim: Claim, step: Step): Promise<void> {
  const now = ctx.platform.clock.now();
  const { state, vendorNote = null, code = null, proof = null, proofEventId = null } = step;
  const before = claim.state;
  claim.state = state;
  claim.vendorNote = vendorNote ?? claim.vendorNote;
  claim.code = code ?? claim.code;
  claim.proof = proof;
  claim.proofEventId = proofEventId;
  claim.revision += 1;
  claim.updatedAt = now;
  await em.flush();
  await recordAudit(em, now, {
    chain: vendorChain(claim),
    actor: personOf(ctx),
    action: `claim.${state}`,
    resource: 'offer_claim',
    resourceId: claim.id,
    revision: claim.revision,
    changes: {
      state: [before, state],
      ...(proof === null ? {} : { proof: [null, proof] }),
      ...(proofEventId === null ? {} : { proofEventId: [null, proofEventId] }),
    },
    requestId: ctx.requestId,
  });
}
