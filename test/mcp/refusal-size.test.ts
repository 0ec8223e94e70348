import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { callOnce, postMcp, refusalOf, type ToolProblem } from '../setup/mcp.ask.js';

const ANSWER_BYTES_MAX = 24 * 1024;
const manyMembers = (count: number, length = 8) =>
  Object.fromEntries(Array.from({ length: count }, (_one, at) => [`${at}`.padEnd(length, 'x'), 1]));

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe('a refusal of very many wrong fields', () => {
  it.each<[string, string, Record<string, unknown>, number]>([
    ['unknown members', 'search_tools', { query: 'a', ...manyMembers(1_900) }, 1_900],
    ['long unknown members', 'get_build_packet', { planId: 'pln_x', ...manyMembers(500, 128) }, 500],
    ['wrong items of lists', 'find_perks', { facts: { partners: Array(50).fill(1) }, ...manyMembers(30) }, 80],
    ['unknown members below a member', 'build_brief', { intent: 'payments', constraints: manyMembers(900, 120) }, 900],
  ])('stays as short as any answer and says how many there are: %s', async (_what, name, input, count) => {
    const { answer, text } = await refusalOf(app.url, name, input, { token: app.credentials.workflowToken });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(ANSWER_BYTES_MAX);
    expect(answer.code).toBe('VALIDATION_FAILED');
    const listed = answer.errors?.length ?? 0;
    expect(listed).toBeGreaterThan(0);
    expect(answer.detail).toBe(`${count} fields need correction; the first ${listed} are listed`);
    expect(answer.next).toHaveLength(1);
  });

  it('is one where a list is too long, whatever is in it', async () => {
    const { answer } = await refusalOf(app.url, 'find_perks', { facts: { partners: Array(50_000).fill(1) } });
    expect(answer.errors).toMatchObject([{ pointer: '/facts/partners', code: 'array_max_size' }]);
  });

  it('stays short where the gateway found them', async () => {
    const category = Array.from({ length: 20 }, (_one, at) => `no-category-${at}-`.padEnd(60, 'x'));
    const { answer, text } = await refusalOf(app.url, 'build_brief', {
      intent: 'payments and e-mail',
      constraints: { category, pricing: category, maturity: category, proof: category, interface: category },
    });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(ANSWER_BYTES_MAX);
    expect(answer.errors?.length).toBeGreaterThan(0);
    expect(answer.detail.match(/are listed/g)?.length ?? 0).toBeLessThanOrEqual(1);
  });

  it.each([
    ['arguments of a prompt', 'prompts/get', { name: 'choose_a_stack', arguments: { intent: 'x', ...asTexts(1_900) } }],
    ['an address of a resource', 'resources/read', { uri: `dai://${'x'.repeat(200_000)}` }],
  ])('stays short as an error of the protocol: %s', async (_what, method, params) => {
    const reply = await postMcp(app.url, { jsonrpc: '2.0', id: 1, method, params });
    expect(reply.body.error?.code).toBe(-32_602);
    expect(JSON.stringify(reply.body).length).toBeLessThan(4_000);
  });
});

function asTexts(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_one, at) => [`argument-${at}`, 'x']));
}

describe('what a refusal says next', () => {
  it.each<[string, Record<string, unknown>, keyof typeof callers, RegExp]>([
    ['no token', { planId: 'pln_x' }, 'none', /creates a workflow token .* tools:read/],
    ['a wrong token', { planId: 'pln_x' }, 'wrong', /replaces the credential/],
    ['a placeholder', { planId: 'pln_x' }, 'placeholder', /sets DAI_TOKEN where the host is started/],
    [
      'a token of a project',
      { planId: 'pln_x' },
      'project',
      /creates another workflow token: scope tools:read, bound to no/,
    ],
    ['an enterprise key', { planId: 'pln_x' }, 'enterprise', /creates another workflow token/],
  ])('is something that the person does: %s', async (_what, input, caller, words) => {
    const { answer } = await refusalOf(app.url, 'get_build_packet', input, callers[caller]());
    expect(answer.next[0]).toMatchObject({ needsPerson: true, do: expect.stringMatching(words) });
  });

  it('is something that the model can do where the plan is not there', async () => {
    const { answer } = await refusalOf(
      app.url,
      'get_build_packet',
      { planId: 'pln_01a1f910-3740-70d8-a253-24cbcca6c694' },
      { token: app.credentials.workflowToken },
    );
    expect(answer.code).toBe('NOT_FOUND');
    expect(answer.next.map(({ tool, needsPerson }) => [tool, needsPerson])).toEqual([
      [undefined, false],
      ['build_brief', false],
    ]);
  });

  it('is no saving where a brief has no tool', async () => {
    const { answer } = await callOnce<{ stack: unknown[]; next: ToolProblem['next'] }>(app.url, 'build_brief', {
      intent: 'zorble frob glorp',
    });
    expect(answer.stack).toEqual([]);
    expect(answer.next.map(({ tool }) => tool)).toEqual(['build_brief', 'search_tools']);
  });
});

const callers = {
  none: () => ({}),
  wrong: () => ({ token: 'dai_0123456789abcdefghijABCDEFGHIJ000000' }),
  placeholder: () => ({ token: '${DAI_TOKEN}' }),
  project: () => ({ token: app.credentials.projectToken }),
  enterprise: () => ({ token: app.credentials.enterpriseKey }),
};
