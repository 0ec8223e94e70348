import { BigIntType, DecimalType, type Ref } from '@mikro-orm/core';
import { Check, Entity, Enum, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { Organization } from '../accounts/index.js';
import {
  type CatalogOrigin,
  CatalogTool,
  type OfferClaimWay,
  type OfferEligibility,
  type OfferKind,
  type OfferLabel,
  type OfferSource,
  offerClaims,
  offerKinds,
  offerLabels,
  type VendorStatement,
} from '../directory/index.js';
import { enumOf } from '../platform/graphql/choices.js';

export const OfferKinds = enumOf('OfferKind', offerKinds, 'What the taker of an offer gets.');
enumOf('OfferClaimWay', offerClaims, 'Where an offer is taken: here, or at its provider.');

/** The facts of an offer that have one form in its table and in public answers; they are declared here alone. */
@ObjectType({ description: 'Texts of an offer.' })
export abstract class StoredOffer {
  @Field(() => String, { description: 'Short name in addresses.' })
  @Property({ type: 'text', unique: true })
  slug: string;

  @Field(() => String, { description: 'Heading of the offer.' })
  @Property({ type: 'text' })
  title: string;

  @Field(() => String, { description: 'One or two sentences, in our own words.' })
  @Property({ type: 'text' })
  summary: string;

  @Field(() => OfferKinds, { description: 'What its taker gets.' })
  @Enum({ items: [...offerKinds], type: 'text' })
  kind: OfferKind;

  @Field(() => String, { description: 'native (claimed here, in a session) or provider_link (taken at the provider).' })
  @Enum({ items: [...offerClaims], type: 'text' })
  claim: OfferClaimWay;

  @Field(() => String, { nullable: true, description: 'Page with the terms.' })
  @Property({ type: 'text', nullable: true })
  termsUrl: string | null;

  @Field(() => Date, { nullable: true, description: 'When its source was read last.' })
  @Property({ type: 'datetime', nullable: true })
  lastReadAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'When the provider itself confirmed it last.' })
  @Property({ type: 'datetime', nullable: true })
  lastConfirmedAt: Date | null;

  /** The end of its last day, UTC. */
  @Field(() => Date, { nullable: true, description: 'When it ends, if its source states it.' })
  @Property({ type: 'datetime', nullable: true })
  endsAt: Date | null;

  @Field(() => String, { description: 'first-party, public-source, sample or missing.' })
  @Enum({ items: [...offerLabels], type: 'text', default: 'public-source' })
  label: OfferLabel;
}

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
export class CatalogOffer extends StoredOffer {
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @Property({ type: 'text', nullable: true })
  vendorName: string | null;

  @Property({ type: 'text', nullable: true })
  vendorDomain: string | null;

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

  @Property({ type: 'text', nullable: true })
  url: string | null;

  @Property({ type: 'json' })
  eligibility: OfferEligibility;

  /** The vendor's organization, which decides on claims. */
  @ManyToOne(() => Organization, { ref: true, nullable: true, deleteRule: 'no action' })
  organization: Ref<Organization> | null;

  /** The organization's verified domain when a reviewer bound the offer to it; null where it had none. */
  @Property({ type: 'text', nullable: true })
  organizationDomain: string | null;

  @Property({ type: 'boolean', default: true })
  listed: boolean;

  @Property({ type: 'json', defaultRaw: `'[]'` })
  sources: OfferSource[];

  @Property({ type: 'json', defaultRaw: `'[]'` })
  statements: readonly VendorStatement[];

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
