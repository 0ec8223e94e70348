import { IsEnum, IsOptional, MaxLength } from 'class-validator';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { MemberRole, requireMember } from '../../accounts/index.js';
import { IsId, IsPlainText } from '../../platform/constraints.js';
import { timeOfUuid, uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { sortsOf, TimedPageArgs } from '../../platform/paging/sorted.args.js';
import { VerdictStatus } from '../event-answer.types.js';
import { placeInTime } from '../id-order.scan.js';
import { productUuidOf } from '../product.query.js';
import { Verdict } from './verdict.entity.js';
import { readDropped, scanVerdicts } from './verdict.query.js';

const VERDICT_SORTS = sortsOf(['at'], '-at');

@ArgsType()
export class VerdictsArgs extends TimedPageArgs(
  VERDICT_SORTS,
  'a code, pointer, request id or event name',
  'Answered',
) {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(128)
  productId?: string | null;

  @Field(() => ID, { nullable: true })
  @IsOptional()
  @IsId('key')
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

@ObjectType()
export class VerdictList {
  @Field(() => [Verdict])
  items: Verdict[];

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

/** The last verdicts of the organization's keys, refused ones included, newest first. */
export const listVerdicts = operation(
  { name: 'verdicts', who: ['session'], limit: 'workflow' },
  async function verdicts(ctx, args: VerdictsArgs): Promise<VerdictList> {
    await requireMember(ctx, args.organizationId, MemberRole.member);
    const { organizationId, productId, trackingKeyId, status, since, until, code, q } = args;
    const { place, cursorAt } = placeInTime('verdicts', VERDICT_SORTS, args);
    const productUuid = productId ? await productUuidOf(ctx.em, organizationId, productId) : null;
    const sender = { organizationId, productUuid, trackingKeyId, since, until };
    const { rows, reached } = await scanVerdicts(ctx.em, { ...sender, code, q }, status ? [status] : [], place);
    const items = rows.slice(0, args.limit);
    const next = rows.length > args.limit ? uuidOf('vrd', items.at(-1)?.id ?? '') : reached;
    const { refused, others } = await readDropped(ctx.em, sender, { ...place, to: next });
    return {
      items,
      nextCursor: next === null ? null : cursorAt(next),
      searchedUntil: reached === null ? null : timeOfUuid(reached),
      dropped: refused + others,
      droppedRefused: refused,
    };
  },
);
