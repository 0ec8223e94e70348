import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildIfStale } from '../faults/gateway.process.js';
import {
  connectStdio,
  connectStdioV2,
  INITIALIZE,
  messagesIn,
  requestOf,
  serving,
  startRaw,
} from '../setup/mcp.process.js';
import { type Outside, startOutside } from '../setup/outside.js';

const EMPTY = { total: 0, asOf: '2026-11-20', nextCursor: null, receipt: { id: 'rcp.1', expiresAt: 'x' }, tools: [] };
const ANSWER = {
  headers: { 'content-type': 'application/json' },
  content: JSON.stringify({ data: { reply: EMPTY } }),
};
const search = { name: 'search_tools', arguments: { query: 'email' } };

let outside: Outside;
const clients = new Set<{ close(): Promise<void> }>();
beforeAll(async () => {
  await buildIfStale();
  outside = await startOutside();
});
beforeEach(() => {
  outside.reset();
  outside.serve('/graphql', ANSWER);
});
afterEach(async () => {
  await Promise.all([...clients].map((one) => one.close()));
  clients.clear();
});
afterAll(() => outside?.close());

const args = (): string[] => serving(`http://${outside.host}`);

async function connectV1() {
  const { client } = await connectStdio(args());
  clients.add(client);
  return client;
}

async function connectV2(mode: Parameters<typeof connectStdioV2>[1]) {
  const client = await connectStdioV2(args(), mode);
  clients.add(client);
  return client;
}

/** Everything that a host can list and ask for. */
async function everythingOf(client: Awaited<ReturnType<typeof connectV1 | typeof connectV2>>) {
  const { tools } = await client.listTools();
  const { resources } = await client.listResources();
  const { prompts } = await client.listPrompts();
  const { messages } = await client.getPrompt({ name: 'choose_a_stack', arguments: { intent: 'a shop' } });
  const { contents } = await client.readResource({ uri: 'dai://contracts/service-usage-receipt-v1' });
  const { structuredContent } = await client.callTool(search);
  return { tools, resources, prompts, messages, contents, structuredContent, instructions: client.getInstructions() };
}

describe('the revisions of dai mcp serve', () => {
  it('are the newest for a client of SDK 2, which finds there what a client of SDK 1 finds', async () => {
    const [first, second] = [await connectV1(), await connectV2('2026-07-28')];
    expect(second.getNegotiatedProtocolVersion()).toBe('2026-07-28');
    const found = await everythingOf(first);
    expect(found.tools).toHaveLength(5);
    expect(await everythingOf(second)).toEqual(found);
    expect(second.getServerVersion()).toEqual(first.getServerVersion());
    expect(second.getServerCapabilities()).toEqual(first.getServerCapabilities());
  });

  it.each([
    ['auto', '2026-07-28'],
    ['legacy', '2025-11-25'],
  ] as const)('are what a client of SDK 2 agrees on that asks for %s: %s', async (mode, revision) => {
    const client = await connectV2(mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect((await client.callTool(search)).structuredContent).toMatchObject({ total: 0 });
  });

  it.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])(
    'are %s for a host that begins with it',
    async (protocolVersion) => {
      const host = startRaw(args());
      host.send({ ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion } });
      expect(await host.answerTo(0)).toMatchObject({ result: { protocolVersion } });
      host.child.stdin?.end();
      await host.ended;
    },
  );

  it('are told to a host that begins with one that the protocol never had, and the session goes on', async () => {
    const host = startRaw(args());
    host.send(requestOf(1, 'server/discover', {}, '1999-01-01'));
    expect(await host.answerTo(1)).toMatchObject({ error: { data: { supported: ['2026-07-28'] } } });
    host.send(requestOf(2, 'server/discover'));
    expect(await host.answerTo(2)).toMatchObject({ result: { supportedVersions: ['2026-07-28'] } });
    host.child.stdin?.end();
    await host.ended;
  });
});

describe('dai mcp serve in the newest revision', () => {
  it('answers what was asked before its input was closed, and then ends', async () => {
    let answer: () => void = () => undefined;
    outside.serve('/graphql', { ...ANSWER, wait: new Promise<void>((open) => (answer = open)) });
    const host = startRaw(args());
    host.send(requestOf(1, 'tools/call', search), requestOf(2, 'tools/call', search), requestOf(3, 'tools/list'));
    host.child.stdin?.end();
    await outside.reached('/graphql', 2);
    answer();
    const { code, out } = await host.ended;
    expect(code).toBe(0);
    expect(messagesIn(out).map(({ id, result }) => [id, result !== undefined])).toEqual(
      expect.arrayContaining([1, 2, 3].map((id) => [id, true])),
    );
  });

  it('has no subscriptions, and says so as POST /mcp does', async () => {
    const host = startRaw(args());
    host.send(requestOf(1, 'server/discover'));
    host.send(requestOf(2, 'subscriptions/listen', { notifications: { toolsListChanged: true } }));
    expect(await host.answerTo(2)).toMatchObject({ error: { code: -32_601 } });
    host.child.stdin?.end();
    expect(await host.ended).toMatchObject({ code: 0 });
  });

  it('refuses an unknown tool, resource and prompt with an error of the protocol', async () => {
    const host = startRaw(args());
    host.send(
      requestOf(1, 'tools/call', { name: 'no_such_tool', arguments: {} }),
      requestOf(2, 'resources/read', { uri: 'file:///etc/passwd' }),
      requestOf(3, 'prompts/get', { name: 'no-such-prompt' }),
    );
    host.child.stdin?.end();
    const { out } = await host.ended;
    expect(messagesIn(out).map(({ error }) => (error as { code: number }).code)).toEqual([-32_602, -32_602, -32_602]);
  });
});
