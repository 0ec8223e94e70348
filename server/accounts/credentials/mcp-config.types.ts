import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ObjectType, registerEnumType } from 'type-graphql';

/** The format of a client's configuration file. */
export enum McpConfigFormat {
  json = 'json',
  toml = 'toml',
}
registerEnumType(McpConfigFormat, {
  name: 'McpConfigFormat',
  description: 'The format of a client’s configuration file.',
});

@ObjectType({ description: 'How one MCP client is told of this service.' })
export class McpClientConfig {
  @Field(() => String, {
    nullable: true,
    description: 'Where the text belongs; null where each host has its own place.',
  })
  file: string | null;

  @Field(() => McpConfigFormat)
  format: McpConfigFormat;

  @Field(() => String, { description: 'The whole file, or the part to add to it.' })
  text: string;

  @Field(() => String, {
    nullable: true,
    description: 'A command line that does it, or that sets the variable that the text names; null without either.',
  })
  command: string | null;
}

@ObjectType({
  description:
    'One configuration for each client. Files of Claude Code, Cursor, Codex and Gemini CLI name the variable DAI_TOKEN, since such files get committed; VS Code asks for the token; other hosts expand no variable.',
})
export class McpClientConfigs {
  @Field(() => McpClientConfig)
  claudeCode: McpClientConfig;

  @Field(() => McpClientConfig)
  cursor: McpClientConfig;

  @Field(() => McpClientConfig)
  codex: McpClientConfig;

  @Field(() => McpClientConfig)
  vscode: McpClientConfig;

  @Field(() => McpClientConfig)
  gemini: McpClientConfig;

  @Field(() => McpClientConfig)
  generic: McpClientConfig;
}

@ObjectType({ description: 'The package of the command line, pinned to one version.' })
export class McpPackage {
  @Field(() => String)
  name: string;

  @Field(() => String)
  version: string;
}

@ObjectType({ description: 'How an MCP host reaches this service; it holds no token.' })
export class McpConfig {
  @Field(() => GraphQLJSONObject, { description: 'The form of Streamable HTTP.' })
  mcpServers: Record<string, unknown>;

  @Field(() => GraphQLJSONObject, { description: 'The same as a local process; public tools need no token.' })
  stdio: Record<string, unknown>;

  @Field(() => McpPackage)
  package: McpPackage;

  @Field(() => McpClientConfigs)
  clients: McpClientConfigs;
}
