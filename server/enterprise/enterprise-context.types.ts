import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { PlanId, ProductType } from '../accounts/index.js';
import { IdOf } from '../platform/graphql/id.edge.js';

@ObjectType()
export class EnterpriseOrganization {
  @Field(() => ID)
  @IdOf('org')
  id: string;

  @Field(() => String)
  name: string;
}

@ObjectType()
export class EnterpriseProduct {
  @Field(() => String, { description: 'As events carry it.' })
  productId: string;

  @Field(() => String)
  name: string;

  @Field(() => ProductType)
  type: ProductType;
}

@ObjectType({ description: 'The plan as it is at this call, and the tools that it opens and lacks.' })
export class EnterprisePlan {
  @Field(() => PlanId)
  id: PlanId;

  @Field(() => [String])
  opens: string[];

  @Field(() => [String])
  lacks: string[];
}

@ObjectType()
export class EnterpriseKeyState {
  @Field(() => String)
  name: string;

  @Field(() => Date)
  expiresAt: Date;
}

@ObjectType({ description: 'Where events of the product came from, ever.' })
export class EnterpriseSource {
  @Field(() => String, { description: 'The server interface (api), an import or the relay.' })
  source: string;

  @Field(() => String, { description: 'first-party, sample, imported or relayed' })
  label: string;

  @Field(() => GraphQLSafeInt)
  events: number;

  @Field(() => Date, { nullable: true, description: 'When the last of them arrived.' })
  lastSeen: Date | null;
}

@ObjectType()
export class EnterpriseBounds {
  @Field(() => Int)
  min: number;

  @Field(() => Int)
  max: number;
}

@ObjectType({ description: 'What a report may be asked for.' })
export class EnterpriseWindows {
  @Field(() => EnterpriseBounds)
  periodDays: EnterpriseBounds;
}

@ObjectType()
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
  @Field(() => EnterpriseOrganization)
  organization: EnterpriseOrganization;

  @Field(() => EnterpriseProduct)
  product: EnterpriseProduct;

  @Field(() => EnterprisePlan)
  plan: EnterprisePlan;

  @Field(() => EnterpriseKeyState, { nullable: true, description: 'Null where a signed-in member reads.' })
  key: EnterpriseKeyState | null;

  @Field(() => [EnterpriseSource], { description: 'Empty while no event of the product has arrived.' })
  sources: EnterpriseSource[];

  @Field(() => EnterpriseWindows)
  windows: EnterpriseWindows;

  @Field(() => EnterpriseLimits)
  limits: EnterpriseLimits;

  @Field(() => Date)
  asOf: Date;

  @Field(() => [String])
  notices: string[];

  @Field(() => ID)
  @IdOf('ear')
  auditReceiptId: string;
}
