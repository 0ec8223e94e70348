import { BigIntType, Collection, DecimalType, type Opt, type Ref } from '@mikro-orm/core';
import { Check, Entity, Enum, Index, ManyToMany, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Organization } from '../../accounts/index.js';
import {
  type CatalogOrigin,
  CatalogTool,
  type OfferClaimWay,
  type OfferEligibility,
  type OfferKind,
  type OfferSource,
  offerClaims,
  offerKinds,
} from '../../directory/index.js';
import { PrefixedId } from '../../platform/database/id.type.js';

const labels = ['first-party', 'public-source', 'sample'] as const;

/** An offer of the catalog, listed or not; its version is the catalog's when it changed last. */
@Entity({ tableName: 'offer' })
@Check({ name: 'offer_check', expression: '(value_cents is null) = (value_currency is null)' })
@Check({ name: 'offer_check1', expression: `claim <> 'native' or organization_id is not null` })
@Check({ name: 'offer_check2', expression: `claim <> 'provider_link' or url is not null` })
@Index({
  name: 'offer_origin',
  expression: 'create unique index offer_origin on offer (origin, origin_key) where origin_key is not null',
})
@Index({
  name: 'offer_organization',
  expression: 'create index offer_organization on offer (organization_id) where organization_id is not null',
})
export class CatalogOffer {
  @PrimaryKey({ type: new PrefixedId('ofr') })
  id: string;

  @Property({ type: 'text', unique: true })
  slug: string;

  @Property({ type: 'text' })
  title: string;

  @Property({ type: 'text' })
  summary: string;

  @Property({ type: 'text', nullable: true })
  vendorName: string | null;

  @Property({ type: 'text', nullable: true })
  vendorDomain: string | null;

  @Enum({ items: [...offerKinds], type: 'text' })
  kind: OfferKind;

  @Property({ type: 'text', nullable: true })
  valueText: string | null;

  @Check({ name: 'offer_value_cents_check', expression: 'value_cents >= 0' })
  @Property({ type: new BigIntType('number'), nullable: true })
  valueCents: number | null;

  @Property({ type: 'text', nullable: true })
  valueCurrency: string | null;

  @Property({ type: new DecimalType('number'), precision: 5, scale: 2, nullable: true })
  valuePercent: number | null;

  @Property({ type: 'int', nullable: true })
  valueMonths: number | null;

  @Property({ type: 'boolean', default: false })
  valueUpTo: boolean;

  @Enum({ items: [...offerClaims], type: 'text' })
  claim: OfferClaimWay;

  @Property({ type: 'text', nullable: true })
  url: string | null;

  @Property({ type: 'text', nullable: true })
  termsUrl: string | null;

  @Property({ type: 'json' })
  eligibility: OfferEligibility;

  @Property({ type: 'datetime', nullable: true })
  lastReadAt: Date | null;

  @Property({ type: 'datetime', nullable: true })
  lastConfirmedAt: Date | null;

  /** The end of its last day, UTC. */
  @Property({ type: 'datetime', nullable: true })
  endsAt: Date | null;

  /** The vendor's organization, which decides on claims. */
  @ManyToOne(() => Organization, { ref: true, nullable: true, deleteRule: 'no action' })
  organization: Ref<Organization> | null;

  /** The organization's verified domain when a reviewer bound the offer to it; null where it had none. */
  @Property({ type: 'text', nullable: true })
  organizationDomain: string | null;

  @Property({ type: 'boolean', default: true })
  listed: boolean;

  @Enum({ items: [...labels], type: 'text', default: 'public-source' })
  label: (typeof labels)[number];

  @Property({ type: 'json', defaultRaw: `'[]'` })
  sources: OfferSource[];

  @Property({ type: 'text' })
  origin: CatalogOrigin;

  @Property({ type: 'text', nullable: true })
  originKey: string | null;

  /** When a reviewer edited it; imports leave it alone since then. */
  @Property({ type: 'datetime', nullable: true })
  editedAt: Date | null;

  @Property({ type: new BigIntType('number') })
  version: number;

  @Property({ type: 'datetime' })
  createdAt: Date;

  @Property({ type: 'datetime' })
  updatedAt: Date;

  @ManyToMany({ entity: () => CatalogTool, pivotEntity: () => OfferTool })
  tools: Collection<CatalogTool> & Opt = new Collection<CatalogTool>(this);
}

/** A tool that an offer is for. */
@Entity({ tableName: 'offer_tool' })
@Index({ name: 'offer_tool_tool', properties: ['tool'] })
export class OfferTool {
  @ManyToOne(() => CatalogOffer, { primary: true, ref: true, updateRule: 'no action', deleteRule: 'cascade' })
  offer: Ref<CatalogOffer>;

  @ManyToOne(() => CatalogTool, { primary: true, ref: true, updateRule: 'no action', deleteRule: 'cascade' })
  tool: Ref<CatalogTool>;
}
