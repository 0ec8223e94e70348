import { IsEnum, IsInt, IsOptional, Max, Min } from 'class-validator';
import { GraphQLJSONObject } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { IsName, IsSeen, IsText } from '../../platform/constraints.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { SortedPageArgs, sortsOf } from '../../platform/paging/sorted.args.js';
import { IsProductId } from '../products/index.js';
import { McpClientConfigs } from './mcp-config.types.js';
import { TokenState } from './workflow-token.types.js';

@InputType()
export class CreateTrackingKeyInput {
  @Field(() => ID)
  @IdOf('org')
  organizationId: string;

  @Field(() => String)
  @IsProductId()
  productId: string;

  @Field(() => String)
  @IsText(120)
  name: string;
}

@InputType()
export class RevokeTrackingKeyInput {
  @Field(() => ID)
  @IdOf('org')
  organizationId: string;

  @Field(() => ID)
  @IdOf('key')
  trackingKeyId: string;
}

@ArgsType()
export class TrackingKeysArgs {
  @Field(() => ID)
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @IsProductId()
  productId?: string | null;
}

@ObjectType({ description: 'A tracking key as lists show it: never the token itself.' })
export class TrackingKey {
  @Field(() => ID)
  @IdOf('key')
  id: string;

  @Field(() => ID)
  @IdOf('org')
  organizationId: string;

  @Field(() => String)
  productId: string;

  @Field(() => String)
  name: string;

  @Field(() => String, { description: 'Prefix and last four characters.' })
  hint: string;

  @Field(() => Date)
  createdAt: Date;

  @Field(() => Date, { nullable: true })
  lastUsedAt: Date | null;

  @Field(() => Date, { nullable: true })
  revokedAt: Date | null;
}

@ObjectType({ description: 'Shown once: the token is stored as its hash alone.' })
export class CreatedTrackingKey {
  @Field(() => String)
  token: string;

  @Field(() => TrackingKey)
  trackingKey: TrackingKey;

  @Field(() => String, { description: 'A command line that stores one event, with the token filled in.' })
  curl: string;
}

/** Days that an enterprise key is valid: 30, at most 90 (decisions §9). */
export const ENTERPRISE_KEY_DAYS = { min: 1, max: 90, default: 30 } as const;

export const enterpriseKeySorts = sortsOf(['created', 'name', 'expires'], '-created');

@InputType()
export class CreateEnterpriseKeyInput {
  @Field(() => ID)
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { description: 'The one product that the key reads, by the id that events carry.' })
  @IsProductId()
  productId: string;

  @Field(() => String, { description: 'Tells this key from others; 1 to 120 characters.' })
  @IsName(120)
  @IsSeen()
  name: string;

  @Field(() => Int, {
    nullable: true,
    description: `${ENTERPRISE_KEY_DAYS.min} to ${ENTERPRISE_KEY_DAYS.max}; ${ENTERPRISE_KEY_DAYS.default} when absent.`,
  })
  @IsOptional()
  @IsInt()
  @Min(ENTERPRISE_KEY_DAYS.min)
  @Max(ENTERPRISE_KEY_DAYS.max)
  expiresInDays?: number | null;
}

@ArgsType()
export class EnterpriseKeysArgs extends SortedPageArgs(enterpriseKeySorts, 'name') {
  @Field(() => ID)
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { nullable: true, description: 'Only keys of this product.' })
  @IsOptional()
  @IsProductId()
  productId?: string | null;

  @Field(() => [TokenState], { nullable: true, description: 'Only keys in one of these states.' })
  @IsOptional()
  @IsEnum(TokenState, { each: true })
  state?: TokenState[] | null;
}

@ArgsType()
export class RevokeEnterpriseKeyArgs {
  @Field(() => ID)
  @IdOf('key')
  keyId: string;
}

@ObjectType({ description: 'An agent key (“Agent read-only”) as lists show it: never the token itself.' })
export class EnterpriseKey {
  @Field(() => ID)
  @IdOf('key')
  keyId: string;

  @Field(() => ID)
  @IdOf('org')
  organizationId: string;

  @Field(() => String)
  name: string;

  @Field(() => String, { description: 'Prefix and last four characters.' })
  hint: string;

  @Field(() => String, { description: 'The one product that the key reads, by the id that events carry.' })
  productId: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The person who created it: the key ends when they stop being an owner or admin.',
  })
  @IdOf('usr')
  createdBy: string | null;

  @Field(() => String, { nullable: true, description: 'Their name; null when they have left the organization.' })
  createdByName: string | null;

  @Field(() => Date)
  createdAt: Date;

  @Field(() => Date)
  expiresAt: Date;

  @Field(() => String, {
    nullable: true,
    description: 'The UTC day of the last use (YYYY-MM-DD); null when it was never used.',
  })
  lastUsedOn: string | null;

  @Field(() => Date, { nullable: true })
  revokedAt: Date | null;

  @Field(() => TokenState)
  state: TokenState;
}

@ObjectType()
export class EnterpriseKeyList {
  @Field(() => [EnterpriseKey])
  items: EnterpriseKey[];

  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}

@ObjectType({ description: 'Shown once: the token is stored as its hash alone.' })
export class CreatedEnterpriseKey {
  @Field(() => String)
  token: string;

  @Field(() => EnterpriseKey)
  key: EnterpriseKey;

  @Field(() => McpClientConfigs, {
    description:
      'Ready configurations of MCP clients over HTTP, which name the variable DAI_ENTERPRISE_TOKEN; treat them as the token itself.',
  })
  configs: McpClientConfigs;

  @Field(() => GraphQLJSONObject, {
    description: 'The same as a local process, with --mode enterprise; it holds no token.',
  })
  stdio: Record<string, unknown>;
}
