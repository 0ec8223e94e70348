import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Enum, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Organization, Product } from '../accounts/index.js';
import { joinedOn } from '../platform/database/relation.js';
import type { Joined } from '../platform/row.types.js';
import { CatalogTool } from './tool.entity.js';
import { type LinkKind, linkKinds } from './vocabulary.types.js';

/** A link of a tool or an offer that counts its openings. A link that is switched off leads nowhere and keeps its count. */
@Entity({ tableName: 'tracked_link' })
@Check({ name: 'tracked_link_check', expression: '(tool_id is null) <> (offer_id is null)' })
@Index({
  name: 'tracked_link_tool',
  expression: 'create unique index tracked_link_tool on tracked_link (tool_id, kind) where tool_id is not null',
})
@Index({
  name: 'tracked_link_offer',
  expression: 'create unique index tracked_link_offer on tracked_link (offer_id, kind) where offer_id is not null',
})
export class TrackedLink {
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @ManyToOne(() => CatalogTool, { ref: true, nullable: true, deleteRule: 'cascade' })
  tool: (Ref<CatalogTool> & Opt) | null;

  /** The offers domain is above this one, which knows only the id of an offer. */
  @Property({ type: 'uuid', nullable: true })
  offerId: (string & Opt) | null;

  @Enum({ items: [...linkKinds], type: 'text' })
  kind: LinkKind;

  @Property({ type: 'text' })
  url: string;

  @Property({ type: 'boolean', default: true })
  active: boolean & Opt;

  @Property({ type: 'datetime' })
  createdAt: Date;
}

/** One anonymous opening of a link: no developer, no address and no tenant. */
@Entity({ tableName: 'intent_event' })
@Index({ name: 'intent_event_link', properties: ['link', 'receivedAt'] })
export class IntentEvent {
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @ManyToOne(() => TrackedLink, { ref: true, deleteRule: 'cascade' })
  link: Ref<TrackedLink>;

  @Property({ type: 'text' })
  eventName: string;

  @Enum({ items: ['intent'], type: 'text' })
  eventFamily: 'intent';

  @Property({ type: 'datetime' })
  receivedAt: Date;
}

/** An approved link between a company's product and a tool of the directory. */
@Entity({ tableName: 'product_tool' })
@Index({
  name: 'product_tool_linked',
  expression: 'create index product_tool_linked on product_tool (tool_id) where unlinked_at is null',
})
export class ProductTool {
  @ManyToOne(() => Organization, { primary: true, ref: true, createForeignKeyConstraint: false })
  organization: Ref<Organization>;

  @PrimaryKey({ type: 'uuid' })
  productUuid: string;

  @ManyToOne(() => Product, joinedOn('organization_id', 'product_uuid'))
  product: Joined<Product>;

  @ManyToOne(() => CatalogTool, { primary: true, ref: true })
  tool: Ref<CatalogTool>;

  @Property({ type: 'datetime' })
  linkedAt: Date;

  @Property({ type: 'uuid' })
  linkedBy: string;

  @Property({ type: 'datetime', nullable: true })
  unlinkedAt: (Date & Opt) | null;

  /** The verified domain that a person saw when they approved the link. */
  @Property({ type: 'text', nullable: true })
  domain: string | null;
}
