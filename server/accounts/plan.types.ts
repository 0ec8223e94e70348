import { Field, ObjectType, registerEnumType } from 'type-graphql';

export enum PlanId {
  free = 'free',
  paid = 'paid',
}
registerEnumType(PlanId, { name: 'PlanId', description: 'An operator of this service grants the paid plan.' });

@ObjectType({ description: 'The plan of an organization as it is now.' })
export class OrganizationPlan {
  @Field(() => PlanId, { description: 'free or paid.' })
  id: PlanId;

  @Field(() => Date, { description: 'When this plan began.' })
  since: Date;

  @Field(() => String, {
    nullable: true,
    description: 'The last UTC day of the paid plan (YYYY-MM-DD); null when it has no end.',
  })
  until: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'operator, where an operator of this service set the plan; null for the plan of the beginning.',
  })
  grantedBy: string | null;
}
