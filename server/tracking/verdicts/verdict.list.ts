import { IsEnum, IsOptional, MaxLength } from 'class-validator';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { MemberRole, requireMember } from '../../accounts/index.js';
import { IsId } from '../../platform/constraints.js';
import { publicId, uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { PageArgs } from '../../platform/paging/page.args.js';
import { keyOfCursor, pageOf } from '../../platform/paging/page.js';
import { FieldNote, VerdictStatus } from '../event-answer.types.js';
import { UUID_KEY } from '../ingest/index.js';
import { productUuidOf } from '../product.query.js';

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

@ObjectType({ description: 'One answer to an event that was sent: redacted, stored for 7 days.' })
export class Verdict {
  @Field(() => ID)
  id: string;

  @Field(() => Date)
  at: Date;

  @Field(() => VerdictStatus)
  status: VerdictStatus;

  @Field(() => String, { description: 'track or batch' })
  door: string;

  @Field(() => ID)
  trackingKeyId: string;

  @Field(() => String)
  keyHint: string;

  @Field(() => String)
  productId: string;

  @Field(() => String, { nullable: true })
  eventName: string | null;

  @Field(() => ID, { nullable: true })
  eventId: string | null;

  @Field(() => String, { nullable: true })
  idempotencyKey: string | null;

  @Field(() => String)
  requestId: string;

  @Field(() => [FieldNote])
  errors: FieldNote[];

  @Field(() => [FieldNote])
  warnings: FieldNote[];
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

interface Row {
  id: string;
  at: Date;
  status: VerdictStatus;
  door: string;
  credential_id: string;
  hint: string;
  product_id: string;
  event_name: string | null;
  event_id: string | null;
  idempotency_key: string | null;
  request_id: string;
  problems: FieldNote[];
  warnings: FieldNote[];
  dropped: number;
}

/** The last verdicts of the organization's keys, refused ones included, newest first. */
export const listVerdicts = operation(
  { name: 'verdicts', who: ['session'], limit: 'workflow' },
  async (ctx, args: VerdictsArgs): Promise<VerdictList> => {
    await requireMember(ctx, args.organizationId, MemberRole.member);
    const conditions = ['v.organization_id = ?'];
    const values: unknown[] = [uuidOf('org', args.organizationId)];
    const add = (condition: string, value: unknown): void => {
      conditions.push(condition);
      values.push(value);
    };
    const before = keyOfCursor(args.cursor, UUID_KEY);
    if (before) add('v.id < ?', before);
    if (args.status) add('v.status = ?', args.status);
    if (args.trackingKeyId) add('v.credential_id = ?', uuidOf('key', args.trackingKeyId));
    if (args.productId) add('v.product_uuid = ?', await productUuidOf(ctx.em, args.organizationId, args.productId));
    const rows = await ctx.em.execute<Row[]>(
      `select v.*, c.hint, p.product_id from tracking_verdict v
       join product p on p.organization_id = v.organization_id and p.id = v.product_uuid
       join credential c on c.id = v.credential_id
       where ${conditions.join(' and ')} order by v.id desc limit ?`,
      [...values, args.limit + 1],
    );
    const page = pageOf(rows, args.limit, ({ id }) => id);
    return {
      items: page.items.map(verdictOf),
      nextCursor: page.nextCursor,
      dropped: page.items.reduce((sum, { dropped }) => sum + dropped, 0),
    };
  },
);

const verdictOf = (row: Row): Verdict => ({
  id: publicId('vrd', row.id),
  at: new Date(row.at),
  status: row.status,
  door: row.door,
  trackingKeyId: publicId('key', row.credential_id),
  keyHint: row.hint,
  productId: row.product_id,
  eventName: row.event_name,
  eventId: row.event_id && publicId('evt', row.event_id),
  idempotencyKey: row.idempotency_key,
  requestId: row.request_id,
  errors: row.problems,
  warnings: row.warnings,
});
