import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Enum, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { PrefixedId } from '../../platform/database/id.type.js';
import { CatalogOffer, type EligibilityFacts } from '../catalog/index.js';
import { ClaimProof, ClaimState } from './claim.rules.js';

/** A person's claim on a native offer; who looks at it sees different parts of it, which `describeClaim` decides. */
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
  @PrimaryKey({ type: new PrefixedId('clm') })
  id: string;

  @ManyToOne(() => CatalogOffer, { ref: true })
  offer: Ref<CatalogOffer>;

  @Property({ type: new PrefixedId('usr') })
  userId: string;

  @Enum({ items: () => ClaimState, type: 'text' })
  state: ClaimState;

  /** As the claimant stated them; what was not stated is absent. */
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

  @Property({ type: new PrefixedId('evt'), nullable: true })
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
