import { type McpClientConfig, type McpClientConfigs, type McpConfig, McpConfigFormat } from './mcp-config.types.js';

/** A credential as configurations name it: hosts find it in the variable (the specification, §5). */
interface ConfiguredCredential {
  readonly variable: string;
  /** The server's name in the host; a host may have one for each kind of credential. */
  readonly server: string;
  /** By which VS Code asks for it, with these words. */
  readonly input: string;
  readonly question: string;
  /** The arguments of `dai mcp serve` beside the address. */
  readonly flags: readonly string[];
}

export const WORKFLOW_TOKEN: ConfiguredCredential = {
  variable: 'DAI_TOKEN',
  server: 'dai',
  input: 'dai-token',
  question: 'Workflow token of DAI (dai_…)',
  flags: [],
};
export const AGENT_KEY: ConfiguredCredential = {
  variable: 'DAI_ENTERPRISE_TOKEN',
  server: 'dai-enterprise',
  input: 'dai-enterprise-key',
  question: 'Agent key of DAI (dae_…)',
  flags: ['--mode', 'enterprise'],
};
/** The package that the command line comes from (the specification, §9); it is on no package registry. */
const PACKAGE = 'dai';

/** The parts of a configuration: the API's public address and the command line as the operator calls it. */
export interface McpPlace {
  readonly baseUrl: string;
  readonly mcpCommand: string;
}

/** The configuration without a token: `${DAI_TOKEN}` stands where the host puts it (decisions §6). The package is pinned to `version`. */
export const mcpConfigOf = ({ baseUrl, mcpCommand }: McpPlace, version: string): McpConfig => ({
  mcpServers: httpServers(baseUrl, WORKFLOW_TOKEN, bearer(`\${${WORKFLOW_TOKEN.variable}}`)),
  stdio: stdioConfigOf({ baseUrl, mcpCommand }),
  package: { name: PACKAGE, version },
  clients: clientConfigs(baseUrl, null),
});

/**
 * The configuration of each client. A token gets into command lines and into the text for hosts that expand no variable, never into a
 * text that names the variable: such files are committed.
 */
export const clientConfigs = (
  baseUrl: string,
  token: string | null,
  kind: ConfiguredCredential = WORKFLOW_TOKEN,
): McpClientConfigs => ({
  claudeCode: claudeCode(baseUrl, token, kind),
  cursor: cursor(baseUrl, token, kind),
  codex: codex(baseUrl, token, kind),
  vscode: vscode(baseUrl, kind),
  gemini: gemini(baseUrl, token, kind),
  generic: {
    file: null,
    format: McpConfigFormat.json,
    text: json({ mcpServers: httpServers(baseUrl, kind, bearer(token ?? `\${${kind.variable}}`)) }),
    command: null,
  },
});

/** `${NAME}` is expanded by Claude Code in a file, and by the shell in the command line. */
function claudeCode(baseUrl: string, token: string | null, kind: ConfiguredCredential): McpClientConfig {
  const authorization = bearer(token ?? `\${${kind.variable}}`);
  return {
    file: '.mcp.json',
    format: McpConfigFormat.json,
    text: json({ mcpServers: httpServers(baseUrl, kind, bearer(`\${${kind.variable}}`)) }),
    command: `claude mcp add --transport http ${kind.server} ${mcpUrlOf(baseUrl)} --header "Authorization: ${authorization}"`,
  };
}

/** Cursor takes `${env:NAME}` and has no command line for servers. */
const cursor = (
  baseUrl: string,
  token: string | null,
  { server, variable }: ConfiguredCredential,
): McpClientConfig => ({
  file: '.cursor/mcp.json',
  format: McpConfigFormat.json,
  text: json({
    mcpServers: {
      [server]: { url: mcpUrlOf(baseUrl), headers: { Authorization: bearer(`\${env:${variable}}`) } },
    },
  }),
  command: token && exported(variable, token),
});

/** Codex names the variable instead of expanding it; it refuses a token in its file. */
function codex(baseUrl: string, token: string | null, { server, variable }: ConfiguredCredential): McpClientConfig {
  const add = `codex mcp add ${server} --url ${mcpUrlOf(baseUrl)} --bearer-token-env-var ${variable}`;
  return {
    file: '~/.codex/config.toml',
    format: McpConfigFormat.toml,
    text: `[mcp_servers.${server}]\nurl = ${JSON.stringify(mcpUrlOf(baseUrl))}\nbearer_token_env_var = ${JSON.stringify(variable)}\n`,
    command: token ? `${exported(variable, token)} && ${add}` : add,
  };
}

/** VS Code asks for the token when the server starts, keeps it out of the file and has a list of servers under a name of its own. */
const vscode = (baseUrl: string, kind: ConfiguredCredential): McpClientConfig => ({
  file: '.vscode/mcp.json',
  format: McpConfigFormat.json,
  text: json({
    inputs: [{ type: 'promptString', id: kind.input, description: kind.question, password: true }],
    servers: httpServers(baseUrl, kind, bearer(`\${input:${kind.input}}`)),
  }),
  command: null,
});

/** Gemini CLI takes `url` for the older transport; its `mcp add` would write the token itself into the file. */
const gemini = (
  baseUrl: string,
  token: string | null,
  { server, variable }: ConfiguredCredential,
): McpClientConfig => ({
  file: '.gemini/settings.json',
  format: McpConfigFormat.json,
  text: json({
    mcpServers: {
      [server]: { httpUrl: mcpUrlOf(baseUrl), headers: { Authorization: bearer(`\${${variable}}`) } },
    },
  }),
  command: token && exported(variable, token),
});

/** The address at which hosts reach the tools over Streamable HTTP. */
export const mcpUrlOf = (baseUrl: string): string => `${baseUrl}/mcp`;
const bearer = (value: string): string => `Bearer ${value}`;
const exported = (variable: string, token: string): string => `export ${variable}=${token}`;
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const httpServers = (
  baseUrl: string,
  { server }: ConfiguredCredential,
  authorization: string,
): Record<string, unknown> => ({
  [server]: { type: 'http', url: mcpUrlOf(baseUrl), headers: { Authorization: authorization } },
});

/** The local process. Hosts start a program with a list of arguments: a command such as `npx dai` is taken apart at its spaces. */
export function stdioConfigOf(
  { baseUrl, mcpCommand }: McpPlace,
  { server, variable, flags }: ConfiguredCredential = WORKFLOW_TOKEN,
): Record<string, unknown> {
  const [command, ...first] = mcpCommand.split(' ');
  return {
    mcpServers: {
      [server]: {
        command,
        args: [...first, 'mcp', 'serve', '--api', baseUrl, ...flags],
        env: { [variable]: `\${${variable}}` },
      },
    },
  };
}
