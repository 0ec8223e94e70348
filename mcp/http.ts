import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { FieldProblem } from './problem.js';
import { openServer } from './server.js';
import type { Toolbox } from './toolbox.js';

export { wrongInitialize } from './initialize.check.js';
export { withoutNullParams } from './params.null.js';
export { documents, openToolbox } from './toolbox.js';
export { type WrongMembers, wrongMembersIn } from './wrong.members.js';

/** The toolbox that one request runs, and the faults of its text in the input of its tool. */
export interface ToolCall {
  readonly toolbox: Toolbox;
  readonly wrongInput: FieldProblem[];
}

/** Answers one request of Streamable HTTP, without a session; nothing of it outlives the answer. */
export type McpHttp = (request: Request, parsedBody: unknown, called: ToolCall) => Promise<Response>;

/**
 * Streamable HTTP in the revisions 2026-07-28 and, for hosts that begin with `initialize`, 2025-11-25 and before (decision 0024). Lists
 * never change while a process lives, so there is nothing to subscribe to.
 */
export function openMcpHttp(note: (error: unknown) => void): McpHttp {
  const calls = new WeakMap<Request, ToolCall>();
  const serverOf = ({ toolbox, wrongInput }: ToolCall) => openServer(toolbox, () => wrongInput);
  const modern = createMcpHandler(
    ({ requestInfo }) => {
      const called = requestInfo && calls.get(requestInfo);
      if (!called) throw new Error('a request without a toolbox');
      return serverOf(called);
    },
    { legacy: 'reject', maxSubscriptions: 0, onerror: note },
  );
  return async (request, parsedBody, called) => {
    if (await isLegacyRequest(request, parsedBody)) {
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      const server = serverOf(called);
      await server.connect(transport);
      try {
        return await transport.handleRequest(request, { parsedBody });
      } finally {
        await server.close();
      }
    }
    calls.set(request, called);
    const answered = await modern.fetch(request, { parsedBody });
    return answered.ok && request.headers.get('mcp-method') === 'subscriptions/listen'
      ? notServed(parsedBody)
      : answered;
  };
}

/** The SDK would say that a limit is reached, and a client would try again. */
function notServed(message: unknown): Response {
  const id = message !== null && typeof message === 'object' && 'id' in message ? message.id : null;
  const error = { code: ProtocolErrorCode.MethodNotFound, message: 'Method not found' };
  return Response.json({ jsonrpc: '2.0', id, error }, { status: 404 });
}
