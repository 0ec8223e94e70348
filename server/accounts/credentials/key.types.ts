import { IsEnum, IsInt, IsOptional, Max, Min } from 'class-validator';
import { GraphQLJSONObject } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { IsName, IsSeen, IsText } from '../../platform/constraints.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { SortedPageArgs, sortsOf } from '../../platform/paging/sorted.args.js';
import { IsProductId } from '../products/index.js';
import { McpClientConfigs } from './mcp-config.types.js';
import { TokenState } from './workflow-token.types.js';

@InputType({ description: 'A new key by which a server of the company sends events.' })
export class CreateTrackingKeyInput {
  @Field(() => ID, { description: 'Organization to act for; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { description: 'Product, as events carry it, that the key may send for.' })
  @IsProductId()
  productId: string;

  @Field(() => String, { description: 'Label by which people tell keys apart.' })
  @IsText(120)
  name: string;
}

@InputType({ description: 'Names the key to end at once on every gateway.' })
export class RevokeTrackingKeyInput {
  @Field(() => ID, { description: 'Organization to act for; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => ID, { description: 'The key to end.' })
  @IdOf('key')
  trackingKeyId: string;
}

@ArgsType()
export class TrackingKeysArgs {
  @Field(() => ID, { description: 'Organization to read of; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { nullable: true, description: 'Only keys of this product.' })
  @IsOptional()
  @IsProductId()
  productId?: string | null;
}

@ObjectType({ description: 'A tracking key as lists show it: never the token itself.' })
export class TrackingKey {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('key')
  id: string;

  @Field(() => ID, { description: 'Organization that it belongs to.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { description: 'Product, as events carry it, that the key sends for.' })
  productId: string;

  @Field(() => String, { description: 'Label by which people tell keys apart.' })
  name: string;

  @Field(() => String, { description: 'Prefix and last four characters.' })
  hint: string;

  @Field(() => Date, { description: 'Moment at which it was made.' })
  createdAt: Date;

  @Field(() => Date, {
    nullable: true,
    description: 'Moment of its last use; null before the first.',
  })
  lastUsedAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'Moment of its revocation; null while it stands.' })
  revokedAt: Date | null;
}

@ObjectType({ description: 'Shown once: the token is stored as its hash alone.' })
export class CreatedTrackingKey {
  @Field(() => String, { description: 'The secret, dtk_…, shown this once.' })
  token: string;

  @Field(() => TrackingKey, { description: 'The key without its secret.' })
  trackingKey: TrackingKey;

  @Field(() => String, { description: 'A command line that stores one event, with the token filled in.' })
  curl: string;
}

/** Days that an enterprise key is valid: 30, at most 90 (decisions §9). */
export const ENTERPRISE_KEY_DAYS = { min: 1, max: 90, default: 30 } as const;

export const enterpriseKeySorts = sortsOf(['created', 'name', 'expires'], '-created');

@InputType({ description: 'A new key by which an agent of the company reads reports of one product.' })
export class CreateEnterpriseKeyInput {
  @Field(() => ID, { description: 'Organization to act for; the caller is a member of it.' })
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
  @Field(() => ID, { description: 'Organization to read of; the caller is a member of it.' })
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
  @Field(() => ID, { description: 'The key to end.' })
  @IdOf('key')
  keyId: string;
}

@ObjectType({ description: 'An agent key (“Agent read-only”) as lists show it: never the token itself.' })
export class EnterpriseKey {
  @Field(() => ID, { description: 'Identifier, key_….' })
  @IdOf('key')
  keyId: string;

  @Field(() => ID, { description: 'Organization that it belongs to.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { description: 'Label by which people tell keys apart.' })
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

  @Field(() => Date, { description: 'Moment at which it was made.' })
  createdAt: Date;

  @Field(() => Date, { description: 'Moment from which it is refused.' })
  expiresAt: Date;

  @Field(() => String, {
    nullable: true,
    description: 'The UTC day of the last use (YYYY-MM-DD); null when it was never used.',
  })
  lastUsedOn: string | null;

  @Field(() => Date, { nullable: true, description: 'Moment of its revocation; null while it stands.' })
  revokedAt: Date | null;

  @Field(() => TokenState, { description: 'Whether it works, has expired or was revoked.' })
  state: TokenState;
}

@ObjectType({ description: 'One page of a list.' })
export class EnterpriseKeyList {
  @Field(() => [EnterpriseKey], { description: 'Records of this page.' })
  items: EnterpriseKey[];

  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;
}

@ObjectType({ description: 'Shown once: the token is stored as its hash alone.' })
export class CreatedEnterpriseKey {
  @Field(() => String, { description: 'The secret, dae_…, shown this once.' })
  token: string;

  @Field(() => EnterpriseKey, { description: 'The key without its secret.' })
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
