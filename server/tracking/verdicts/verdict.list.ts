import { IsEnum, IsOptional, MaxLength } from 'class-validator';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { MemberRole, requireMember } from '../../accounts/index.js';
import { IsId } from '../../platform/constraints.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { PageArgs } from '../../platform/paging/page.args.js';
import { keyOfCursor, pageOf } from '../../platform/paging/page.js';
import { VerdictStatus } from '../event-answer.types.js';
import { UUID_KEY } from '../ingest/index.js';
import { productUuidOf } from '../product.query.js';
import { Verdict } from './verdict.entity.js';

@ArgsType()
export class VerdictsArgs extends PageArgs {
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
}

@ObjectType()
export class VerdictList {
  @Field(() => [Verdict])
  items: Verdict[];

  @Field(() => String, { nullable: true })
  nextCursor: string | null;

  @Field(() => Int, {
    description: 'How many more verdicts were dropped, because too many arrived in one second.',
  })
  dropped: number;
}

/** The last verdicts of the organization's keys, refused ones included, newest first. */
export const listVerdicts = operation(
  { name: 'verdicts', who: ['session'], limit: 'workflow' },
  async (ctx, args: VerdictsArgs): Promise<VerdictList> => {
    await requireMember(ctx, args.organizationId, MemberRole.member);
    const { organizationId, status, trackingKeyId } = args;
    const before = keyOfCursor(args.cursor, UUID_KEY);
    const rows = await ctx.em.find(
      Verdict,
      {
        organizationId,
        ...(before ? { id: { $lt: before } } : {}),
        ...(status ? { status } : {}),
        ...(trackingKeyId ? { credential: uuidOf('key', trackingKeyId) } : {}),
        ...(args.productId ? { productUuid: await productUuidOf(ctx.em, organizationId, args.productId) } : {}),
      },
      { populate: ['credential', 'product'], orderBy: { id: 'desc' }, limit: args.limit + 1, disableIdentityMap: true },
    );
    const page = pageOf(rows, args.limit, ({ id }) => uuidOf('vrd', id) ?? '');
    return { ...page, dropped: page.items.reduce((sum, { dropped }) => sum + dropped, 0) };
  },
);
