import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from '../../server/platform/version.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, signIn } from '../setup/ask.js';
import { postMcp, toolCall } from '../setup/mcp.ask.js';
import { connectV1, connectV2 } from '../setup/mcp.js';

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 'first',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

/** The lines that the application logs as errors. */
const errors: string[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { LOG_LEVEL: 'error' }, logTo: { write: (line) => void errors.push(line) } });
});
afterAll(() => app.close());

describe('what /mcp takes', () => {
  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])('is no %s', async (method) => {
    const reply = await ask(`${app.url}/mcp`, { method, headers: { accept: 'text/event-stream' } });
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it.each([
    ['a body that is not JSON', '<xml/>', 'text/plain', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['half a message', '{"jsonrpc":', 'application/json', 400, 'MALFORMED_JSON'],
    ['a batch', JSON.stringify([LIST, LIST]), 'application/json', 400, 'VALIDATION_FAILED'],
    ['an empty batch', '[]', 'application/json', 400, 'VALIDATION_FAILED'],
    ['a word', '"tools/list"', 'application/json', 400, 'VALIDATION_FAILED'],
    [
      'more than 256 KiB',
      JSON.stringify({ ...LIST, pad: 'x'.repeat(262_144) }),
      'application/json',
      413,
      'PAYLOAD_TOO_LARGE',
    ],
  ])('is not %s', async (_what, body, type, status, code) => {
    const reply = await postMcp(app.url, body, { headers: { 'content-type': type } });
    expect([reply.status, reply.body.code]).toEqual([status, code]);
    expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });

  it.each([
    ['a method that is not there', { ...LIST, method: 'tools/forget' }, -32_601],
    ['a tool that is not there', toolCall('drop_tables', {}), -32_602],
    ['a call without a name', { ...LIST, method: 'tools/call', params: {} }, -32_602],
    ['a resource that is not there', { ...LIST, method: 'resources/read', params: { uri: 'dai://nothing' } }, -32_602],
    ['a prompt that is not there', { ...LIST, method: 'prompts/get', params: { name: 'nothing' } }, -32_602],
  ])('is not %s', async (_what, message, code) => {
    const reply = await postMcp(app.url, message);
    expect(reply.body).toMatchObject({ jsonrpc: '2.0', id: 1, error: { code } });
    expect(reply.text).not.toMatch(/node_modules|ZodError|\bat \S+ \(/);
  });

  it.each([
    [
      'no parameters',
      {},
      ['/params/protocolVersion required', '/params/capabilities required', '/params/clientInfo required'],
    ],
    ['null for all', null, ['/params required']],
    ['null for one', { ...INITIALIZE.params, clientInfo: null }, ['/params/clientInfo required']],
    ['a number for the version', { ...INITIALIZE.params, protocolVersion: 5 }, ['/params/protocolVersion wrong_type']],
    [
      'a client without a name',
      { ...INITIALIZE.params, clientInfo: { version: '1' } },
      ['/params/clientInfo/name required'],
    ],
  ])('begins no session with %s', async (_what, params, expected) => {
    const reply = await postMcp(app.url, { ...INITIALIZE, params });
    const { code, data } = reply.body.error ?? {};
    const errors = expected.map((one) => {
      const [pointer, is] = one.split(' ');
      return { pointer, code: is };
    });
    expect({ code, data }).toMatchObject({ code: -32_602, data: { errors } });
    expect(reply.text).not.toMatch(/invalid_type|node_modules|ZodError/);
  });

  it.each([
    ['the input of a tool', { ...LIST, method: 'tools/call', params: { name: 'find_perks', arguments: null } }],
    ['all parameters', { ...LIST, params: null }],
    ['a cursor', { ...LIST, params: { cursor: null } }],
    [
      'the arguments of a prompt',
      { ...LIST, method: 'prompts/get', params: { name: 'instrument_my_product', arguments: null } },
    ],
  ])('may be null: %s', async (_what, message) => {
    const named = await postMcp(app.url, message);
    const { arguments: _null, cursor: _none, ...params }: Record<string, unknown> = message.params ?? {};
    const absent = await postMcp(app.url, { ...message, params });
    expect(named.status).toBe(200);
    expect(Object.keys(named.body).sort()).toEqual(Object.keys(absent.body).sort());
    expect(named.body.error).toEqual(absent.body.error);
  });

  it('is no revision that the protocol never had', async () => {
    const reply = await postMcp(app.url, LIST, { headers: { 'mcp-protocol-version': '1999-01-01' } });
    expect([reply.status, reply.body.error !== undefined]).toEqual([400, true]);
  });
});

describe('how /mcp answers', () => {
  it('is private JSON without a session or a cookie, also to a signed-in person', async () => {
    const cookie = await signIn(app, app.credentials.users.builder);
    const messages = [INITIALIZE, LIST, toolCall('search_tools', { query: 'payments' }), toolCall('none', {})];
    for (const message of messages) {
      const { headers } = await postMcp(app.url, message, { cookie });
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('x-request-id')).toBeTruthy();
      expect([headers.get('set-cookie'), headers.get('mcp-session-id'), headers.get('etag')]).toEqual([
        null,
        null,
        null,
      ]);
    }
  });

  it('says to a host that begins with initialize which revision it speaks and how to work with it', async () => {
    const { body } = await postMcp(app.url, INITIALIZE);
    expect(body).toMatchObject({
      id: 'first',
      result: { protocolVersion: '2025-11-25', serverInfo: { name: 'dai', version: VERSION } },
    });
    expect(body.result?.instructions).toMatch(/search_tools .* build_brief .* get_build_packet/);
  });

  it('tells hosts of both revisions the same instructions', async () => {
    const [first, second] = [await connectV1(app.url), await connectV2(app.url)];
    expect(first.client.getInstructions()).toBeTruthy();
    expect(second.client.getInstructions()).toBe(first.client.getInstructions());
    await Promise.all([first.close(), second.close()]);
  });

  it('is 202 without a body to a notification', async () => {
    const reply = await postMcp(app.url, { jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([reply.status, reply.text]).toEqual([202, '']);
  });

  it('is that revision 2026-07-28 has no initialize, also without the parameters of one', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const reply = await postMcp(
      app.url,
      { jsonrpc: '2.0', id: 9, method: 'initialize', params: { _meta: meta } },
      { headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'initialize' } },
    );
    expect([reply.status, reply.body.id, reply.body.error?.code]).toEqual([404, 9, -32_601]);
  });

  it('is that there are no subscriptions, at once', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const params = { _meta: meta, notifications: { toolsListChanged: true } };
    const reply = await postMcp(
      app.url,
      { jsonrpc: '2.0', id: 9, method: 'subscriptions/listen', params },
      { headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' } },
    );
    expect([reply.status, reply.body.id, reply.body.error?.code]).toEqual([404, 9, -32_601]);
  });

  it('stays the same to others when clients hang up in the middle of a call', async () => {
    const call = JSON.stringify(toolCall('build_brief', { intent: 'payments and transactional email' }));
    const request = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${call.length}\r\n\r\n${call}`;
    const hangUp = () =>
      new Promise<void>((gone) => {
        const socket = net.connect(Number(new URL(app.url).port), '127.0.0.1', () => {
          socket.write(request, () => socket.destroy());
        });
        socket.once('close', () => gone());
      });
    await Promise.all(Array.from({ length: 20 }, hangUp));
    expect((await postMcp(app.url, toolCall('search_tools', { query: 'payments' }))).body.result).toBeDefined();
    expect(errors).toEqual([]);
  });
});
