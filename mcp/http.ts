import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { Refused } from './problem.js';
import { INSTRUCTIONS, SERVER } from './server.js';
import { type Toolbox, WrongParams } from './toolbox.js';

export { documents, openToolbox } from './toolbox.js';

/** Answers one request of Streamable HTTP, without a session; nothing of it outlives the answer. */
export type McpHttp = (request: Request, parsedBody: unknown, toolbox: Toolbox) => Promise<Response>;

/**
 * Streamable HTTP in the revisions 2026-07-28 and, for hosts that begin with `initialize`, 2025-11-25 and before (decision 0024). Lists
 * never change while a process lives, so there is nothing to subscribe to.
 */
export function openMcpHttp(note: (error: unknown) => void): McpHttp {
  const toolboxes = new WeakMap<Request, Toolbox>();
  const modern = createMcpHandler(
    ({ requestInfo }) => {
      const toolbox = requestInfo && toolboxes.get(requestInfo);
      if (!toolbox) throw new Error('a request without a toolbox');
      return serverOf(toolbox);
    },
    { legacy: 'reject', maxSubscriptions: 0, onerror: note },
  );
  return async (request, parsedBody, toolbox) => {
    if (await isLegacyRequest(request, parsedBody)) {
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      const server = serverOf(toolbox);
      await server.connect(transport);
      try {
        return await transport.handleRequest(request, { parsedBody });
      } finally {
        await server.close();
      }
    }
    toolboxes.set(request, toolbox);
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

function serverOf(toolbox: Toolbox): Server {
  const server = new Server(SERVER, {
    capabilities: { tools: {}, resources: {}, prompts: {} },
    instructions: INSTRUCTIONS,
  });
  server.setRequestHandler('tools/list', () => ({ tools: [...toolbox.tools] }));
  server.setRequestHandler('tools/call', ({ params }) =>
    inProtocol(() => toolbox.callTool(params.name, params.arguments)),
  );
  server.setRequestHandler('resources/list', () => ({ resources: [...toolbox.resources] }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', ({ params }) => inProtocol(() => toolbox.readResource(params.uri)));
  server.setRequestHandler('prompts/list', () => ({
    prompts: toolbox.prompts.map((one) => ({ ...one, arguments: [...one.arguments] })),
  }));
  server.setRequestHandler('prompts/get', ({ params }) =>
    inProtocol(async () => toolbox.getPrompt(params.name, params.arguments)),
  );
  return server;
}

async function inProtocol<T>(answer: () => Promise<T>): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof WrongParams && typeof error.members.uri === 'string')
      throw new ResourceNotFoundError(error.members.uri);
    if (error instanceof WrongParams)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message, error.members);
    if (error instanceof Refused)
      throw new ProtocolError(ProtocolErrorCode.InternalError, error.problem.detail, error.problem);
    throw error;
  }
}
