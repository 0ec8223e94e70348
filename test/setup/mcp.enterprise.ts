import type { TestApp } from './app.js';
import { connectV1, connectV2 } from './mcp.js';
import { type Called, connectStdio, connectStdioV2, serving } from './mcp.process.js';

/** Every way to a tool: both transports, each in both revisions. */
export type Way =
  | 'Streamable HTTP in 2025-11-25'
  | 'Streamable HTTP in 2026-07-28'
  | 'standard streams in 2025-11-25'
  | 'standard streams in 2026-07-28';

/** A host that holds an enterprise key. */
export interface AgentHost {
  /** Names of the tools that it lists. */
  names(): Promise<string[]>;
  call(name: string, input?: Record<string, unknown>): Promise<Called>;
  /** The text that a process wrote for people so far; nothing over HTTP. */
  words(): string;
  close(): Promise<void>;
}

interface Client {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/** Connects a client of the protocol's own SDKs as a host that was given the key does. */
export async function connectAgent(way: Way, { url }: Pick<TestApp, 'url'>, token: string): Promise<AgentHost> {
  const { client, words = () => '' } = await hostOf(way, url, token);
  return {
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, input = {}) => (await client.callTool({ name, arguments: input })) as unknown as Called,
    words,
    close: () => client.close(),
  };
}

async function hostOf(way: Way, url: string, token: string): Promise<{ client: Client; words?: () => string }> {
  const args = serving(url, '--mode', 'enterprise');
  const env = { DAI_ENTERPRISE_TOKEN: token };
  switch (way) {
    case 'Streamable HTTP in 2025-11-25':
      return connectV1(url, { token });
    case 'Streamable HTTP in 2026-07-28':
      return connectV2(url, { token });
    case 'standard streams in 2025-11-25':
      return connectStdio(args, { env });
    case 'standard streams in 2026-07-28':
      return { client: await connectStdioV2(args, '2026-07-28', env) };
  }
}
