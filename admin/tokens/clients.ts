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

const ASKS_FOR_TOKEN =
  'VS Code asks for the token when the server starts; the file holds none, so it may be committed.';

/** The facts that the texts around the configurations depend on. */
export interface ClientTexts {
  /** True right after a token was created. */
  readonly holdsToken: boolean;
  /** The variable that the configurations name. */
  readonly variable: string;
}

/** The steps in each client, from the service's own configurations. */
export function clientsOf(
  { claudeCode, cursor, codex, vscode, gemini, generic }: McpClientConfigs,
  { holdsToken, variable }: ClientTexts,
): Client[] {
  const about = `It names the variable ${variable} and holds no token, so it may be committed.`;
  return [
    {
      name: 'Claude Code',
      steps: [...commandOf(claudeCode, holdsToken ? RUN : runWith(variable)), fileOf(claudeCode, 'Or put', about)],
    },
    {
      name: 'Cursor',
      steps: [fileOf(cursor, 'Put', about), ...commandOf(cursor, 'Set the variable in the shell that starts Cursor:')],
    },
    {
      name: 'Codex',
      steps: [...commandOf(codex, holdsToken ? SET_FOR_CODEX : tellCodex(variable)), fileOf(codex, 'Or put', about)],
    },
    { name: 'VS Code', steps: [fileOf(vscode, 'Put', ASKS_FOR_TOKEN)] },
    {
      name: 'Gemini CLI',
      steps: [
        fileOf(gemini, 'Put', about),
        ...commandOf(gemini, 'Set the variable in the shell that starts Gemini CLI:'),
      ],
    },
    {
      name: 'Other',
      steps: [{ description: OTHER[`${holdsToken}`], text: generic.text, what: 'configuration for other hosts' }],
    },
  ];
}

const RUN =
  'Run it in the folder of your project. It holds the token: Claude Code keeps it for you alone, on this machine.';
const runWith = (variable: string): string =>
  `Run it in the folder of your project, where ${variable} is set: your shell fills it in.`;
const SET_FOR_CODEX = 'Sets the variable for this shell and tells Codex where to find it:';
const tellCodex = (variable: string): string => `Tells Codex to look for the variable ${variable}:`;
const OTHER = {
  true: 'For hosts that expand no variable. It holds the token: keep it out of repositories.',
  false: 'For hosts with a list of MCP servers. Where yours expands no variable, the token itself has to stand there.',
} as const;

const commandOf = ({ command }: McpClientConfig, description: string): ClientStep[] =>
  command === null ? [] : [{ description, text: command, what: 'command' }];

const fileOf = ({ file, text }: McpClientConfig, lead: string, about: string): ClientStep => ({
  description: `${lead} this into ${file ?? 'its configuration'}. ${about}`,
  text: text.trimEnd(),
  what: file ?? 'configuration',
});
