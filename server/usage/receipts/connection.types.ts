import { IsEnum, IsInt, IsOptional, Max, Min } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { IsId, IsText } from '../../platform/constraints.js';

export enum ToolConnectionState {
  none = 'none',
  active = 'active',
  expired = 'expired',
  revoked = 'revoked',
}
registerEnumType(ToolConnectionState, {
  name: 'ToolConnectionState',
  description: 'none → active → expired | revoked. A person alone moves it, in a session; a receipt never does.',
});

/** Longer than any slug of the directory. */
export const SLUG_LENGTH_MAX = 200;

@ObjectType()
export class UsageTool {
  @Field(() => ID)
  id: string;

  @Field(() => String)
  slug: string;

  @Field(() => String)
  name: string;
}

@ObjectType({ description: 'A person’s consent to share receipts of one tool with its vendor.' })
export class ToolConnection {
  @Field(() => ID, { nullable: true, description: 'con_…; null where none was ever made.' })
  id: string | null;

  @Field(() => UsageTool)
  tool: UsageTool;

  @Field(() => ToolConnectionState)
  state: ToolConnectionState;

  @Field(() => Boolean, { description: 'Whether the tool has a verified vendor here to whom receipts can go.' })
  vendorOrganizationLinked: boolean;

  @Field(() => Date, { nullable: true })
  connectedAt: Date | null;

  @Field(() => Date, { nullable: true })
  renewedAt: Date | null;

  @Field(() => Date, { nullable: true })
  expiresAt: Date | null;

  @Field(() => Date, { nullable: true })
  revokedAt: Date | null;

  @Field(() => Int, { description: 'Receipts that the vendor has not got yet; a revocation stops them.' })
  undelivered: number;

  @Field(() => Int, { description: 'What a renewal has to name; 0 where no connection was ever made.' })
  revision: number;
}

@ArgsType()
export class ToolConnectionsArgs {
  @Field(() => String, {
    nullable: true,
    description: 'Of this tool alone; the state is none where no connection was ever made.',
  })
  @IsOptional()
  @IsText(SLUG_LENGTH_MAX)
  toolSlug?: string | null;

  @Field(() => [ToolConnectionState], { nullable: true, description: 'Only connections in one of these states.' })
  @IsOptional()
  @IsEnum(ToolConnectionState, { each: true })
  state?: ToolConnectionState[] | null;
}

@InputType()
export class ConnectToolInput {
  @Field(() => String)
  @IsText(SLUG_LENGTH_MAX)
  toolSlug: string;
}

@InputType()
export class RenewToolConnectionInput {
  @Field(() => ID)
  @IsId('con')
  connectionId: string;

  @Field(() => Int, { description: 'The revision that was looked at.' })
  @IsInt()
  @Min(1)
  @Max(2_147_483_647)
  revision: number;
}

@InputType()
export class RevokeToolConnectionInput {
  @Field(() => ID)
  @IsId('con')
  connectionId: string;
}
