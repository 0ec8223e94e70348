import { IsBoolean, IsInt, IsOptional, Max, Min } from 'class-validator';
import { GraphQLJSONObject } from 'graphql-scalars';
import { ArgsType, Field, Int, ObjectType } from 'type-graphql';
import { IsPlainText, IsText, IsTime } from '../../platform/constraints.js';
import type { ServerResponse } from './mcp-server.rules.js';

@ArgsType()
export class McpServersArgs {
  @Field(() => Int, { defaultValue: 30, description: '1 to 100.' })
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number;

  @Field(() => String, { nullable: true, description: 'nextCursor of the page before.' })
  cursor?: string | null;

  @Field(() => String, { nullable: true, description: 'A part of the name.' })
  @IsOptional()
  @IsPlainText(200)
  search?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'An RFC 3339 time: servers changed since then, deleted ones too.',
  })
  @IsOptional()
  @IsTime()
  updatedSince?: string | null;

  @Field(() => String, { nullable: true, description: '`latest`, or an exact version.' })
  @IsOptional()
  @IsPlainText(255)
  version?: string | null;

  @Field(() => Boolean, { defaultValue: false, description: 'True lists servers that left the catalog as well.' })
  @IsBoolean()
  includeDeleted: boolean;
}

@ArgsType()
export class McpServerArgs {
  @Field(() => String, { description: 'A whole name, such as io.github.owner/server.' })
  @IsPlainText(300)
  name: string;

  @Field(() => String, { defaultValue: 'latest', description: '`latest`, or an exact version.' })
  @IsText(255)
  version: string;
}

@ObjectType({ description: 'The place of a page in the list.' })
export class McpServersMetadata {
  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;

  @Field(() => Int, { description: 'How many are on this page.' })
  count: number;
}

@ObjectType({ description: 'MCP servers in the registry’s own format.' })
export class McpServers {
  @Field(() => [GraphQLJSONObject], { description: 'Each with its server.json and what registries say of it.' })
  servers: ServerResponse[];

  @Field(() => McpServersMetadata, { description: 'As registries give it.' })
  metadata: McpServersMetadata;
}
