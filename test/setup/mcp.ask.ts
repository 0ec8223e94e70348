import { expect } from 'vitest';
import { ask, type Reply } from './ask.js';
import { connectV1, type McpCaller } from './mcp.js';

/** The answer of a tool through a host's client. */
export interface ToolAnswer<T = Record<string, unknown>> {
  readonly isError: boolean;
  /** `structuredContent`. */
  readonly answer: T;
  /** The one text of `content`. */
  readonly text: string;
  /** The whole result as the client has it, to search it for what must not be there. */
  readonly whole: string;
}

/** The members of a problem as a model reads them. */
export interface ToolProblem {
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string;
  requestId: string;
  retryable: boolean;
  saveUrl?: string;
  errors?: { pointer: string; code: string; detail: string }[];
  next: { do: string; tool?: string; url?: string; needsPerson: boolean }[];
}

interface Callable {
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<Record<string, unknown>>;
}

/** Calls a tool through a connected client of either kind. */
export async function callTool<T = Record<string, unknown>>(
  client: Callable,
  name: string,
  input: Record<string, unknown>,
): Promise<ToolAnswer<T>> {
  const result = await client.callTool({ name, arguments: input });
  const content = result.content as { type: string; text: string }[];
  if (content.length !== 1 || content[0]?.type !== 'text') throw new Error(`no text alone: ${JSON.stringify(result)}`);
  return {
    isError: result.isError === true,
    answer: result.structuredContent as T,
    text: content[0].text,
    whole: JSON.stringify(result),
  };
}

/** Calls a tool as a host that starts, calls once and ends. */
export async function callOnce<T = Record<string, unknown>>(
  url: string,
  name: string,
  input: Record<string, unknown>,
  caller: McpCaller = {},
): Promise<ToolAnswer<T>> {
  const { client, close } = await connectV1(url, caller);
  try {
    return await callTool<T>(client, name, input);
  } finally {
    await close();
  }
}

/** The refusal of one call; throws when it was answered. */
export async function refusalOf(
  url: string,
  name: string,
  input: Record<string, unknown>,
  caller: McpCaller = {},
): Promise<ToolAnswer<ToolProblem>> {
  const refused = await callOnce<ToolProblem>(url, name, input, caller);
  if (!refused.isError) throw new Error(`answered: ${refused.text.slice(0, 200)}`);
  return refused;
}

/** No answer is longer (decisions §9). */
const ANSWER_BYTES_MAX = 24 * 1024;

/** The members of every answer that can have a next page. */
export interface Paged {
  truncated: boolean;
  cursor: string | null;
  untrusted: { fields: string[] };
  [list: string]: unknown;
}

/** Calls a tool until its cursor ends; every answer on the way is as short as it must be. */
export async function walkTool(
  client: Callable,
  name: string,
  input: Record<string, unknown>,
): Promise<ToolAnswer<Paged>[]> {
  const answers: ToolAnswer<Paged>[] = [];
  for (let cursor: string | null = ''; cursor !== null; cursor = answers.at(-1)?.answer.cursor ?? null) {
    const reply = await callTool<Paged>(client, name, { ...input, ...(cursor ? { cursor } : {}) });
    expect(reply.isError, reply.text.slice(0, 300)).toBe(false);
    expect(Buffer.byteLength(reply.text), `${name}, answer ${answers.length}`).toBeLessThanOrEqual(ANSWER_BYTES_MAX);
    answers.push(reply);
  }
  return answers;
}

interface JsonRpc {
  jsonrpc: string;
  id: number | string | null;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: Record<string, unknown> };
  /** The problem's code where the transport itself refused. */
  code?: string;
}

/** Sends bytes or one message of revision 2025-11-25 to `/mcp` as no SDK would; what a test cares about is given. */
export const postMcp = (
  url: string,
  body: unknown = { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  { headers, ...options }: Omit<NonNullable<Parameters<typeof ask>[1]>, 'body'> = {},
): Promise<Reply<JsonRpc>> =>
  ask<JsonRpc>(`${url}/mcp`, {
    body,
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      ...headers,
    },
    ...options,
  });

/** A call of a tool as one message. */
export const toolCall = (name: string, input: Record<string, unknown>, id: number | string = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: input },
});
