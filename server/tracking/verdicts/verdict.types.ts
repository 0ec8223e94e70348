import { IsEnum, IsOptional, MaxLength } from 'class-validator';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { IsPlainText } from '../../platform/constraints.js';
import { IsOneOf } from '../../platform/graphql/choices.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { sortsOf, TimedPageArgs } from '../../platform/paging/sorted.args.js';
import { FieldNote, VerdictStatus } from '../event-answer.types.js';

export const VERDICT_SORTS = sortsOf(['at'], '-at');

@ArgsType()
export class VerdictsArgs extends TimedPageArgs(
  VERDICT_SORTS,
  'a code, pointer, request id or event name',
  'Answered',
) {
  @Field(() => ID)
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(128)
  productId?: string | null;

  @Field(() => ID, { nullable: true })
  @IsOptional()
  @IdOf('key')
  trackingKeyId?: string | null;

  @Field(() => VerdictStatus, { nullable: true })
  @IsOptional()
  @IsEnum(VerdictStatus)
  status?: VerdictStatus | null;

  @Field(() => String, { nullable: true, description: 'Of what was wrong.' })
  @IsOptional()
  @IsPlainText(100)
  code?: string | null;
}

/** A verdict with the names of its key and its product. */
@ObjectType('Verdict', { description: 'One answer to an event that was sent: redacted, stored for 7 days.' })
export class VerdictAnswer {
  @Field(() => ID)
  @IdOf('vrd')
  id: string;

  @Field(() => ID)
  @IdOf('key')
  trackingKeyId: string;

  @Field(() => String)
  keyHint: string;

  @Field(() => String)
  productId: string;

  @Field(() => Date)
  at: Date;

  @Field(() => VerdictStatus)
  status: VerdictStatus;

  @Field(() => String, { description: 'The path that it was sent to.' })
  @IsOneOf(['track', 'batch'])
  door: string;

  @Field(() => String, { nullable: true })
  eventName: string | null;

  @Field(() => ID, { nullable: true })
  @IdOf('evt')
  eventId: string | null;

  @Field(() => String, { nullable: true })
  idempotencyKey: string | null;

  @Field(() => String)
  requestId: string;

  @Field(() => [FieldNote])
  errors: readonly FieldNote[];

  @Field(() => [FieldNote])
  warnings: readonly FieldNote[];
}

@ObjectType()
export class VerdictList {
  @Field(() => [VerdictAnswer])
  items: VerdictAnswer[];

  @Field(() => String, { nullable: true })
  nextCursor: string | null;

  @Field(() => Date, {
    nullable: true,
    description: 'How far the search came, where it stopped before the end; nextCursor continues there.',
  })
  searchedUntil: Date | null;

  @Field(() => Int, {
    description:
      'How many more answers to these products and keys were dropped in the time that the page covers, whatever their status: too many arrived in one second.',
  })
  dropped: number;

  @Field(() => Int, { description: 'How many of them were refused. Counts of refused events include them.' })
  droppedRefused: number;
}
