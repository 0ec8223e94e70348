import {
  ArrayMinSize,
  ArrayUnique,
  IsEnum,
  IsInt,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { ArgsType, Field, Float, InputType, Int, ObjectType } from 'type-graphql';
import { IsText } from '../../platform/constraints.js';
import type { FieldProblem } from '../../platform/fault.js';
import { HasItemsAtMost } from '../../platform/graphql/items.js';
import { EventFamilyName, eventNamePattern, lengthMax } from '../../tracking/index.js';
import { AdoptionWindow } from './company-adoption.types.js';
import { CompanyWindowArgs } from './company-view.types.js';

const STEPS_MIN = 2;
const STEPS_MAX = 6;
const DAYS_MAX = 90;
const LABEL_MAX = 200;
const ACCOUNT_MAX = 253;
/** Names of events that are offered as steps. */
export const NAMES_MAX = 100;

@InputType({ description: 'The events that take a step of a funnel: those of a family, or those of a name.' })
export class FunnelStepInput {
  @Field(() => EventFamilyName, { nullable: true, description: 'Family of the events; absent beside a name.' })
  @IsOptional()
  @IsEnum(EventFamilyName)
  family?: EventFamilyName | null;

  @Field(() => String, {
    nullable: true,
    description: 'The event_name as it is sent, whatever its family; absent beside a family.',
  })
  @IsOptional()
  @MaxLength(lengthMax.eventName)
  @Matches(new RegExp(eventNamePattern))
  eventName?: string | null;
}

@ArgsType()
export class CompanyFunnelArgs extends CompanyWindowArgs {
  @Field(() => [FunnelStepInput], {
    description: `The steps in their order, ${STEPS_MIN} to ${STEPS_MAX} different ones; each is a family or the name of an event.`,
  })
  @ArrayMinSize(STEPS_MIN)
  @HasItemsAtMost(STEPS_MAX)
  @ArrayUnique((step: FunnelStepInput) => JSON.stringify([step.family ?? null, step.eventName ?? null]))
  @ValidateNested({ each: true })
  steps: FunnelStepInput[];

  @Field(() => Int, {
    defaultValue: 30,
    description: `1 to ${DAYS_MAX}: later steps count until so many times 24 hours after the first one, also beyond the window.`,
  })
  @IsInt()
  @Min(1)
  @Max(DAYS_MAX)
  withinDays: number;

  @Field(() => String, {
    nullable: true,
    description: 'Only developers whose first step is an event of this campaign.',
  })
  @IsOptional()
  @IsText(LABEL_MAX)
  campaignId?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Where the campaign ran: with campaignId it names one campaign, whose events say no source when absent.',
  })
  @IsOptional()
  @IsText(LABEL_MAX)
  campaignSource?: string | null;

  @Field(() => String, { nullable: true, description: 'Only events of this account.' })
  @IsOptional()
  @IsText(ACCOUNT_MAX)
  accountDomain?: string | null;
}

/** A step is of a family or of a name: one of them, and not both. */
export const stepProblems = ({ steps }: Pick<CompanyFunnelArgs, 'steps'>): FieldProblem[] =>
  steps.flatMap(({ family, eventName }, index) => {
    if (family && eventName)
      return [
        {
          pointer: `/steps/${index}/eventName`,
          code: 'conflict',
          detail: 'family and eventName cannot be combined in a step',
        },
      ];
    if (family || eventName) return [];
    return [{ pointer: `/steps/${index}`, code: 'required', detail: 'a step needs family or eventName' }];
  });

@ObjectType({ description: 'A developer who took a step and none after it.' })
export class StoppedDeveloper {
  @Field(() => String, { description: 'The developer, as events carry it.' })
  developerId: string;

  @Field(() => Date, { description: 'Moment of the step.' })
  at: Date;
}

@ObjectType({ description: 'One step of an ordered funnel.' })
export class JourneyStep {
  @Field(() => EventFamilyName, { nullable: true, description: 'The family of its events; null for a step of a name.' })
  family: EventFamilyName | null;

  @Field(() => String, { nullable: true, description: 'The name of its events; null for a step of a family.' })
  eventName: string | null;

  @Field(() => Int, { description: 'Developers who took this step and all before it, in order and in time.' })
  developers: number;

  @Field(() => Float, { nullable: true, description: 'Their part of those who took the first step; null without any.' })
  share: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Their part of those who took the step before; null for the first step, and where no one did.',
  })
  shareOfBefore: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Median time since the step before, in seconds; null for the first step, and where no one took it.',
  })
  medianSeconds: number | null;

  @Field(() => [StoppedDeveloper], {
    description: 'Up to 25 developers who took this step and not the next, the latest first; empty for the last step.',
  })
  stopped: StoppedDeveloper[];
}

@ObjectType({ description: 'How many developers take the steps of a funnel in their order.' })
export class CompanyFunnel {
  @Field(() => AdoptionWindow, { description: 'The days on which the first step was taken.' })
  window: AdoptionWindow;

  @Field(() => Date, { description: 'Events recorded by then are counted.' })
  asOf: Date;

  @Field(() => String, { description: 'first-party, sample, or missing without an event that counts.' })
  label: string;

  @Field(() => Int, { description: 'Later steps count until so many times 24 hours after the first one.' })
  withinDays: number;

  @Field(() => [JourneyStep], { description: 'The steps in their order.' })
  steps: JourneyStep[];

  @Field(() => Int, { description: 'Developers who have not taken the last step and still have time for it.' })
  open: number;

  @Field(() => [String], {
    description: `Names of events from the company’s own servers that arrived on days of the window, the most frequent first, at most ${NAMES_MAX}: a step may be one of them.`,
  })
  eventNames: string[];
}

@ArgsType()
export class CompanyLifecycleArgs extends CompanyWindowArgs {}

@ObjectType({ description: 'Developers of one ISO week (UTC), by whether they were there before.' })
export class LifecycleWeek {
  @Field(() => String, { description: 'Such as 2026-W45.' })
  week: string;

  @Field(() => String, { description: 'Its Monday, YYYY-MM-DD.' })
  monday: string;

  @Field(() => Boolean, { description: 'False while the week has not ended by the last day of the window.' })
  ended: boolean;

  @Field(() => Int, { description: 'Developers with an event in the week: the next three together.' })
  active: number;

  @Field(() => Int, { description: 'Those with none in any week before.' })
  fresh: number;

  @Field(() => Int, { description: 'Those with an event in the week before.' })
  returning: number;

  @Field(() => Int, { description: 'Those with none in the week before and one in an earlier one.' })
  resurrected: number;

  @Field(() => Int, {
    nullable: true,
    description: 'Developers of the week before with none in this one; null while it goes on.',
  })
  dormant: number | null;
}

@ObjectType({ description: 'Developers who were there on a day, and in the days that it ends.' })
export class ActiveOfDay {
  @Field(() => String, { description: 'YYYY-MM-DD.' })
  day: string;

  @Field(() => Int, { description: 'On the day.' })
  daily: number;

  @Field(() => Int, { description: 'In the 7 days that it ends.' })
  weekly: number;

  @Field(() => Int, { description: 'In the 28 days that it ends.' })
  monthly: number;
}

@ObjectType({ description: 'How long new developers took from their first event to their activation.' })
export class TimeToActivation {
  @Field(() => Int, { description: 'New developers of the window.' })
  developers: number;

  @Field(() => Int, { description: 'Those of them who have activated by asOf.' })
  activated: number;

  @Field(() => Float, { nullable: true, description: 'Median time of those, in seconds; null without one.' })
  medianSeconds: number | null;

  @Field(() => Int, { description: 'Activated less than an hour after their first event.' })
  withinHour: number;

  @Field(() => Int, { description: 'Activated less than 24 hours after it, those of the first hour among them.' })
  withinDay: number;

  @Field(() => Int, { description: 'Activated less than 7 × 24 hours after it, those of the first day among them.' })
  withinWeek: number;
}

@ObjectType({ description: 'Who comes, stays, leaves and comes again.' })
export class CompanyLifecycle {
  @Field(() => AdoptionWindow, { description: 'The days that it is about.' })
  window: AdoptionWindow;

  @Field(() => Date, { description: 'Events recorded by then are counted.' })
  asOf: Date;

  @Field(() => String, { description: 'first-party, sample, or missing without an event that counts.' })
  label: string;

  @Field(() => [LifecycleWeek], { description: 'The ISO weeks with a day of the window, the oldest first.' })
  weeks: LifecycleWeek[];

  @Field(() => [ActiveOfDay], { description: 'The days of the window that have begun.' })
  days: ActiveOfDay[];

  @Field(() => TimeToActivation, { description: 'Of the developers who are new in the window.' })
  activation: TimeToActivation;
}
