#!/usr/bin/env node
// @ts-check
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
import { openUsageReceipts } from './usage-receipts.mjs';

/** Receipts get this long after the host closed its end; most hosts wait two seconds before they end the process. */
const CLOSE_MS = 1_000;

const ORDERS = new Map([
  ['1042', { status: 'shipped', parcels: 2 }],
  ['1043', { status: 'packed', parcels: 1 }],
]);
const DAYS_TO = new Map([
  ['DE', 2],
  ['FR', 3],
]);

const { env } = process;
const server = new McpServer({ name: 'orders-mcp', version: '1.0.0' });
const usage = openUsageReceipts({
  apiUrl: env.DAI_API_URL,
  trackingKey: env.SERVICE_ADOPTION_KEY,
  product: { id: 'orders-mcp', name: 'Orders MCP', type: 'mcp_server' }, // as registered, with the key
  userId: env.USAGE_USER_ID,
  accountDomain: env.USAGE_ACCOUNT_DOMAIN,
  workflowId: env.USAGE_WORKFLOW_ID,
  mcpServer: 'orders-mcp',
});

server.registerTool(
  'find_order',
  {
    description: 'Finds an order by its number. Use it before you say anything about an order.',
    inputSchema: { number: z.string().max(40).describe('Number of the order, such as 1042.') },
    outputSchema: { number: z.string(), status: z.string(), parcels: z.number() },
    annotations: { readOnlyHint: true },
  },
  usage.reported('find_order', async ({ number }) => {
    const order = ORDERS.get(number);
    if (!order) return { isError: true, content: [{ type: 'text', text: `There is no order ${number}.` }] };
    const found = { number, ...order };
    return { content: [{ type: 'text', text: JSON.stringify(found) }], structuredContent: found };
  }),
);

server.registerTool(
  'estimate_delivery',
  {
    description: 'Says how many days a parcel takes to a country.',
    inputSchema: { country: z.string().max(40).describe('Two letters, such as DE.') },
    annotations: { readOnlyHint: true },
  },
  usage.reported('estimate_delivery', ({ country }) => {
    const days = DAYS_TO.get(country);
    if (days === undefined) throw new Error(`Nothing is delivered to ${country}.`);
    return { content: [{ type: 'text', text: `${days} days` }] };
  }),
);

process.stdin.once('end', () => usage.close(CLOSE_MS)); // nothing else is open then: the process ends by itself
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    await usage.close(CLOSE_MS);
    process.exit();
  });
await server.connect(new StdioServerTransport());
