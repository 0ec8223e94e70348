import { IsEnum, IsOptional } from 'class-validator';
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
  @Field(() => ID, { description: 'Organization to read of; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { nullable: true, description: 'Only answers to keys of this product.' })
  @IsOptional()
  @IsPlainText(128)
  productId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only answers to this key.' })
  @IsOptional()
  @IdOf('key')
  trackingKeyId?: string | null;

  @Field(() => VerdictStatus, { nullable: true, description: 'Only answers of this kind.' })
  @IsOptional()
  @IsEnum(VerdictStatus)
  status?: VerdictStatus | null;

  @Field(() => String, { nullable: true, description: 'Only answers with a problem of this code.' })
  @IsOptional()
  @IsPlainText(100)
  code?: string | null;
}

/** A verdict with the names of its key and its product. */
@ObjectType('Verdict', { description: 'One answer to an event that was sent: redacted, stored for 7 days.' })
export class VerdictAnswer {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('vrd')
  id: string;

  @Field(() => ID, { description: 'The key that sent it.' })
  @IdOf('key')
  trackingKeyId: string;

  @Field(() => String, { description: 'The part of the key that lists show.' })
  keyHint: string;

  @Field(() => String, { description: "The company's own id of the key's product." })
  productId: string;

  @Field(() => Date, { description: 'Moment of the answer.' })
  at: Date;

  @Field(() => VerdictStatus, { description: 'How the event was answered.' })
  status: VerdictStatus;

  @Field(() => String, { description: 'The path that it was sent to: track or batch.' })
  @IsOneOf(['track', 'batch'])
  door: string;

  @Field(() => String, { nullable: true, description: 'Of a refused event a name of the catalog alone, else null.' })
  eventName: string | null;

  @Field(() => ID, { nullable: true, description: 'The stored event that it refers to.' })
  @IdOf('evt')
  eventId: string | null;

  @Field(() => String, { nullable: true, description: 'Null for a refused event.' })
  idempotencyKey: string | null;

  @Field(() => String, { description: 'Identifier of the call, as in the header X-Request-Id.' })
  requestId: string;

  @Field(() => [FieldNote], { description: 'Why it was refused.' })
  errors: readonly FieldNote[];

  @Field(() => [FieldNote], { description: 'Remarks on an event that was not refused.' })
  warnings: readonly FieldNote[];
}

@ObjectType({ description: 'One page of answers.' })
export class VerdictList {
  @Field(() => [VerdictAnswer], { description: 'Records of this page.' })
  items: VerdictAnswer[];

  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
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
