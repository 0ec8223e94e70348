import { setTimeout as afterMs, setImmediate as afterwards } from 'node:timers/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { openHttpApi } from './api.http.js';
import type { ServeOptions } from './options.js';
import { Refused } from './problem.js';
import { INSTRUCTIONS, SERVER } from './server.js';
import { openToolbox, type Toolbox, WrongParams } from './toolbox.js';

/** How long answers that are under way may still take after the host closed its end. */
const DRAIN_MS = 5_000;

/** The host's side of the process: the protocol has the output for itself, words for people go to `say`. */
export interface Host {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  say(line: string): void;
  /** Aborted when the process is to end at once, as SIGTERM asks. */
  readonly stop: AbortSignal;
}

/**
 * Serves one host over its standard streams (the specification, §1.4 and §9) until the host closes its end or `stop` is aborted. What was
 * asked before the host closed its end is still answered. An API that is away is the error result of the tool that asked, and no end.
 */
export async function serve({ apiUrl, mode, token }: ServeOptions, { input, output, say, stop }: Host): Promise<void> {
  const ended = new AbortController();
  const api = openHttpApi(apiUrl, token, ended.signal);
  const underWay = new Set<Promise<unknown>>();
  const server = serverOf(
    openToolbox(api, () => say('A tool failed for a reason of our own.')),
    (work) => {
      underWay.add(work);
      void work.catch(() => undefined).finally(() => underWay.delete(work));
      return work;
    },
  );
  const over = new Promise<'closed' | 'stopped'>((resolve) => {
    input.once('end', () => resolve('closed')).once('close', () => resolve('closed'));
    output.on('error', () => resolve('stopped')).once('close', () => resolve('stopped'));
    server.onclose = () => resolve('stopped');
    stop.addEventListener('abort', () => resolve('stopped'));
    if (stop.aborted) resolve('stopped');
  });
  output.setMaxListeners(0); // a host that reads slowly lets answers wait, and the SDK has a listener for each
  server.onerror = () => say('A message of the host could not be read.');
  await server.connect(new StdioServerTransport(input, output));
  if (token.kind === 'refused') say(`${token.detail} The public tools work without it.`);
  if (mode === 'enterprise') say('The enterprise tools are not part of this version: the public tools are served.');
  say(`dai mcp ${SERVER.version} serves ${apiUrl}`);
  if ((await over) === 'closed') {
    const drained = Promise.allSettled(underWay).then(() => afterwards()); // the answers are written after the work
    await Promise.race([drained, aborted(stop), afterMs(DRAIN_MS, undefined, { ref: false })]);
  }
  ended.abort();
  await server.close();
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });

function serverOf(toolbox: Toolbox, watch: <T>(work: Promise<T>) => Promise<T>): Server {
  const server = new Server(SERVER, {
    capabilities: { tools: {}, resources: {}, prompts: {} },
    instructions: INSTRUCTIONS,
  });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...toolbox.tools] }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    watch(inProtocol(() => toolbox.callTool(params.name, params.arguments))),
  );
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [...toolbox.resources] }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [] }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) =>
    watch(inProtocol(() => toolbox.readResource(params.uri))),
  );
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: toolbox.prompts.map((one) => ({ ...one, arguments: [...one.arguments] })),
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) =>
    inProtocol(async () => toolbox.getPrompt(params.name, params.arguments)),
  );
  return server;
}

async function inProtocol<T>(answer: () => Promise<T>): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof WrongParams) throw protocolError(ErrorCode.InvalidParams, error.message, error.members);
    if (error instanceof Refused) throw protocolError(ErrorCode.InternalError, error.problem.detail, error.problem);
    throw error;
  }
}

/** As the SDK sends it; its own class would put a prefix before the message that clients put there, too. */
const protocolError = (code: ErrorCode, message: string, data: unknown): Error =>
  Object.assign(new Error(message), { code, data });
