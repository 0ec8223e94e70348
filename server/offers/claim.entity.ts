import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Enum, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { ClaimProof, ClaimState } from './claim.rules.js';
import type { EligibilityFacts } from './eligibility.types.js';
import { CatalogOffer } from './offer.entity.js';

/** A person's claim on a native offer; `describeClaim` decides which parts of it a viewer sees. */
@Entity({ tableName: 'offer_claim' })
@Check({ name: 'offer_claim_check1', expression: `(state = 'redeemed') = (proof is not null)` })
@Check({ name: 'offer_claim_check2', expression: `(proof = 'event_confirmed') = (proof_event_id is not null)` })
@Index({
  name: 'offer_claim_open',
  expression: `create unique index offer_claim_open on offer_claim (offer_id, user_id) where state not in ('rejected', 'expired', 'withdrawn')`,
})
@Index({ name: 'offer_claim_user', columns: [{ name: 'user_id' }, { name: 'id', sort: 'desc' }] })
@Index({ name: 'offer_claim_user_updated', properties: ['userId', 'updatedAt', 'id'] })
@Index({ name: 'offer_claim_user_state', properties: ['userId', 'state', 'id'] })
@Index({ name: 'offer_claim_offer', columns: [{ name: 'offer_id' }, { name: 'id', sort: 'desc' }] })
@Index({
  name: 'offer_claim_proof',
  expression: 'create unique index offer_claim_proof on offer_claim (proof_event_id) where proof_event_id is not null',
})
export class Claim {
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @ManyToOne(() => CatalogOffer, { ref: true })
  offer: Ref<CatalogOffer>;

  @Property({ type: 'uuid' })
  userId: string;

  @Enum({ items: () => ClaimState, type: 'text' })
  state: ClaimState;

  /** The facts as the claimant stated them; the others are absent. */
  @Property({ type: 'json' })
  facts: EligibilityFacts;

  @Property({ type: 'text', nullable: true })
  note: string | null;

  @Property({ type: 'text', nullable: true })
  vendorNote: (string & Opt) | null;

  @Property({ type: 'text', nullable: true })
  code: (string & Opt) | null;

  @Enum({ items: () => ClaimProof, type: 'text', nullable: true })
  proof: (ClaimProof & Opt) | null;

  @Property({ type: 'uuid', nullable: true })
  proofEventId: (string & Opt) | null;

  @Property({ type: 'datetime', nullable: true })
  selfReportedAt: (Date & Opt) | null;

  @Property({ type: 'int', default: 1 })
  revision: number & Opt;

  @Property({ type: 'datetime' })
  createdAt: Date;

  @Property({ type: 'datetime' })
  updatedAt: Date;
}
