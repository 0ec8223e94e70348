import { IsBoolean, IsInt, IsOptional, Max, Min } from 'class-validator';
import { GraphQLJSONObject } from 'graphql-scalars';
import { ArgsType, Field, Int, ObjectType } from 'type-graphql';
import { IsPlainText, IsText, IsTime } from '../../platform/constraints.js';
import { Fault } from '../../platform/fault.js';
import { endIfNotModified } from '../../platform/http/conditional-get.js';
import { momentOf } from '../../platform/instant.rules.js';
import { ANY_KIND } from '../../platform/limits/limits.policies.js';
import { operation } from '../../platform/operation.js';
import { keyOfCursor, pageOf } from '../../platform/paging/page.js';
import type { DirectoryRequestContext } from '../directory.open.js';
import { ANSWER_VERSION } from './context.read.js';
import { type ServerResponse, serverResponseOf } from './mcp-server.rules.js';
import { findListedServers, findServer, findServersWithDeleted } from './mcp-servers.find.js';

@ArgsType()
export class McpServersArgs {
  @Field(() => Int, { defaultValue: 30, description: '1 to 100.' })
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number;

  @Field(() => String, { nullable: true })
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

  @Field(() => Boolean, { defaultValue: false })
  @IsBoolean()
  includeDeleted: boolean;
}

@ArgsType()
export class McpServerArgs {
  @Field(() => String)
  @IsPlainText(300)
  name: string;

  @Field(() => String, { defaultValue: 'latest' })
  @IsText(255)
  version: string;
}

@ObjectType()
export class McpServersMetadata {
  @Field(() => String, { nullable: true })
  nextCursor: string | null;

  @Field(() => Int, { description: 'How many are on this page.' })
  count: number;
}

@ObjectType({ description: 'MCP servers in the registry’s own format.' })
export class McpServers {
  @Field(() => [GraphQLJSONObject])
  servers: ServerResponse[];

  @Field(() => McpServersMetadata)
  metadata: McpServersMetadata;
}

const NAME = /^[\x20-\x7e]{1,300}$/;

/** Tools with an MCP interface as a read-only subregistry of MCP servers, in the order of their names (decisions §3). */
export const listMcpServers = operation(
  { name: 'mcpServers', who: ANY_KIND, limit: 'public-read' },
  async function mcpServers(
    ctx: DirectoryRequestContext,
    { limit, cursor, search, updatedSince, version, includeDeleted }: McpServersArgs,
  ): Promise<McpServers> {
    const after = keyOfCursor(cursor, NAME);
    const snapshot = await ctx.parts.catalog.read();
    endIfNotModified(ctx, [
      'mcp',
      ANSWER_VERSION,
      snapshot.version,
      limit,
      cursor ?? null,
      search ?? null,
      updatedSince ?? null,
      version ?? null,
      includeDeleted,
    ]);
    const servers =
      includeDeleted || updatedSince ? await findServersWithDeleted(ctx.em, snapshot) : findListedServers(snapshot);
    const since = updatedSince ? momentOf(updatedSince) : null;
    const part = search?.toLowerCase();
    const found = servers.filter(
      (one) =>
        (since === null || one.tool.updatedAt >= since) &&
        (part === undefined || one.lowerName.includes(part)) &&
        (!version || version === 'latest' || one.version === version) &&
        (after === null || one.name > after),
    );
    const { items, nextCursor } = pageOf(found, limit, ({ name }) => name);
    return {
      servers: items.map(({ tool, listed }) => serverResponseOf(tool, listed)),
      metadata: { nextCursor, count: items.length },
    };
  },
);

/** The versions of one server: a catalog knows its newest alone. */
export const readMcpServerVersions = operation(
  { name: 'mcpServerVersions', who: ANY_KIND, limit: 'public-read' },
  async function mcpServerVersions(
    ctx: DirectoryRequestContext,
    { name, version }: McpServerArgs,
  ): Promise<McpServers> {
    const snapshot = await ctx.parts.catalog.read();
    endIfNotModified(ctx, ['mcp-versions', ANSWER_VERSION, snapshot.version, name, version]);
    const found = findServer(snapshot, name);
    if (!found || (version !== 'latest' && version !== found.version))
      throw new Fault('NOT_FOUND', { say: 'There is no such server or version.' });
    return { servers: [serverResponseOf(found.tool, true)], metadata: { nextCursor: null, count: 1 } };
  },
);
