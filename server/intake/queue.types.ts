import { IsIn, IsOptional } from 'class-validator';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { IsPlainText } from '../platform/constraints.js';
import { TakesOneOf } from '../platform/graphql/choices.js';
import { IdOf } from '../platform/graphql/id.edge.js';
import { PageArgs } from '../platform/paging/page.args.js';
import {
  type IntakeKindName,
  type IntakeStateName,
  intakeKinds,
  intakeStates,
  type Priority,
  priorities,
} from './intake-state.rules.js';
import { IntakeRow } from './review.types.js';
import { IntakeKind, IntakeState } from './submission.types.js';

export const queueSorts = ['risk', 'score', '-score', 'submitted', '-submitted', 'expires', 'priority'] as const;

@ArgsType()
export class IntakeQueueArgs extends PageArgs {
  @Field(() => [IntakeState], {
    nullable: true,
    description: 'Those that wait for a person, without it: draft_prepared, in_review, approved.',
  })
  @IsOptional()
  @IsIn([...intakeStates], { each: true })
  states?: IntakeStateName[] | null;

  @Field(() => IntakeKind, { nullable: true, description: 'Only submissions of this kind.' })
  @IsOptional()
  @IsIn([...intakeKinds])
  kind?: IntakeKindName | null;

  @Field(() => String, { nullable: true, description: 'high, normal or low.' })
  @IsOptional()
  @TakesOneOf(priorities)
  priority?: Priority | null;

  @Field(() => String, { nullable: true, description: 'Only submissions that triage sent this way.' })
  @IsOptional()
  @IsPlainText(40)
  route?: string | null;

  @Field(() => String, { nullable: true, description: 'usr_…, me or none.' })
  @IsOptional()
  @IsPlainText(60)
  assignee?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'true: those with a risk alone; false: those without.' })
  @IsOptional()
  risky?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Those whose contact has confirmed the address, unless false asks for the others.',
  })
  @IsOptional()
  verified?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: 'Part of an id, an organization, a domain, a contact or a title.',
  })
  @IsOptional()
  @IsPlainText(200)
  query?: string | null;

  @Field(() => String, { defaultValue: '-score', description: `One of ${queueSorts.join(', ')}.` })
  @TakesOneOf(queueSorts)
  sort: (typeof queueSorts)[number];
}

@ObjectType({ description: 'A value and how often it occurs.' })
export class IntakeCount {
  @Field(() => String, { description: 'The value, as the filter takes it.' })
  value: string;

  @Field(() => Int, { description: 'How many open submissions have it.' })
  count: number;
}

@ObjectType({ description: 'What a reviewer has in hand.' })
export class IntakeLoad {
  @Field(() => ID, { description: 'The reviewer who holds them.' })
  @IdOf('usr')
  reviewer: string;

  @Field(() => String, { description: 'Name to show.' })
  name: string;

  @Field(() => Int, { description: 'Assigned and open.' })
  assigned: number;

  @Field(() => Int, { description: 'Decided in the last thirty days.' })
  decided: number;
}

@ObjectType({ description: 'How much waits, for how long, and with whom.' })
export class IntakeSummary {
  @Field(() => Int, { description: 'Waits for a person: the number in the navigation.' })
  waiting: number;

  @Field(() => Int, { description: 'Of these assigned to the caller.' })
  mine: number;

  @Field(() => Int, { description: 'Open submissions that no reviewer holds.' })
  unassigned: number;

  @Field(() => Int, { nullable: true, description: 'Hours that the oldest waits; null when nothing does.' })
  oldestHours: number | null;

  @Field(() => Int, { description: 'Ends by itself within seven days.' })
  expiringSoon: number;

  @Field(() => [IntakeCount], { description: 'Open submissions by state.' })
  states: IntakeCount[];

  @Field(() => [IntakeCount], { description: 'Open submissions by kind.' })
  kinds: IntakeCount[];

  @Field(() => [IntakeLoad], { description: 'Open submissions by reviewer.' })
  team: IntakeLoad[];

  @Field(() => Int, {
    nullable: true,
    description: 'Median hours from submission to decision in the last thirty days.',
  })
  medianHoursToDecision: number | null;

  @Field(() => Int, { description: 'How many decisions the figures are made of.' })
  decisions: number;
}

@ObjectType({ description: 'One page of the review queue.' })
export class IntakeQueue {
  @Field(() => [IntakeRow], { description: 'Submissions of this page.' })
  items: IntakeRow[];

  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;

  @Field(() => Int, { description: 'How many submissions match.' })
  total: number;

  @Field(() => IntakeSummary, { description: 'Figures of the whole queue.' })
  summary: IntakeSummary;
}
