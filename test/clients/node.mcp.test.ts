import { Client as ClientTwo, InMemoryTransport as InMemoryTwo } from '@modelcontextprotocol/client';
import { Client as ClientOne } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as InMemoryOne } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer as ServerOne } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer as ServerTwo } from '@modelcontextprotocol/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Client, createClient } from '../../clients/node/src/index.js';
import { type Instrumented, type InstrumentOptions, instrument } from '../../clients/node/src/mcp.js';
import { startApp } from '../setup/app.js';
import { query } from '../setup/database.js';
import { type FaultyService, json, startFaultyService } from './service.mock.js';

let service: FaultyService;
beforeEach(async () => {
  service = await startFaultyService();
});
afterEach(() => service.close());

const CANARIES = { argument: 'canary-argument', result: 'canary-result', error: 'canary-error', tool: 'canary-tool' };
const settings = (more: Partial<Parameters<typeof createClient>[0]> = {}) => ({
  url: service.url,
  key: 'dtk_canary0123456789',
  product: { id: 'orders-mcp', name: 'Orders', type: 'mcp_server' as const },
  delayMs: 0,
  ...more,
});

type Server = Pick<ServerOne, 'registerTool' | 'connect' | 'server'>;

/** A server with tools that succeed, report an error and throw, and the wire between it and its client. */
function newServer(sdk: 1 | 2): Server {
  const server: Server =
    sdk === 1
      ? new ServerOne({ name: 'orders', version: '1' })
      : (new ServerTwo({ name: 'orders', version: '1' }) as unknown as Server);
  const inputSchema = (sdk === 1 ? { text: z.string() } : z.object({ text: z.string() })) as { text: z.ZodString };
  server.registerTool('works', { inputSchema }, ({ text }) => ({
    content: [{ type: 'text', text: `${CANARIES.result} ${text}` }],
    _meta: { note: CANARIES.result },
  }));
  server.registerTool('fails', { inputSchema }, () => ({
    content: [{ type: 'text', text: CANARIES.error }],
    isError: true,
  }));
  server.registerTool('throws', { inputSchema }, () => {
    throw new Error(CANARIES.error);
  });
  return server;
}

/** Connects a client, makes a call of each kind and answers every message that the server has sent. */
async function callAll(sdk: 1 | 2, server: Server): Promise<string[]> {
  const [near, far] = sdk === 1 ? InMemoryOne.createLinkedPair() : InMemoryTwo.createLinkedPair();
  const sent: string[] = [];
  const { send } = far;
  far.send = async (message: unknown, more: unknown) => {
    sent.push(JSON.stringify(message));
    return send.call(far, message as never, more as never);
  };
  const client = sdk === 1 ? new ClientOne({ name: 'c', version: '1' }) : new ClientTwo({ name: 'c', version: '1' });
  await Promise.all([server.connect(far as never), client.connect(near as never)]);
  for (const name of ['works', 'fails', 'throws', CANARIES.tool])
    await client.callTool({ name, arguments: { text: CANARIES.argument } }).catch(() => undefined);
  await client.close();
  return sent;
}

const options = (client: Client, more: Partial<InstrumentOptions> = {}): InstrumentOptions => ({
  client,
  mcpServer: 'orders-mcp',
  developerOf: () => 'developer-1',
  accountOf: async () => 'customer.example',
  workflowOf: () => ({ id: 'workflow-1', runId: 'run-1' }),
  ...more,
});
const events = (): Record<string, unknown>[] =>
  [...service.stored.values()].map((text) => JSON.parse(text)).sort((a, b) => (a.occurredAt < b.occurredAt ? -1 : 1));

describe.each([1, 2] as const)('instrument() of the SDK %i', (sdk) => {
  it('reports each call with its outcome, and nothing of arguments, results, errors and made-up tools', async () => {
    const client = createClient(settings({ delayMs: 100_000 }));
    const { counts } = await instrumentedCalls(sdk, client);
    expect(await client.close()).toMatchObject({ stored: 4, unsent: [] });
    const receipts = events().map(({ event_name, developer_id, account_domain, metadata }) => {
      const { usageReceipt } = metadata as { usageReceipt: Record<string, unknown> };
      return { event_name, developer_id, account_domain, ...usageReceipt, latencyMs: typeof usageReceipt.latencyMs };
    });
    const common = {
      developer_id: 'developer-1',
      account_domain: 'customer.example',
      contract: 'service-usage-receipt-v1',
      receiptType: 'mcp_tool_call',
      mcpServer: 'orders-mcp',
      requestCount: 1,
      latencyMs: 'number',
      workflow: { id: 'workflow-1', runId: 'run-1' },
    };
    const failed = { ...common, event_name: 'MCP_TOOL_CALL_FAILED', mcpTool: 'unknown', success: false };
    expect(receipts).toEqual(
      expect.arrayContaining([
        { ...common, event_name: 'MCP_TOOL_CALL_SUCCEEDED', mcpTool: 'works', success: true },
        failed,
        failed,
        failed,
      ]),
    );
    expect(counts).toEqual({ reported: 4, withoutDeveloper: 0, withoutOutcome: 0, dropped: 0 });
    const wire = JSON.stringify(service.taken);
    for (const canary of Object.values(CANARIES)) expect(wire).not.toContain(canary);
  });

  it('names a failed tool that the server has listed', async () => {
    const client = createClient(settings());
    const server = newServer(sdk);
    instrument(server, options(client, { mcpServer: `listed-${sdk}` }));
    const [near, far] = sdk === 1 ? InMemoryOne.createLinkedPair() : InMemoryTwo.createLinkedPair();
    const caller = sdk === 1 ? new ClientOne({ name: 'c', version: '1' }) : new ClientTwo({ name: 'c', version: '1' });
    await Promise.all([server.connect(far as never), caller.connect(near as never)]);
    await caller.listTools();
    await caller.callTool({ name: 'fails', arguments: { text: '' } });
    await caller.close();
    await client.close();
    expect(JSON.stringify(events())).toContain('"mcpTool":"fails"');
  });

  it('sends every message as it was with the service away, silent, refusing, and a client that is closed', async () => {
    const bare = await callAll(sdk, newServer(sdk));
    expect(bare.length).toBeGreaterThanOrEqual(5);
    const closed = createClient(settings());
    await closed.close();
    service.answerWith((_taken, response) => json(response, 401, { code: 'UNAUTHENTICATED' }));
    const clients = [
      createClient(settings({ url: 'http://127.0.0.1:9' })),
      createClient(settings({ fetch: () => new Promise(() => undefined) })),
      createClient(settings()),
      closed,
    ];
    for (const client of clients) {
      const server = newServer(sdk);
      instrument(server, options(client, { mcpServer: `same-${sdk}` }));
      expect(await callAll(sdk, server)).toEqual(bare);
      await client.close({ timeoutMs: 1 });
    }
  });

  it('sends nothing without a developer, and counts it', async () => {
    const client = createClient(settings());
    const nobody: InstrumentOptions['developerOf'][] = [
      () => null,
      () => ' ',
      () => {
        throw new Error('mine');
      },
      async () => Promise.reject(new Error('mine')),
      () => 'x'.repeat(201),
    ];
    for (const developerOf of nobody) {
      const { counts } = await instrumentedCalls(sdk, client, { developerOf });
      expect(counts).toEqual({ reported: 0, withoutDeveloper: 4, withoutOutcome: 0, dropped: 0 });
    }
    await client.close();
    expect(service.taken).toEqual([]);
  });
});

/** The counts settle in the microtasks after the last answer. */
async function instrumentedCalls(
  sdk: 1 | 2,
  client: Client,
  more: Partial<InstrumentOptions> = {},
): Promise<{ counts: Instrumented['counts'] }> {
  const server = newServer(sdk);
  const found = instrument(server, options(client, more));
  expect(instrument(server, options(client, more))).toBe(found);
  await callAll(sdk, server);
  const total = (): number => Object.values(found.counts).reduce((sum, count) => sum + count, 0);
  await expect.poll(total).toBe(4);
  return { counts: found.counts };
}

describe('instrument()', () => {
  it('takes a server that is connected, and one whose transport has accessors of its own', async () => {
    const client = createClient(settings());
    const server = newServer(1);
    const [near, far] = InMemoryOne.createLinkedPair();
    let reader: unknown;
    Object.defineProperty(Object.getPrototypeOf(far), 'onmessage', {
      configurable: true,
      get: () => reader,
      set(read: unknown) {
        if (this === far) reader = read;
        else Object.defineProperty(this, 'onmessage', { value: read, writable: true, configurable: true });
      },
    });
    try {
      const caller = new ClientOne({ name: 'c', version: '1' });
      await server.connect(far);
      const found = instrument(server, options(client));
      await caller.connect(near);
      await caller.callTool({ name: 'works', arguments: { text: 'a' } });
      await expect.poll(() => found.counts.reported).toBe(1);
      await caller.close();
    } finally {
      delete (Object.getPrototypeOf(far) as { onmessage?: unknown }).onmessage;
      await client.close();
    }
  });

  it('counts a cancelled call as one without an outcome', async () => {
    const client = createClient(settings());
    const sent: unknown[] = [];
    const transport = {
      onmessage: undefined as ((message: unknown) => void) | undefined,
      send: async (one: unknown) => void sent.push(one),
    };
    const server = {
      async connect(given: typeof transport): Promise<void> {
        given.onmessage = () => undefined;
      },
    };
    const found = instrument(server as never, options(client));
    await server.connect(transport);
    const call = (id: number) => transport.onmessage?.({ id, method: 'tools/call', params: { name: 'works' } });
    for (const id of [1, 2, 3]) call(id);
    transport.onmessage?.({ method: 'notifications/cancelled', params: { requestId: 1 } });
    await transport.send({ id: 1, result: {} });
    await transport.send({ id: 2, result: { resultType: 'input_required' } });
    await transport.send({ id: 3, result: { task: { taskId: 't' } } });
    await transport.send({ id: 4, result: {} });
    expect(found.counts).toEqual({ reported: 0, withoutDeveloper: 0, withoutOutcome: 3, dropped: 0 });
    await client.close();
  });

  it('has its events stored by a gateway with their receipts', async () => {
    const app = await startApp();
    try {
      const { trackingKey, productId } = app.credentials;
      const product = { id: productId, name: 'Demo API', type: 'api' as const };
      const client = createClient(settings({ url: app.url, key: trackingKey, product }));
      await instrumentedCalls(2, client, { developerOf: () => 'developer-of-instrument' });
      expect(await client.close()).toMatchObject({ stored: 4, refused: [] });
      const rows = await query(
        app.databaseUrl,
        `select event_name from tracking_event where developer_id = $1 and event_name like 'MCP_TOOL_CALL_%'`,
        ['developer-of-instrument'],
      );
      expect(rows.length).toBe(4);
    } finally {
      await app.close();
    }
  });
});
