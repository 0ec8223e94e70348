import { IsBoolean, IsEnum, IsIn, IsOptional, Matches } from 'class-validator';
import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { IsPlainText } from '../../platform/constraints.js';
import type { FieldProblem } from '../../platform/fault.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { isWindowDay } from '../../platform/instant.rules.js';
import { sortsOf, TimedPageArgs } from '../../platform/paging/sorted.args.js';
import { EventFamilyName, TrackedEvent } from '../event-answer.types.js';
import { VerdictAnswer } from '../verdicts/index.js';

export enum EventOutcome {
  stored = 'stored',
  refused = 'refused',
  duplicate = 'duplicate',
  ignored = 'ignored',
}
registerEnumType(EventOutcome, {
  name: 'EventOutcome',
  description: 'The outcome of an event that was sent: an answer of invalid or conflict is refused.',
});

/** Both lists are in the order in which events were received: nothing else is quick among ten million. */
export const EVENT_SORTS = sortsOf(['receivedAt'], '-receivedAt');
const SEARCHED = 'an event name, developer or account, or a whole event id or idempotency key';
const SOURCES = ['api', 'csv_import', 'relay'];
const LABELS = ['first-party', 'sample'];
const DAY = /^\d{4}-\d{2}-\d{2}$/;

@ArgsType()
export class EventsArgs extends TimedPageArgs(EVENT_SORTS, SEARCHED, 'Received') {
  @Field(() => ID, { description: 'Organization to read of; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { nullable: true, description: 'Only events of this product.' })
  @IsOptional()
  @IsPlainText(128)
  productId?: string | null;

  @Field(() => String, { nullable: true, description: 'Only events of exactly this name.' })
  @IsOptional()
  @IsPlainText(100)
  eventName?: string | null;

  @Field(() => EventFamilyName, { nullable: true, description: 'Only events of this family.' })
  @IsOptional()
  @IsEnum(EventFamilyName)
  family?: EventFamilyName | null;

  @Field(() => String, { nullable: true, description: 'Only events of this developer.' })
  @IsOptional()
  @IsPlainText(200)
  developerId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only events of this domain, or of the account that it belongs to.',
  })
  @IsOptional()
  @IsPlainText(253)
  accountDomain?: string | null;

  @Field(() => String, { nullable: true, description: SOURCES.join(', ') })
  @IsOptional()
  @IsIn(SOURCES)
  source?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `${LABELS.join(', ')}: only events that the figures of adoption count under this label.`,
  })
  @IsOptional()
  @IsIn(LABELS)
  counted?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only events that count to this UTC day or a later one: the day on which they happened, else arrived.',
  })
  @IsOptional()
  @Matches(DAY)
  fromDay?: string | null;

  @Field(() => String, { nullable: true, description: 'Only events that count to this UTC day or an earlier one.' })
  @IsOptional()
  @Matches(DAY)
  toDay?: string | null;

  @Field(() => String, { nullable: true, description: 'Only events of this campaign.' })
  @IsOptional()
  @IsPlainText(200)
  campaignId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'With campaignId: where the campaign ran; events that say no source when absent.',
  })
  @IsOptional()
  @IsPlainText(200)
  campaignSource?: string | null;

  @Field(() => String, { nullable: true, description: 'Only calls of tools of this MCP server.' })
  @IsOptional()
  @IsPlainText(200)
  mcpServer?: string | null;

  @Field(() => String, { nullable: true, description: 'Only calls of this MCP tool.' })
  @IsOptional()
  @IsPlainText(200)
  mcpTool?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'True: only events that count for no account.' })
  @IsOptional()
  @IsBoolean()
  withoutAccount?: boolean | null;
}

@ArgsType()
export class EventLogArgs extends EventsArgs {
  @Field(() => EventOutcome, { nullable: true, description: 'Stored and refused when absent.' })
  @IsOptional()
  @IsEnum(EventOutcome)
  outcome?: EventOutcome | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only events with a problem of this code; refused events alone have one.',
  })
  @IsOptional()
  @IsPlainText(100)
  code?: string | null;

  @Field(() => ID, { nullable: true, description: 'A stored event does not tell its key: only the others are listed.' })
  @IsOptional()
  @IdOf('key')
  trackingKeyId?: string | null;
}

/** Lists the problems of the days of a list of events; they have the right form already. */
export function dayProblems({ fromDay, toDay }: Pick<EventsArgs, 'fromDay' | 'toDay'>): FieldProblem[] {
  const unreal = Object.entries({ fromDay, toDay }).filter(([, day]) => day && !isWindowDay(day));
  if (unreal.length > 0)
    return unreal.map(([name]) => ({
      pointer: `/${name}`,
      code: 'not_a_day',
      detail: `${name} is no day of the calendar`,
    }));
  return fromDay && toDay && fromDay > toDay
    ? [{ pointer: '/toDay', code: 'before_from', detail: 'toDay lies before fromDay' }]
    : [];
}

@ObjectType({
  description: 'Events page by page. A page looks at a bounded number of events: it may hold fewer than asked for.',
})
export class EventList {
  @Field(() => [TrackedEvent], { description: 'Records of this page.' })
  items: TrackedEvent[];

  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;

  @Field(() => Date, {
    nullable: true,
    description: 'How far the search came, where it stopped before the end; nextCursor continues there.',
  })
  searchedUntil: Date | null;
}

@ObjectType({
  description:
    'An event that was sent: stored, or answered otherwise. Of a refused one product, key, code, pointer and time are known.',
})
export class LoggedEvent {
  @Field(() => ID, { description: 'Identifier of the stored event, or of the answer.' })
  id: string;

  @Field(() => EventOutcome, { description: 'How it was answered.' })
  outcome: EventOutcome;

  @Field(() => Date, { description: 'When it arrived here.' })
  receivedAt: Date;

  @Field(() => String, { description: 'The product whose key sent it.' })
  productId: string;

  @Field(() => TrackedEvent, { nullable: true, description: 'The stored event; null for any other outcome.' })
  event: TrackedEvent | null;

  @Field(() => VerdictAnswer, { nullable: true, description: 'The answer to an event that was not stored by it.' })
  answer: VerdictAnswer | null;
}

@ObjectType({
  description:
    'Answers of the time that a page covers that were too many to be listed one by one; counts include them.',
})
export class DroppedAnswers {
  @Field(() => Int, { description: 'Answers of invalid or conflict.' })
  refused: number;

  @Field(() => Int, { description: 'Stored, duplicate or ignored ones; what was stored is listed as an event.' })
  others: number;
}

@ObjectType({ description: 'One page of the log.' })
export class EventLog {
  @Field(() => [LoggedEvent], { description: 'Records of this page.' })
  items: LoggedEvent[];

  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;

  @Field(() => Date, {
    nullable: true,
    description: 'How far the search came, where it stopped before the end; nextCursor continues there.',
  })
  searchedUntil: Date | null;

  @Field(() => DroppedAnswers, { description: 'Counts what the page does not list.' })
  dropped: DroppedAnswers;

  /** The question of the page: its histogram counts by the same filters. */
  question: EventLogArgs;
}
