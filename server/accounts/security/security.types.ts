import { IsEnum, IsInt, IsOptional, Max, Min } from 'class-validator';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { EnforcedFor } from '../factor.entity.js';
import { MemberRole } from '../member.entity.js';

/** Longer than any rollout of ours; a policy that never begins protects no one. */
const GRACE_DAYS_MAX = 90;

@InputType({ description: 'Of whom an organization requires a second factor, and from when.' })
export class SetSecondFactorPolicyInput {
  @Field(() => ID, { description: 'Organization to act for; the caller is an owner of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => EnforcedFor, { description: 'The members of whom it is required.' })
  @IsEnum(EnforcedFor)
  enforcedFor: EnforcedFor;

  @Field(() => Int, {
    nullable: true,
    description: `Days in which people can set one up while everything stays open to them: 0 to ${GRACE_DAYS_MAX}; 0 when absent.`,
  })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(GRACE_DAYS_MAX)
  graceDays?: number | null;
}

@ObjectType('SecondFactorPolicy', { description: 'Of whom an organization requires a second factor.' })
export class SecondFactorPolicyAnswer {
  @Field(() => EnforcedFor, { description: 'The members of whom it is required.' })
  enforcedFor: EnforcedFor;

  @Field(() => Int, { description: 'Days of grace, from the change of the policy or from joining.' })
  graceDays: number;

  @Field(() => Date, { nullable: true, description: 'Moment of its last change; null before the first.' })
  since: Date | null;
}

@ObjectType({ description: 'A member of an organization, as its security page shows them.' })
export class MemberSecurity {
  @Field(() => ID, { description: 'The person.' })
  @IdOf('usr')
  userId: string;

  @Field(() => String, { description: 'Shown to other members.' })
  name: string;

  @Field(() => String, { description: 'Sign-in address.' })
  email: string;

  @Field(() => MemberRole, { description: 'Rights in the organization.' })
  role: MemberRole;

  @Field(() => Boolean, { description: 'Whether the person has a second factor.' })
  enrolled: boolean;

  @Field(() => Date, {
    nullable: true,
    description: 'Moment from which nothing else is open to the person without one; null when none is required.',
  })
  requiredFrom: Date | null;
}

@ObjectType({ description: 'How the people of an organization sign in.' })
export class OrganizationSecurity {
  @Field(() => SecondFactorPolicyAnswer, { description: 'Of whom a second factor is required.' })
  policy: SecondFactorPolicyAnswer;

  @Field(() => [MemberSecurity], {
    description: 'Members with their second factors, in the order in which they joined.',
  })
  members: MemberSecurity[];
}
