import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const HOST = { name: 'test-host', version: '1.0.0' };

/** The parts that a host sends with every request to `/mcp`. */
export interface McpCaller {
  readonly token?: string;
  readonly headers?: Record<string, string>;
}

const sent = ({ token, headers }: McpCaller) => ({
  requestInit: { headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers } },
});

/** A client that begins with `initialize` (revision 2025-11-25), connected to the `/mcp` of an app. */
export async function connectV1(
  url: string,
  caller: McpCaller = {},
): Promise<{ client: ClientV1; close(): Promise<void> }> {
  const client = new ClientV1(HOST);
  const transport = new TransportV1(new URL(`${url}/mcp`), sent(caller));
  // The SDK's class leaves sessionId undefined where its own interface leaves it out.
  await client.connect(transport as Parameters<ClientV1['connect']>[0]);
  return { client, close: () => client.close() };
}

/** A client of the revision given, without a fallback to another; the newest one begins with `server/discover`. */
export async function connectV2(
  url: string,
  caller: McpCaller & { readonly revision?: '2026-07-28' | 'legacy' } = {},
): Promise<{ client: ClientV2; close(): Promise<void> }> {
  const { revision = '2026-07-28' } = caller;
  const mode = revision === 'legacy' ? revision : { pin: revision };
  const client = new ClientV2(HOST, { versionNegotiation: { mode } });
  await client.connect(new TransportV2(new URL(`${url}/mcp`), sent(caller)));
  return { client, close: () => client.close() };
}
