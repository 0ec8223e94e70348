import { IsEnum, IsInt, IsOptional, Max, MaxLength, Min } from 'class-validator';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { IsText } from '../../platform/constraints.js';
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

@InputType({ description: 'Names the member whose sessions all end.' })
export class EndMemberSessionsInput {
  @Field(() => ID, { description: 'Organization to act for; the caller is an admin of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => ID, { description: 'The member.' })
  @IdOf('usr')
  userId: string;
}

/** The length of a reason in an audit log. */
const REASON_MAX = 300;

@InputType({ description: 'Asks to take a lost second factor off a member.' })
export class RequestFactorResetInput {
  @Field(() => ID, { description: 'Organization to act for; the caller is an admin of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => ID, { description: 'The member who lost the factor; not the caller.' })
  @IdOf('usr')
  userId: string;

  @Field(() => String, { nullable: true, description: 'For the other admin and the audit log.' })
  @IsOptional()
  @IsText(REASON_MAX)
  reason?: string | null;
}

@InputType({ description: 'Names a waiting reset of an organization.' })
export class DecideFactorResetInput {
  @Field(() => ID, { description: 'Organization to act for; the caller is an admin of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => ID, { description: 'The reset.' })
  @IdOf('frs')
  resetId: string;
}

@InputType({ description: "Stops a reset of the person's own factor." })
export class ObjectToFactorResetInput {
  @Field(() => ID, { description: 'The reset, from the link of the letter.' })
  @IdOf('frs')
  resetId: string;

  @Field(() => String, {
    nullable: true,
    description: "The last part of the letter's link; not needed in a session of the person.",
  })
  @IsOptional()
  @MaxLength(200)
  key?: string | null;
}

@ObjectType('FactorReset', {
  description: 'A lost second factor that two admins take off; the person has a day to object.',
})
export class FactorResetAnswer {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('frs')
  id: string;

  @Field(() => ID, { description: 'The person who lost the factor.' })
  @IdOf('usr')
  userId: string;

  @Field(() => String, { nullable: true, description: 'Why, in the words of the admin who asked.' })
  reason: string | null;

  @Field(() => ID, { description: 'The admin who asked.' })
  @IdOf('usr')
  requestedBy: string;

  @Field(() => Date, { description: 'Moment of the request.' })
  requestedAt: Date;

  @Field(() => ID, { nullable: true, description: 'The other admin, who confirmed it; null before.' })
  @IdOf('usr')
  confirmedBy: string | null;

  @Field(() => Date, { nullable: true, description: 'Moment at which it takes place; null until it is confirmed.' })
  dueAt: Date | null;
}

@ObjectType({ description: "A waiting reset of the caller's own second factor." })
export class ReceivedFactorReset {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('frs')
  id: string;

  @Field(() => String, { description: 'Organization whose admins ask.' })
  organizationName: string;

  @Field(() => Date, { description: 'Moment of the request.' })
  requestedAt: Date;

  @Field(() => Date, { nullable: true, description: 'Moment at which it takes place; null until it is confirmed.' })
  dueAt: Date | null;
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

  @Field(() => Boolean, {
    description:
      'A session of the person is open in which the provider of the organization reported several factors: it counts there in place of one.',
  })
  byProvider: boolean;

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

  @Field(() => [FactorResetAnswer], { description: 'Resets that wait, the earliest first.' })
  resets: FactorResetAnswer[];
}
