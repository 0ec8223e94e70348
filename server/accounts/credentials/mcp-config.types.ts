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

  @Field(() => McpConfigFormat, { description: 'Language of the text.' })
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
  @Field(() => McpClientConfig, { description: 'For Claude Code.' })
  claudeCode: McpClientConfig;

  @Field(() => McpClientConfig, { description: 'For Cursor.' })
  cursor: McpClientConfig;

  @Field(() => McpClientConfig, { description: 'For Codex.' })
  codex: McpClientConfig;

  @Field(() => McpClientConfig, { description: 'For Visual Studio Code.' })
  vscode: McpClientConfig;

  @Field(() => McpClientConfig, { description: 'For Gemini CLI.' })
  gemini: McpClientConfig;

  @Field(() => McpClientConfig, { description: 'For any other host.' })
  generic: McpClientConfig;
}

@ObjectType({ description: 'The package of the command line, pinned to one version.' })
export class McpPackage {
  @Field(() => String, { description: 'Package that holds the command line.' })
  name: string;

  @Field(() => String, { description: 'Version that the configuration names.' })
  version: string;
}

@ObjectType({ description: 'How an MCP host reaches this service; it holds no token.' })
export class McpConfig {
  @Field(() => GraphQLJSONObject, { description: 'The form of Streamable HTTP.' })
  mcpServers: Record<string, unknown>;

  @Field(() => GraphQLJSONObject, { description: 'The same as a local process; public tools need no token.' })
  stdio: Record<string, unknown>;

  @Field(() => McpPackage, { description: 'The package that a host starts.' })
  package: McpPackage;

  @Field(() => McpClientConfigs, { description: 'Configuration texts by host.' })
  clients: McpClientConfigs;
}
