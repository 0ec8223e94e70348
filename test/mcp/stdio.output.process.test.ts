import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIfStale } from '../faults/gateway.process.js';
import { callOf, INITIALIZE, messagesIn, type RawHost, serving, startRaw } from '../setup/mcp.process.js';
import { type Outside, startOutside } from '../setup/outside.js';

const PING = { jsonrpc: '2.0', id: 99, method: 'ping' };
const EMPTY = { total: 0, asOf: '2026-11-20', nextCursor: null, receipt: { id: 'rcp.1', expiresAt: 'x' }, tools: [] };

let outside: Outside;
beforeAll(async () => {
  await buildIfStale();
  outside = await startOutside();
  outside.serve('/graphql', {
    headers: { 'content-type': 'application/json' },
    content: JSON.stringify({ data: { reply: EMPTY } }),
  });
});
afterAll(() => outside?.close());

const start = (env: Record<string, string> = {}): RawHost => startRaw(serving(`http://${outside.host}`), env);

/** Sends the lines into a session, asks for a sign of life and answers what came out by the end. */
async function after(lines: unknown[], env: Record<string, string> = {}) {
  const host = start(env);
  host.send(INITIALIZE, ...lines, PING);
  await host.answerTo(PING.id);
  host.child.stdin?.end();
  const { code, out, errors } = await host.ended;
  return { code, errors, messages: messagesIn(out) };
}

const own = (messages: Record<string, unknown>[]) => messages.filter(({ id }) => id !== 0 && id !== PING.id);

describe('the standard output of dai mcp serve', () => {
  it('holds messages of the protocol alone, also when warnings are traced', async () => {
    const { code, messages } = await after([callOf(1, 'search_tools', { query: 'email' })], {
      NODE_OPTIONS: '--trace-warnings --trace-deprecation',
      NODE_DEBUG: 'http,net',
    });
    expect(code).toBe(0);
    expect(messages.map(({ jsonrpc, id }) => [jsonrpc, id])).toEqual(
      expect.arrayContaining([
        ['2.0', 0],
        ['2.0', 1],
        ['2.0', PING.id],
      ]),
    );
  });

  it.each([
    ['no JSON', 'hello there'],
    ['an empty line', ''],
    ['broken JSON', '{"jsonrpc":"2.0","id":1,'],
    ['JSON that is no message', '{"a":1}'],
    ['a batch', [callOf(1, 'search_tools', { query: 'a' }), callOf(2, 'search_tools', { query: 'b' })]],
    ['a message of another protocol', { jsonrpc: '1.0', id: 1, method: 'ping' }],
    ['an answer that no one asked for', { jsonrpc: '2.0', id: 7, result: {} }],
    ['null', 'null'],
    ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0x7b, 0xc3, 0x28])],
  ])('gets nothing for %s, and the session goes on', async (_what, line) => {
    const { code, errors, messages } = await after([line]);
    expect([code, own(messages)]).toEqual([0, []]);
    expect(errors).not.toMatch(/\bat \S+ \(|node_modules|\.js:\d/);
  });

  it('gets nothing for a thousand lines of garbage at once, before and within a session, and it goes on', async () => {
    const garbage = Array.from(
      { length: 1_000 },
      (_one, index) => ['{"id":', '[]', `${index}`, '{"jsonrpc":"2.0"}'][index % 4],
    );
    const host = start();
    host.send(garbage.join('\n'), INITIALIZE, `${garbage.join('\n')}\n${JSON.stringify(PING)}`);
    await host.answerTo(PING.id);
    host.child.stdin?.end();
    const { code, out } = await host.ended;
    expect([code, messagesIn(out).map(({ id }) => id)]).toEqual([0, [0, PING.id]]);
  });

  it('takes invalid UTF-8 within a text for what it is', async () => {
    const [begin, end] = JSON.stringify(callOf(1, 'search_tools', { query: '#' })).split('#') as [string, string];
    const { messages } = await after([Buffer.concat([Buffer.from(begin), Buffer.from([0xff]), Buffer.from(end)])]);
    expect(own(messages)).toMatchObject([{ id: 1, result: { structuredContent: { query: '\ufffd' } } }]);
  });

  it('answers an unknown method, tool, resource and prompt with an error of the protocol', async () => {
    const requested = (id: number, method: string, params: Record<string, unknown>) => ({
      jsonrpc: '2.0',
      id,
      method,
      params,
    });
    const { messages } = await after([
      requested(1, 'tools/destroy', {}),
      callOf(2, 'no_such_tool'),
      requested(3, 'resources/read', { uri: 'file:///etc/passwd' }),
      requested(4, 'prompts/get', { name: 'no-such-prompt' }),
    ]);
    const codes = own(messages).map(({ id, error }) => [id, (error as { code: number }).code]);
    expect(codes.sort()).toEqual([
      [1, -32_601],
      [2, -32_602],
      [3, -32_602],
      [4, -32_602],
    ]);
    expect(JSON.stringify(messages)).not.toMatch(/\bat \S+ \(|node_modules/);
  });

  it('refuses a member twice: in a tool’s input by the tool, elsewhere by the protocol', async () => {
    const message = (id: number, params: string): string =>
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":${params}}`;
    const { messages } = await after([
      message(1, '{"name":"search_tools","arguments":{"query":"a","quer\\u0079":"b"}}'),
      message(2, '{"name":"search_tools","name":"find_perks","arguments":{"query":"a"}}'),
      message(3, '{"name":"search_tools","arguments":{"query":"a"}}'),
    ]);
    const errors = (pointer: string) => [expect.objectContaining({ pointer, code: 'duplicate_member' })];
    expect(own(messages).sort((a, b) => Number(a.id) - Number(b.id))).toMatchObject([
      { id: 1, result: { isError: true, structuredContent: { code: 'VALIDATION_FAILED', errors: errors('/query') } } },
      { id: 2, error: { code: -32_600, data: { code: 'VALIDATION_FAILED', errors: errors('/params/name') } } },
      { id: 3, result: { structuredContent: { total: 0 } } },
    ]);
  });

  it('refuses a member named __proto__ in a tool’s input, at any depth', async () => {
    const call = (id: number, input: string): string =>
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"prepare_submission","arguments":${input}}}`;
    const { messages } = await after([
      call(1, '{"kind":"tracked_links","__proto__":{"note":"a"}}'),
      call(2, '{"kind":"tracked_links","fields":{"a":{"__pro\\u0074o__":1}}}'),
    ]);
    const refused = (id: number, pointer: string) => ({
      id,
      result: { isError: true, structuredContent: { errors: [{ pointer, code: 'forbidden_key' }] } },
    });
    expect(own(messages).sort((a, b) => Number(a.id) - Number(b.id))).toMatchObject([
      refused(1, '/__proto__'),
      refused(2, '/fields/a/__proto__'),
    ]);
  });

  it('refuses an initialize with its missing members, and one of a revision that has none', async () => {
    const modern = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'host', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const { messages } = await after([
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: { capabilities: {}, protocolVersion: '2025-11-25' } },
      { jsonrpc: '2.0', id: 2, method: 'initialize', params: { _meta: modern } },
    ]);
    const errors = [{ pointer: '/params/clientInfo', code: 'required' }];
    expect(own(messages).sort((a, b) => Number(a.id) - Number(b.id))).toMatchObject([
      { id: 1, error: { code: -32_602, message: '1 field needs correction', data: { errors } } },
      { id: 2, error: { code: -32_601 } },
    ]);
  });

  it('takes parameters that are null for absent ones', async () => {
    const { messages } = await after([
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'find_perks', arguments: null } },
      { jsonrpc: '2.0', id: 2, method: 'tools/list', params: { cursor: null } },
      { jsonrpc: '2.0', id: 3, method: 'tools/list', params: null },
      '{"jsonrpc":"2.0","id":4,"method":"ping","params" : null}',
      '{"jsonrpc":"2.0","method":"notifications/roots/list_changed","params":null}',
      callOf(5, 'find_perks', { query: '"params":null' }),
    ]);
    const answers = own(messages).sort((a, b) => Number(a.id) - Number(b.id));
    expect(answers).toMatchObject([
      { id: 1, result: { structuredContent: {} } },
      { id: 2, result: { tools: expect.any(Array) } },
      { id: 3, result: { tools: expect.any(Array) } },
      { id: 4, result: {} },
      { id: 5, result: { structuredContent: {} } },
    ]);
  });

  it('takes such a message in pieces, too', async () => {
    const host = start();
    host.send(INITIALIZE);
    await host.answerTo(0);
    for (const piece of ['{"jsonrpc":"2.0","id":1,"method":"tools/list","par', 'ams":nu', 'll}\n{"jsonrpc"', ':"2.0",'])
      await new Promise((written) => host.child.stdin?.write(piece, written));
    host.send('"id":99,"method":"ping","params":null}');
    await host.answerTo(PING.id);
    host.child.stdin?.end();
    expect(own(messagesIn((await host.ended).out))).toMatchObject([{ id: 1, result: { tools: expect.any(Array) } }]);
  });

  it('stays whole when many calls answer at once', async () => {
    const calls = Array.from({ length: 200 }, (_one, index) => callOf(index + 100, 'search_tools', { query: 'email' }));
    const host = start();
    host.send(INITIALIZE, ...calls);
    host.child.stdin?.end();
    const { code, out } = await host.ended;
    expect(code).toBe(0);
    expect(messagesIn(out)).toHaveLength(201);
  });

  it('answers a line of 9 MB', async () => {
    const params = { name: 'choose_a_stack', arguments: { intent: 'x'.repeat(9 * 1024 * 1024) } };
    const { code, messages } = await after([{ jsonrpc: '2.0', id: 1, method: 'prompts/get', params }]);
    expect([code, own(messages)]).toMatchObject([0, [{ id: 1, error: { code: -32_602 } }]]);
  });

  it('ends with a session whose host sends a line beyond every bound', async () => {
    const host = start();
    host.send(INITIALIZE, 'x'.repeat(11 * 1024 * 1024), PING);
    const { code, out, errors } = await host.ended;
    expect([code, messagesIn(out).map(({ id }) => id)]).toEqual([0, [0]]);
    expect(errors).toContain('could not be read');
  });
});
