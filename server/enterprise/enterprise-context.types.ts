import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { PlanId, ProductType } from '../accounts/index.js';
import { IdOf } from '../platform/graphql/id.edge.js';

@ObjectType({ description: 'The organization of the caller.' })
export class EnterpriseOrganization {
  @Field(() => ID, { description: 'Identifier, org_….' })
  @IdOf('org')
  id: string;

  @Field(() => String, { description: 'Name of the organization.' })
  name: string;
}

@ObjectType({ description: 'The product that answers are about.' })
export class EnterpriseProduct {
  @Field(() => String, { description: 'As events carry it.' })
  productId: string;

  @Field(() => String, { description: 'Name of the product.' })
  name: string;

  @Field(() => ProductType, { description: 'Kind of product.' })
  type: ProductType;
}

@ObjectType({ description: 'The plan as it is at this call, and the tools that it opens and lacks.' })
export class EnterprisePlan {
  @Field(() => PlanId, { description: 'free or paid.' })
  id: PlanId;

  @Field(() => [String], { description: 'Tools that the plan opens.' })
  opens: string[];

  @Field(() => [String], { description: 'Tools that it does not open.' })
  lacks: string[];
}

@ObjectType({ description: 'The key of the call.' })
export class EnterpriseKeyState {
  @Field(() => String, { description: 'Name of the key.' })
  name: string;

  @Field(() => Date, { description: 'Moment from which it is refused.' })
  expiresAt: Date;
}

@ObjectType({ description: 'Where events of the product came from, ever.' })
export class EnterpriseSource {
  @Field(() => String, { description: 'The server interface (api), an import or the relay.' })
  source: string;

  @Field(() => String, { description: 'first-party, sample, imported or relayed' })
  label: string;

  @Field(() => GraphQLSafeInt, { description: 'How many events came by it.' })
  events: number;

  @Field(() => Date, { nullable: true, description: 'When the last of them arrived.' })
  lastSeen: Date | null;
}

@ObjectType({ description: 'A range of whole numbers.' })
export class EnterpriseBounds {
  @Field(() => Int, { description: 'The smallest.' })
  min: number;

  @Field(() => Int, { description: 'The largest.' })
  max: number;
}

@ObjectType({ description: 'What a report may be asked for.' })
export class EnterpriseWindows {
  @Field(() => EnterpriseBounds, { description: 'Days that a report may cover.' })
  periodDays: EnterpriseBounds;
}

@ObjectType({ description: 'Bounds of answers.' })
export class EnterpriseLimits {
  @Field(() => Int, { description: 'Calls of one key in a minute.' })
  callsPerMinute: number;

  @Field(() => EnterpriseBounds, { description: 'How many actions may be asked for.' })
  actions: EnterpriseBounds;

  @Field(() => Int, { description: 'The longest answer of an MCP tool; a longer one is truncated and says so.' })
  answerBytes: number;
}

@ObjectType({ description: 'What an agent should know before it reads a report: answered on every plan.' })
export class EnterpriseContext {
  @Field(() => EnterpriseOrganization, { description: 'The organization of the caller.' })
  organization: EnterpriseOrganization;

  @Field(() => EnterpriseProduct, { description: 'The product that answers are about.' })
  product: EnterpriseProduct;

  @Field(() => EnterprisePlan, { description: "The organization's plan." })
  plan: EnterprisePlan;

  @Field(() => EnterpriseKeyState, { nullable: true, description: 'Null where a signed-in member reads.' })
  key: EnterpriseKeyState | null;

  @Field(() => [EnterpriseSource], { description: 'Empty while no event of the product has arrived.' })
  sources: EnterpriseSource[];

  @Field(() => EnterpriseWindows, { description: 'Windows that a report may cover.' })
  windows: EnterpriseWindows;

  @Field(() => EnterpriseLimits, { description: 'Bounds of answers.' })
  limits: EnterpriseLimits;

  @Field(() => Date, { description: 'Events recorded by then are counted.' })
  asOf: Date;

  @Field(() => [String], { description: 'What a reader has to know of the answer.' })
  notices: string[];

  @Field(() => ID, { description: 'The audit receipt of this call.' })
  @IdOf('ear')
  auditReceiptId: string;
}
