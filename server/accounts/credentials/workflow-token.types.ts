import { IsEnum, IsInt, IsOptional, Max, Min } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { IsText } from '../../platform/constraints.js';
import { IsOneOf } from '../../platform/graphql/choices.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { ItemsMax } from '../../platform/graphql/items.js';
import { SortedPageArgs, sortsOf } from '../../platform/paging/sorted.args.js';
import { SCOPES } from '../credential.rules.js';
import { McpClientConfigs } from './mcp-config.types.js';

/** Days that a workflow token lives: 90, at most 365 (decisions §2, Credentials). */
export const TOKEN_DAYS = { min: 1, max: 365, default: 90 } as const;

export enum TokenState {
  active = 'active',
  expired = 'expired',
  revoked = 'revoked',
}
registerEnumType(TokenState, { name: 'TokenState', description: 'A revoked token stays revoked when its end passes.' });

export const tokenSorts = sortsOf(['created', 'name', 'expires'], '-created');

@ArgsType()
export class WorkflowTokensArgs extends SortedPageArgs(tokenSorts, 'name') {
  @Field(() => [TokenState], { nullable: true, description: 'Only tokens in one of these states.' })
  @IsOptional()
  @IsEnum(TokenState, { each: true })
  state?: TokenState[] | null;
}

@InputType({ description: 'A new token by which an agent acts for the signed-in person.' })
export class CreateWorkflowTokenInput {
  @Field(() => String, { description: 'Tells this token from others; 1 to 120 characters.' })
  @IsText(120)
  name: string;

  @Field(() => [String], {
    description:
      'One or more of project:read, tools:read and project:publish; the last is not for a token that is bound to a project.',
  })
  @IsOneOf(SCOPES)
  @ItemsMax(SCOPES.length)
  scopes: string[];

  @Field(() => ID, { nullable: true, description: 'Binds the token to one of your projects; null for your account.' })
  @IsOptional()
  @IdOf('prj')
  projectId?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `${TOKEN_DAYS.min} to ${TOKEN_DAYS.max}; ${TOKEN_DAYS.default} when absent.`,
  })
  @IsOptional()
  @IsInt()
  @Min(TOKEN_DAYS.min)
  @Max(TOKEN_DAYS.max)
  expiresInDays?: number | null;
}

@ObjectType({ description: 'A workflow token as lists show it: never the token itself.' })
export class WorkflowToken {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('tok')
  id: string;

  @Field(() => String, { description: 'Label by which people tell tokens apart.' })
  name: string;

  @Field(() => String, { description: 'Prefix and last four characters.' })
  hint: string;

  @Field(() => [String], { description: 'Rights of the token.' })
  @IsOneOf(SCOPES)
  @ItemsMax(SCOPES.length)
  scopes: string[];

  @Field(() => ID, { nullable: true, description: 'The project that it is bound to; null for the whole account.' })
  @IdOf('prj')
  projectId: string | null;

  @Field(() => Date, { description: 'Moment at which it was made.' })
  createdAt: Date;

  @Field(() => Date, { nullable: true, description: 'To about a minute; null when it was never used.' })
  lastUsedAt: Date | null;

  @Field(() => Date, { description: 'Moment from which it is refused.' })
  expiresAt: Date;

  @Field(() => Date, { nullable: true, description: 'Moment of its revocation; null while it stands.' })
  revokedAt: Date | null;

  @Field(() => Boolean, {
    description: 'It was created before the second factor that its owner has or has to set up, and keeps working.',
  })
  beforeSecondFactor: boolean;
}

@ObjectType({ description: 'One page of a list.' })
export class WorkflowTokenList {
  @Field(() => [WorkflowToken], { description: 'Tokens of this page.' })
  tokens: WorkflowToken[];

  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;
}

@ObjectType({ description: 'Shown once: the token is stored as its hash alone.' })
export class CreatedWorkflowToken {
  @Field(() => String, { description: 'The secret, dai_…, shown this once.' })
  token: string;

  @Field(() => ID, { description: 'Identifier, tok_….' })
  @IdOf('tok')
  tokenId: string;

  @Field(() => String, { description: 'Label by which people tell tokens apart.' })
  name: string;

  @Field(() => [String], { description: 'Rights of the token.' })
  @IsOneOf(SCOPES)
  @ItemsMax(SCOPES.length)
  scopes: string[];

  @Field(() => ID, {
    nullable: true,
    description: "The one project that the token may touch; null for all of the person's.",
  })
  @IdOf('prj')
  projectId: string | null;

  @Field(() => Date, { description: 'Moment from which it is refused.' })
  expiresAt: Date;

  @Field(() => McpClientConfigs, { description: 'Ready configurations; treat them as the token itself.' })
  configs: McpClientConfigs;
}
