import { IsEnum, IsInt, IsOptional, Max, Min } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { IsText } from '../../platform/constraints.js';
import { IdOf } from '../../platform/graphql/id.edge.js';

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

@ObjectType({ description: 'A tool that usage is reported for.' })
export class UsageTool {
  @Field(() => ID, { description: 'Identifier, tol_….' })
  @IdOf('tol')
  id: string;

  @Field(() => String, { description: 'Short name in addresses.' })
  slug: string;

  @Field(() => String, { description: "The tool's name." })
  name: string;
}

@ObjectType({ description: 'A person’s consent to share receipts of one tool with its vendor.' })
export class ToolConnection {
  @Field(() => ID, { nullable: true, description: 'con_…; null where none was ever made.' })
  @IdOf('con')
  id: string | null;

  @Field(() => UsageTool, { description: 'The tool that the consent is for.' })
  tool: UsageTool;

  @Field(() => ToolConnectionState, { description: 'Whether the consent stands.' })
  state: ToolConnectionState;

  @Field(() => Boolean, { description: 'Whether the tool has a verified vendor here to whom receipts can go.' })
  vendorOrganizationLinked: boolean;

  @Field(() => Date, { nullable: true, description: 'Moment of the first consent.' })
  connectedAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'Moment of the last renewal; null before one.' })
  renewedAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'Moment at which the consent ends by itself.' })
  expiresAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'Moment of the revocation; null while it was not revoked.' })
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

@InputType({ description: 'Consents to share receipts of a tool.' })
export class ConnectToolInput {
  @Field(() => String, { description: 'Short name of the tool in addresses.' })
  @IsText(SLUG_LENGTH_MAX)
  toolSlug: string;
}

@InputType({ description: 'Renews a consent that the person has looked at.' })
export class RenewToolConnectionInput {
  @Field(() => ID, { description: 'The connection to renew.' })
  @IdOf('con')
  connectionId: string;

  @Field(() => Int, { description: 'The revision that was looked at.' })
  @IsInt()
  @Min(1)
  @Max(2_147_483_647)
  revision: number;
}

@InputType({ description: 'Withdraws a consent.' })
export class RevokeToolConnectionInput {
  @Field(() => ID, { description: 'The connection to end.' })
  @IdOf('con')
  connectionId: string;
}
