import { type McpClientConfig, type McpClientConfigs, type McpConfig, McpConfigFormat } from './mcp-config.types.js';

/** The variable in which a coding agent finds its workflow token (the specification, §5). */
const VARIABLE = 'DAI_TOKEN';
const SERVER = 'dai';
const VSCODE_INPUT = 'dai-token';
/** The package that the command line comes from (the specification, §9); it is on no package registry. */
const PACKAGE = 'dai';

/** What a configuration is made of: the API's public address and the command line as the operator calls it. */
export interface McpPlace {
  readonly baseUrl: string;
  readonly mcpCommand: string;
}

/** The configuration without a token: `${DAI_TOKEN}` stands where the host puts it (decisions §6). The package is pinned to `version`. */
export const mcpConfigOf = ({ baseUrl, mcpCommand }: McpPlace, version: string): McpConfig => ({
  mcpServers: httpServers(baseUrl, bearer(`\${${VARIABLE}}`)),
  stdio: stdioServers(baseUrl, mcpCommand),
  package: { name: PACKAGE, version },
  clients: clientConfigs(baseUrl, null),
});

/**
 * The configuration of each client. A token gets into command lines and into the text for hosts that expand no variable, never into a
 * text that names the variable: such files are committed.
 */
export const clientConfigs = (baseUrl: string, token: string | null): McpClientConfigs => ({
  claudeCode: claudeCode(baseUrl, token),
  cursor: cursor(baseUrl, token),
  codex: codex(baseUrl, token),
  vscode: vscode(baseUrl),
  gemini: gemini(baseUrl, token),
  generic: {
    file: null,
    format: McpConfigFormat.json,
    text: json({ mcpServers: httpServers(baseUrl, bearer(token ?? `\${${VARIABLE}}`)) }),
    command: null,
  },
});

/** `${NAME}` is expanded by Claude Code in a file, and by the shell in the command line. */
function claudeCode(baseUrl: string, token: string | null): McpClientConfig {
  const authorization = bearer(token ?? `\${${VARIABLE}}`);
  return {
    file: '.mcp.json',
    format: McpConfigFormat.json,
    text: json({ mcpServers: httpServers(baseUrl, bearer(`\${${VARIABLE}}`)) }),
    command: `claude mcp add --transport http ${SERVER} ${mcpUrlOf(baseUrl)} --header "Authorization: ${authorization}"`,
  };
}

/** Cursor takes `${env:NAME}` and has no command line for servers. */
const cursor = (baseUrl: string, token: string | null): McpClientConfig => ({
  file: '.cursor/mcp.json',
  format: McpConfigFormat.json,
  text: json({
    mcpServers: {
      [SERVER]: { url: mcpUrlOf(baseUrl), headers: { Authorization: bearer(`\${env:${VARIABLE}}`) } },
    },
  }),
  command: token && exported(token),
});

/** Codex names the variable instead of expanding it; it refuses a token in its file. */
function codex(baseUrl: string, token: string | null): McpClientConfig {
  const add = `codex mcp add ${SERVER} --url ${mcpUrlOf(baseUrl)} --bearer-token-env-var ${VARIABLE}`;
  return {
    file: '~/.codex/config.toml',
    format: McpConfigFormat.toml,
    text: `[mcp_servers.${SERVER}]\nurl = ${JSON.stringify(mcpUrlOf(baseUrl))}\nbearer_token_env_var = ${JSON.stringify(VARIABLE)}\n`,
    command: token ? `${exported(token)} && ${add}` : add,
  };
}

/** VS Code asks for the token when the server starts, keeps it out of the file and has a list of servers under a name of its own. */
const vscode = (baseUrl: string): McpClientConfig => ({
  file: '.vscode/mcp.json',
  format: McpConfigFormat.json,
  text: json({
    inputs: [{ type: 'promptString', id: VSCODE_INPUT, description: 'Workflow token of DAI (dai_…)', password: true }],
    servers: httpServers(baseUrl, bearer(`\${input:${VSCODE_INPUT}}`)),
  }),
  command: null,
});

/** Gemini CLI takes `url` for the older transport; its `mcp add` would write the token itself into the file. */
const gemini = (baseUrl: string, token: string | null): McpClientConfig => ({
  file: '.gemini/settings.json',
  format: McpConfigFormat.json,
  text: json({
    mcpServers: {
      [SERVER]: { httpUrl: mcpUrlOf(baseUrl), headers: { Authorization: bearer(`\${${VARIABLE}}`) } },
    },
  }),
  command: token && exported(token),
});

/** Where hosts reach the tools over Streamable HTTP. */
export const mcpUrlOf = (baseUrl: string): string => `${baseUrl}/mcp`;
const bearer = (value: string): string => `Bearer ${value}`;
const exported = (token: string): string => `export ${VARIABLE}=${token}`;
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const httpServers = (baseUrl: string, authorization: string): Record<string, unknown> => ({
  [SERVER]: { type: 'http', url: mcpUrlOf(baseUrl), headers: { Authorization: authorization } },
});

/** Hosts start a program with a list of arguments: a command such as `npx dai` is taken apart at its spaces. */
function stdioServers(baseUrl: string, mcpCommand: string): Record<string, unknown> {
  const [command, ...first] = mcpCommand.split(' ');
  return {
    mcpServers: {
      [SERVER]: {
        command,
        args: [...first, 'mcp', 'serve', '--api', baseUrl],
        env: { [VARIABLE]: `\${${VARIABLE}}` },
      },
    },
  };
}
