import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { openServer } from './server.js';
import type { Toolbox } from './toolbox.js';

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
      return openServer(toolbox);
    },
    { legacy: 'reject', maxSubscriptions: 0, onerror: note },
  );
  return async (request, parsedBody, toolbox) => {
    if (await isLegacyRequest(request, parsedBody)) {
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      const server = openServer(toolbox);
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
