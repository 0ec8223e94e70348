import { IsIn, IsOptional } from 'class-validator';
import { GraphQLSafeInt } from 'graphql-scalars';
import { ArgsType, Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { IsProductId, ProductStatus } from '../../accounts/index.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import {
  AdoptionOfDay,
  AdoptionScope,
  AdoptionTotals,
  AdoptionWindow,
  UnknownFigure,
} from './company-adoption.types.js';
import { CoverageOfArea } from './product-view.types.js';

const PERIODS = [14, 30, 90];

@ArgsType()
export class CompanyHomeArgs {
  @Field(() => ID, { description: 'Organization to read of; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { nullable: true, description: 'As events carry it; all products when absent.' })
  @IsOptional()
  @IsProductId()
  productId?: string | null;

  @Field(() => Int, { defaultValue: 14, description: `${PERIODS.join(', ')} UTC days, today included.` })
  @IsIn(PERIODS)
  days: number;
}

@ObjectType({ description: 'Refused events by the code of what was first found wrong with them.' })
export class RefusedOfCode {
  @Field(() => String, { description: 'Problem that events were refused with.' })
  code: string;

  @Field(() => GraphQLSafeInt, { description: 'How many events were refused with it.' })
  refused: number;

  @Field(() => Float, {
    nullable: true,
    description: 'refused ÷ (all refused + events); null where the number of all refused is unknown.',
  })
  share: number | null;
}

@ObjectType({ description: 'A product, and what arrived of it whenever it was.' })
export class HomeProduct {
  @Field(() => String, { description: 'The product, as events carry it.' })
  productId: string;

  @Field(() => String, { description: 'Name of the product.' })
  name: string;

  @Field(() => ProductStatus, { description: 'Whether it takes events.' })
  status: ProductStatus;

  @Field(() => Int, { description: 'How many tracking keys work.' })
  liveKeys: number;

  @Field(() => Date, { nullable: true, description: 'Null before the first event.' })
  lastEventAt: Date | null;

  @Field(() => String, { nullable: true, description: 'Name of the newest event; null before the first.' })
  lastEventName: string | null;

  @Field(() => GraphQLSafeInt, { description: 'Received in the last 7 UTC days.' })
  events7d: number;
}

export enum AttentionKind {
  product_without_key = 'product_without_key',
  product_ignored = 'product_ignored',
  key_unused = 'key_unused',
  events_refused = 'events_refused',
  agent_key_ending = 'agent_key_ending',
}
registerEnumType(AttentionKind, {
  name: 'AttentionKind',
  description:
    'key_unused: a live key that sent nothing for 30 days; agent_key_ending: an agent key whose end its owners were told of.',
});

@ObjectType({ description: 'What asks for a look.' })
export class Attention {
  @Field(() => AttentionKind, { description: 'Kind of finding.' })
  kind: AttentionKind;

  @Field(() => String, { nullable: true, description: 'The product that it is about; null for none.' })
  productId: string | null;

  @Field(() => ID, { nullable: true, description: 'The key that it is about; null for none.' })
  @IdOf('key')
  trackingKeyId: string | null;

  @Field(() => String, { nullable: true, description: 'Of the product or the key.' })
  name: string | null;

  @Field(() => String, { nullable: true, description: 'Of what was wrong.' })
  code: string | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Events that were refused with the code.' })
  count: number | null;

  @Field(() => Date, { nullable: true, description: 'When the key was last used; null when it never was.' })
  lastUsedAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'When the agent key ends.' })
  expiresAt: Date | null;
}

@ObjectType({ description: 'The first page of a company: what arrives, and what changed against the period before.' })
export class CompanyHome {
  @Field(() => AdoptionScope, { description: 'The events that the figures are about.' })
  scope: AdoptionScope;

  @Field(() => AdoptionWindow, { description: 'The days that they are about.' })
  window: AdoptionWindow;

  @Field(() => Date, { description: 'Events recorded by then are counted.' })
  asOf: Date;

  @Field(() => String, { description: 'Of the events that are counted: first-party, sample, or missing without any.' })
  label: string;

  @Field(() => Boolean, { description: 'Whether any event of these products was ever stored.' })
  hasEvents: boolean;

  @Field(() => AdoptionTotals, { description: 'Figures of the whole window.' })
  totals: AdoptionTotals;

  @Field(() => AdoptionTotals, {
    nullable: true,
    description: 'Of the period before; null when nothing was sent in it.',
  })
  previous: AdoptionTotals | null;

  @Field(() => [UnknownFigure], { description: 'Shares of the totals that are null.' })
  nulls: UnknownFigure[];

  @Field(() => [AdoptionOfDay], { description: 'Figures by day.' })
  days: AdoptionOfDay[];

  @Field(() => [RefusedOfCode], {
    description: 'Most refused first. Events refused before codes were counted are missing.',
  })
  refusedByCode: RefusedOfCode[];

  @Field(() => [HomeProduct], { description: 'Products with their state.' })
  products: HomeProduct[];

  @Field(() => [CoverageOfArea], { description: 'Areas of the event catalog.' })
  coverage: CoverageOfArea[];

  @Field(() => [Attention], { description: 'Findings that need a look.' })
  attention: Attention[];
}
