import type { McpClientConfig, McpClientConfigs } from '../providers/generated/operations.js';

/** One thing to do in a client: what it is, and the text to copy for it. */
export interface ClientStep {
  readonly description: string;
  readonly text: string;
  readonly what: string;
}

/** One client with what to do there, the first step first. */
export interface Client {
  readonly name: string;
  readonly steps: readonly ClientStep[];
}

const NAMES_VARIABLE = 'It names the variable DAI_TOKEN and holds no token, so it may be committed.';
const ASKS_FOR_TOKEN =
  'VS Code asks for the token when the server starts; the file holds none, so it may be committed.';

/** What to do in each client, from the service's own configurations; `holdsToken` is true right after a token was created. */
export function clientsOf(
  { claudeCode, cursor, codex, vscode, gemini, generic }: McpClientConfigs,
  holdsToken: boolean,
): Client[] {
  return [
    { name: 'Claude Code', steps: [...commandOf(claudeCode, RUN[`${holdsToken}`]), fileOf(claudeCode, 'Or put')] },
    {
      name: 'Cursor',
      steps: [fileOf(cursor, 'Put'), ...commandOf(cursor, 'Set the variable in the shell that starts Cursor:')],
    },
    { name: 'Codex', steps: [...commandOf(codex, CODEX[`${holdsToken}`]), fileOf(codex, 'Or put')] },
    { name: 'VS Code', steps: [fileOf(vscode, 'Put', ASKS_FOR_TOKEN)] },
    {
      name: 'Gemini CLI',
      steps: [fileOf(gemini, 'Put'), ...commandOf(gemini, 'Set the variable in the shell that starts Gemini CLI:')],
    },
    {
      name: 'Other',
      steps: [{ description: OTHER[`${holdsToken}`], text: generic.text, what: 'configuration for other hosts' }],
    },
  ];
}

const RUN = {
  true: 'Run it in the folder of your project. It holds the token: Claude Code keeps it for you alone, on this machine.',
  false: 'Run it in the folder of your project, where DAI_TOKEN is set: your shell fills it in.',
} as const;
const CODEX = {
  true: 'Sets the variable for this shell and tells Codex where to find it:',
  false: 'Tells Codex to look for the variable DAI_TOKEN:',
} as const;
const OTHER = {
  true: 'For hosts that expand no variable. It holds the token: keep it out of repositories.',
  false: 'For hosts with a list of MCP servers. Where yours expands no variable, the token itself has to stand there.',
} as const;

const commandOf = ({ command }: McpClientConfig, description: string): ClientStep[] =>
  command === null ? [] : [{ description, text: command, what: 'command' }];

const fileOf = ({ file, text }: McpClientConfig, lead: string, about = NAMES_VARIABLE): ClientStep => ({
  description: `${lead} this into ${file ?? 'its configuration'}. ${about}`,
  text: text.trimEnd(),
  what: file ?? 'configuration',
});
