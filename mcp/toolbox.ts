import { clipText } from './answer.fit.js';
import { refusalThatFits } from './answer.refusal.js';
import type { Api } from './api.js';
import { type FieldProblem, Refused, refuse } from './problem.js';
import { onOneLine, type Prompt, type PromptDefinition } from './prompt.js';
import { prompts } from './prompts/index.js';
import type { ResourceDefinition } from './resource.js';
import { resources } from './resources/index.js';
import type { ToolDefinition } from './tool.js';
import { tools } from './tools/index.js';
import type { Audience } from './untrusted.js';

/** The result of a tool call in the form of every revision. */
export interface ToolResult extends Record<string, unknown> {
  content: { type: 'text'; text: string }[];
  structuredContent: Record<string, unknown>;
  isError?: boolean;
}

/** The caller named something that is not here, or named it wrongly: a protocol error (JSON-RPC -32602), not a result. */
export class WrongParams extends Error {
  readonly members: Record<string, unknown>;

  constructor(message: string, members: Record<string, unknown> = {}) {
    super(message);
    this.members = members;
  }
}

/** Everything that a host can list and ask for, without a word of the protocol. */
export interface Toolbox {
  /** The audience whose list of tools it is; a tool that is not listed refuses its callers by itself. */
  readonly audience: Audience;
  readonly tools: readonly ToolDefinition[];
  readonly resources: readonly ResourceDefinition[];
  readonly prompts: readonly PromptDefinition[];
  /** Never rejects but with `WrongParams`: a refusal is an error result with the problem (decisions §2, Errors); `wrong` refuses the input. */
  callTool(name: string, input: unknown, wrong?: FieldProblem[]): Promise<ToolResult>;
  /** Rejects with `WrongParams` for an unknown address and with `Refused`. */
  readResource(uri: string): Promise<{ contents: { uri: string; mimeType: string; text: string }[] }>;
  getPrompt(
    name: string,
    given: Readonly<Record<string, string>> | undefined,
  ): { description: string; messages: { role: 'user'; content: { type: 'text'; text: string } }[] };
}

/** Every GraphQL document that the toolbox may run. */
export const documents: readonly string[] = [...tools, ...resources].map(({ document }) => document);

/** Binds all tools, resources and prompts to one way of asking the gateway; `note` is told of what failed for a reason of our own. */
export function openToolbox(api: Api, note: (error: unknown) => void, audience: Audience): Toolbox {
  const listed = tools.filter((one) => one.audience === 'public' || audience === 'enterprise');
  return {
    audience,
    get tools() {
      return listed.map(({ definition }) => definition);
    },
    resources: resources.map(({ definition }) => definition),
    prompts: prompts.map(({ definition }) => definition),
    async callTool(name, input, wrong) {
      const called = tools.find((one) => one.name === name);
      if (!called) throw new WrongParams('There is no such tool.', { known: listed.map((one) => one.name) });
      try {
        return resultOf(await called.call(api, input, wrong));
      } catch (error) {
        if (!(error instanceof Refused)) note(error);
        const { problem } = error instanceof Refused ? error : refuse('INTERNAL', api.baseUrl, 'The tool failed.');
        return { ...resultOf(refusalThatFits(problem, called.audience)), isError: true };
      }
    },
    async readResource(uri) {
      const found = resources.find(({ definition }) => definition.uri === uri);
      if (!found) throw new WrongParams('There is no such resource.', { uri: clipText(uri, URI_LENGTH_MAX) });
      return { contents: [{ uri, mimeType: found.definition.mimeType, text: await found.read(api) }] };
    },
    getPrompt(name, given = {}) {
      const found = prompts.find(({ definition }) => definition.name === name);
      if (!found)
        throw new WrongParams('There is no such prompt.', { known: prompts.map(({ definition }) => definition.name) });
      const errors = wrongArguments(found, given);
      if (errors.length) throw new WrongParams(errors.map(({ detail }) => detail).join('; '), { errors });
      return {
        description: found.definition.description,
        messages: [{ role: 'user', content: { type: 'text', text: found.text(given, api.baseUrl) } }],
      };
    },
  };
}

const resultOf = (answer: Record<string, unknown>): ToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(answer) }],
  structuredContent: answer,
});

/** A longer address is repeated in part. */
const URI_LENGTH_MAX = 500;

/** An argument of a prompt goes into a text for a model: it stays short. */
const ARGUMENT_LENGTH_MAX = 500;

function wrongArguments({ definition }: Prompt, given: Readonly<Record<string, string>>): FieldProblem[] {
  const known = definition.arguments.map(({ name }) => name);
  const problemOf = (name: string, code: string, detail: string): FieldProblem => ({
    pointer: `/${name}`,
    code,
    detail,
  });
  return [
    ...definition.arguments
      .filter(({ name, required }) => required && !onOneLine(given[name] ?? ''))
      .map(({ name }) => problemOf(name, 'required', `${name} is required`)),
    ...definition.arguments
      .filter(({ name }) => (given[name]?.length ?? 0) > ARGUMENT_LENGTH_MAX)
      .map(({ name }) => problemOf(name, 'too_long', `${name} must be at most ${ARGUMENT_LENGTH_MAX} characters`)),
    ...(Object.keys(given).every((name) => known.includes(name))
      ? []
      : [{ pointer: '', code: 'unknown_field', detail: `the arguments are ${known.join(', ')}` }]),
  ];
}
