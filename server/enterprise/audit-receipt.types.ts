import { IsIn, IsOptional, Matches } from 'class-validator';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { IsProductId } from '../accounts/index.js';
import { IsOneOf } from '../platform/graphql/choices.js';
import { IdOf } from '../platform/graphql/id.edge.js';
import { PageArgs } from '../platform/paging/page.args.js';
import { ENTERPRISE_TOOLS } from './enterprise.types.js';

@ArgsType()
export class EnterpriseAuditReceiptsArgs extends PageArgs {
  @Field(() => ID, { description: 'Organization to read of; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { nullable: true, description: `Only reads of one tool: ${ENTERPRISE_TOOLS.join(', ')}.` })
  @IsOptional()
  @IsIn(ENTERPRISE_TOOLS)
  tool?: string | null;

  @Field(() => String, { nullable: true, description: 'Only those that ended so: answered, or the code of a refusal.' })
  @IsOptional()
  @Matches(/^(answered|[A-Z_]{1,40})$/, { message: 'must be answered or the code of a problem' })
  outcome?: string | null;

  @Field(() => String, { nullable: true, description: 'Only those about one product, by the id that events carry.' })
  @IsOptional()
  @IsProductId()
  productId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only those of one agent key.' })
  @IsOptional()
  @IdOf('key')
  keyId?: string | null;
}

@ObjectType({ description: 'Closed UTC days.' })
export class EnterpriseReceiptWindow {
  @Field(() => String, { description: 'First UTC day.' })
  from: string;

  @Field(() => String, { description: 'Last UTC day.' })
  to: string;

  @Field(() => Int, { description: 'How many days it has.' })
  days: number;
}

@ObjectType({ description: 'One enterprise read or the refusal of one.' })
export class EnterpriseAuditReceipt {
  @Field(() => ID, { description: 'Identifier, ear_….' })
  @IdOf('ear')
  id: string;

  @Field(() => String, { description: 'The tool that was called.' })
  @IsOneOf(ENTERPRISE_TOOLS)
  tool: string;

  @Field(() => ID, { nullable: true, description: 'The agent key; null where a signed-in member read.' })
  @IdOf('key')
  keyId: string | null;

  @Field(() => String, { nullable: true, description: "Name of the key; null for a person's session." })
  keyName: string | null;

  @Field(() => ID, { nullable: true, description: 'The signed-in member; null where an agent key read.' })
  @IdOf('usr')
  userId: string | null;

  @Field(() => String, { nullable: true, description: 'Null also when they have left the organization.' })
  userName: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The product as it was named, also when there is no such one; null where the input was refused.',
  })
  productId: string | null;

  @Field(() => EnterpriseReceiptWindow, { nullable: true, description: 'Null for a read without a window.' })
  window: EnterpriseReceiptWindow | null;

  @Field(() => String, { description: 'answered, or the code of the refusal.' })
  outcome: string;

  @Field(() => String, { description: 'X-Request-Id of the call.' })
  requestId: string;

  @Field(() => Date, { description: 'Moment of the call.' })
  at: Date;
}

@ObjectType({ description: 'One page of audit receipts.' })
export class EnterpriseAuditReceiptList {
  @Field(() => [EnterpriseAuditReceipt], { description: 'Records of this page.' })
  items: EnterpriseAuditReceipt[];

  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;
}
