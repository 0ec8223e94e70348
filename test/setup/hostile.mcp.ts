import { type HostileRequest, type HostileVerdict, post } from './hostile.request.js';

/** Messages that no host of MCP sends. Most are refused by JSON-RPC's own words, with 200 or 400. */

const PAGE_BYTES_MAX = 64 * 1024;
const at = (name: string, verdicts: HostileVerdict | readonly HostileVerdict[], message: unknown): HostileRequest =>
  post(`${name} at /mcp`, verdicts, '/mcp', typeof message === 'string' ? message : JSON.stringify(message), {
    answerBytesMax: PAGE_BYTES_MAX,
  });
const call = (name: string, input: unknown, id: unknown = 1): unknown => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: input },
});

export const hostileMessages: HostileRequest[] = [
  at(
    'a batch of 1,000',
    'VALIDATION_FAILED',
    Array.from({ length: 1_000 }, (_one, id) => call('search_tools', { query: 'a' }, id)),
  ),
  at('an empty batch', 'VALIDATION_FAILED', []),
  at('an empty object', 'protocol', {}),
  at('another version', 'protocol', { jsonrpc: '1.0', id: 1, method: 'tools/list' }),
  at('no method', 'protocol', { jsonrpc: '2.0', id: 1 }),
  at('an unknown method', 'protocol', { jsonrpc: '2.0', id: 1, method: 'tools/steal' }),
  at('a method named for the prototype', 'protocol', { jsonrpc: '2.0', id: 1, method: '__proto__' }),
  at('a method of 100 KB', 'protocol', { jsonrpc: '2.0', id: 1, method: 'a'.repeat(100_000) }),
  at('an id that is an object', 'protocol', { jsonrpc: '2.0', id: { a: 1 }, method: 'tools/list' }),
  at('an id of 200 KB', 'VALIDATION_FAILED', { jsonrpc: '2.0', id: 'a'.repeat(200_000), method: 'ping' }),
  at('an id beyond all numbers', 'protocol', '{"jsonrpc":"2.0","id":1e400,"method":"ping"}'),
  at('an answer that no one asked for', 'ok', { jsonrpc: '2.0', id: 1, result: {} }),
  at('a notification of nothing', 'ok', { jsonrpc: '2.0', method: 'notifications/nothing' }),
  at('a progress of everyone', 'ok', { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }),
  at('an unknown tool', 'protocol', call('steal', {})),
  at('a tool named for the prototype', 'protocol', call('constructor', {})),
  at('no arguments', ['ok', 'VALIDATION_FAILED'], {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'search_tools' },
  }),
  at('arguments that are a list', 'protocol', call('search_tools', [])),
  at('arguments of 200 KB', 'VALIDATION_FAILED', call('search_tools', { query: 'a'.repeat(200_000) })),
  at(
    '10,000 unknown arguments',
    'VALIDATION_FAILED',
    call('search_tools', Object.fromEntries(Array.from({ length: 10_000 }, (_one, index) => [`k${index}`, 1]))),
  ),
  at(
    'a list of 20,000 wrong facts',
    'VALIDATION_FAILED',
    call('find_perks', { facts: Array.from({ length: 20_000 }, () => 1) }),
  ),
  at('a limit of a million', 'VALIDATION_FAILED', call('search_tools', { query: 'a', limit: 1_000_000 })),
  at('a cursor of 10 KB', 'VALIDATION_FAILED', call('search_tools', { query: 'a', cursor: 'a'.repeat(10_000) })),
  at(
    'an intent of 4,000 negations',
    ['ok', 'VALIDATION_FAILED'],
    call('build_brief', { intent: 'not without no '.repeat(270) }),
  ),
  at(
    'an intent of combining marks',
    ['ok', 'VALIDATION_FAILED'],
    call('build_brief', { intent: 'e\u0301'.repeat(2_000) }),
  ),
  at(
    'a plan of another user',
    ['UNAUTHENTICATED', 'NOT_FOUND'],
    call('get_build_packet', { planId: 'pln_00000000-0000-7000-8000-000000000000' }),
  ),
  at('a resource outside', 'protocol', {
    jsonrpc: '2.0',
    id: 1,
    method: 'resources/read',
    params: { uri: 'file:///etc/passwd' },
  }),
  at('a resource of 100 KB', 'VALIDATION_FAILED', {
    jsonrpc: '2.0',
    id: 1,
    method: 'resources/read',
    params: { uri: `dai://${'a'.repeat(100_000)}` },
  }),
  at('a prompt that does not exist', 'protocol', {
    jsonrpc: '2.0',
    id: 1,
    method: 'prompts/get',
    params: { name: '__proto__' },
  }),
  at('a completion of everything', 'protocol', {
    jsonrpc: '2.0',
    id: 1,
    method: 'completion/complete',
    params: { ref: { type: 'ref/prompt', name: 'a' }, argument: { name: 'a', value: 'a'.repeat(50_000) } },
  }),
  at('a subscription', 'protocol', {
    jsonrpc: '2.0',
    id: 1,
    method: 'resources/subscribe',
    params: { uri: 'dai://directory' },
  }),
  at('a revision of the future', 'ok', {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '9999-99-99', capabilities: {}, clientInfo: { name: 'x'.repeat(50_000), version: '1' } },
  }),
  at(
    'params 5,000 levels deep',
    ['ok', 'VALIDATION_FAILED'],
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_tools","arguments":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}}`,
  ),
  at(
    'a member twice in the input of a tool',
    'VALIDATION_FAILED',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_tools","arguments":{"query":"a","query":"b"}}}',
  ),
  at(
    'a member twice in a message',
    'VALIDATION_FAILED',
    '{"jsonrpc":"2.0","id":1,"method":"tools/list","method":"tools/call","params":{"name":"search_tools"}}',
  ),
];
