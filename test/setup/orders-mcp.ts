import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

/** The example of docs/, as a file to run. */
export const ordersMcp = fileURLToPath(new URL('../../docs/examples/mcp-usage-receipts/server.mjs', import.meta.url));

/** A tracking key by its form alone, for services that are not ours. */
export const anyTrackingKey = `dtk_${'k'.repeat(36)}`;

/** The environment in which the example reports to a service. */
export const reportingTo = (url: string, trackingKey = anyTrackingKey): Record<string, string> => ({
  DAI_API_URL: url,
  SERVICE_ADOPTION_KEY: trackingKey,
  USAGE_USER_ID: 'person-7f3a',
  USAGE_ACCOUNT_DOMAIN: 'customer.example',
  USAGE_WORKFLOW_ID: 'order-desk',
});

/** Arguments of the three calls; none of these words may leave the process in a receipt. */
export const orderCalls = [
  { name: 'find_order', arguments: { number: '1042' } },
  { name: 'find_order', arguments: { number: 'words of a person' } },
  { name: 'estimate_delivery', arguments: { country: 'a secret place' } },
] as const;

type OrderCall = (typeof orderCalls)[number];

export interface OrdersHost {
  call(call: OrderCall): Promise<void>;
  /** Lists the tools and makes the three calls, one after the other. */
  callAll(): Promise<void>;
  /** Every message that the example wrote, as it came. */
  readonly messages: readonly unknown[];
  /** Lines on its output that were no message of the protocol. */
  readonly strays: readonly Error[];
  /** The text that it wrote for people. */
  stderr(): string;
  /** Closes its input and waits for its end. */
  close(): Promise<void>;
}

/** Starts the example as a host does, with a real client. */
export async function startOrdersMcp(env: Record<string, string>): Promise<OrdersHost> {
  const transport = new StdioClientTransport({ command: process.execPath, args: [ordersMcp], env, stderr: 'pipe' });
  const messages: unknown[] = [];
  const strays: Error[] = [];
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    stderr += String(chunk);
  });
  const client = new Client({ name: 'host', version: '1.0.0' });
  client.onerror = (error) => strays.push(error);
  await client.connect(transport);
  const deliver = transport.onmessage;
  transport.onmessage = (message, ...more) => {
    messages.push(message);
    deliver?.(message, ...more);
  };
  const call = async (one: OrderCall): Promise<void> => {
    await client.callTool(one);
  };
  return {
    call,
    async callAll() {
      await client.listTools();
      for (const one of orderCalls) await call(one);
    },
    messages,
    strays,
    stderr: () => stderr,
    close: () => client.close(),
  };
}

/** The answers that a host gets of the example in that environment, from the first list to the end. */
export async function ordersRun(env: Record<string, string>): Promise<readonly unknown[]> {
  const host = await startOrdersMcp(env);
  await host.callAll();
  await host.close();
  return host.messages;
}
