import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { hostileValues } from '../setup/hostile.js';
import { callOnce, postMcp, refusalOf, toolCall } from '../setup/mcp.ask.js';
import { MARK } from '../setup/refusal.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Wrong = [tool: string, input: Record<string, unknown>, pointer: string, code: string];

/** Inputs that a model may come up with, each with what the refusal points at, in the tool's own names. */
const wrong: Wrong[] = [
  ['search_tools', {}, '/query', 'required'],
  ['search_tools', { q: MARK }, '/query', 'required'],
  ['search_tools', { query: 'a', extra: MARK }, '/extra', 'unknown_field'],
  ['search_tools', { query: '' }, '/query', 'too_short'],
  ['search_tools', { query: 'x'.repeat(1_001) }, '/query', 'too_long'],
  ['search_tools', { query: 7 }, '/query', 'wrong_type'],
  ['search_tools', { query: null }, '/query', 'required'],
  ['search_tools', { query: 'a', extra: null }, '/extra', 'unknown_field'],
  ['search_tools', { query: [MARK] }, '/query', 'wrong_type'],
  ['search_tools', { query: 'a\u0000b' }, '/query', 'text'],
  ['search_tools', JSON.parse(`{"query":"a","__proto__":{"${MARK}":1}}`), '/__proto__', 'forbidden_key'],
  ['search_tools', { query: 'a', limit: 0 }, '/limit', 'min'],
  ['search_tools', { query: 'a', limit: 21 }, '/limit', 'max'],
  ['search_tools', { query: 'a', limit: 1.5 }, '/limit', 'wrong_type'],
  ['search_tools', { query: 'a', limit: '5' }, '/limit', 'wrong_type'],
  ['search_tools', { query: 'a', category: 'no-such' }, '/category', 'not_allowed'],
  ['search_tools', { query: 'a', category: ['email'] }, '/category', 'wrong_type'],
  ['search_tools', { query: 'a', cursor: MARK }, '/cursor', 'pattern'],
  ['find_perks', { limit: 21 }, '/limit', 'max'],
  ['find_perks', { query: '' }, '/query', 'too_short'],
  ['find_perks', { query: 'x'.repeat(201) }, '/query', 'too_long'],
  ['find_perks', { cursor: MARK }, '/cursor', 'pattern'],
  ['find_perks', { facts: 'small' }, '/facts', 'wrong_type'],
  ['find_perks', { facts: { stage: 'seed' } }, '/facts/stage', 'unknown_field'],
  ['find_perks', JSON.parse('{"facts":{"__proto__":1}}'), '/facts/__proto__', 'forbidden_key'],
  ['find_perks', { facts: { employees: '3' } }, '/facts/employees', 'wrong_type'],
  ['find_perks', { facts: { employees: -1 } }, '/facts/employees', 'min'],
  ['find_perks', { facts: { country: 'Germany' } }, '/facts/country', 'matches'],
  ['find_perks', { facts: { fundingStage: MARK } }, '/facts/fundingStage', 'not_allowed'],
  ['find_perks', { facts: { partners: [1] } }, '/facts/partners/0', 'wrong_type'],
  ['build_brief', {}, '/intent', 'required'],
  ['build_brief', { intent: 'ab' }, '/intent', 'too_short'],
  ['build_brief', { intent: 'x'.repeat(4_001) }, '/intent', 'too_long'],
  ['build_brief', { intent: 'payments', constraints: [] }, '/constraints', 'wrong_type'],
  ['build_brief', { intent: 'payments', constraints: { price: 'free' } }, '/constraints/price', 'unknown_field'],
  ['build_brief', { intent: 'payments', constraints: { pricing: 'free' } }, '/constraints/pricing', 'wrong_type'],
  ['build_brief', { intent: 'payments', constraints: { pricing: [MARK] } }, '/constraints/pricing', 'is_in'],
  ['build_brief', { intent: 'payments', cursor: MARK }, '/cursor', 'stale_cursor'],
  ['get_build_packet', {}, '/planId', 'required'],
  ['get_build_packet', { planId: '' }, '/planId', 'too_short'],
  ['get_build_packet', { planId: 'pln_x', plan: MARK }, '/plan', 'unknown_field'],
  ['prepare_submission', {}, '/kind', 'required'],
  ['prepare_submission', { kind: MARK }, '/kind', 'not_allowed'],
  ['prepare_submission', { kind: 'tracked_links', contact: { phone: MARK } }, '/contact/phone', 'unknown_field'],
  ['prepare_submission', { kind: 'tracked_links', note: 'x'.repeat(2_001) }, '/note', 'too_long'],
  ['prepare_submission', { kind: 'tracked_links', fields: { links: MARK.repeat(1_000) } }, '/fields', 'too_long'],
];

describe('a malformed input', () => {
  it.each(wrong)('%s %j is pointed at %s', async (tool, input, pointer, code) => {
    const { answer, whole } = await refusalOf(app.url, tool, input, { token: app.credentials.workflowToken });
    expect([answer.status, answer.code, answer.retryable]).toEqual([400, 'VALIDATION_FAILED', false]);
    expect(answer.errors?.map((one) => [one.pointer, one.code])).toContainEqual([pointer, code]);
    expect(answer.errors?.every(({ detail }) => detail.length > 0)).toBe(true);
    expect(answer.next).toEqual([expect.objectContaining({ needsPerson: false })]);
    expect(whole).not.toContain(MARK);
  });

  it('has every problem named at once', async () => {
    const { answer } = await refusalOf(app.url, 'search_tools', { query: '', limit: 0, more: 1 });
    expect(answer.errors?.map(({ pointer }) => pointer).toSorted()).toEqual(['/limit', '/more', '/query']);
    expect(answer.detail).toBe('3 fields need correction');
  });

  it.each(wrong.filter(([tool]) => tool === 'get_build_packet'))(
    'does not tell a stranger what is wrong with %s %j',
    async (tool, input) => {
      const { answer, whole } = await refusalOf(app.url, tool, input);
      expect([answer.status, answer.code]).toEqual([401, 'UNAUTHENTICATED']);
      expect(whole).not.toContain('/plan');
    },
  );

  it('is no reason to fail, whatever stands where an input or a field of it is', async () => {
    for (const value of hostileValues) {
      for (const call of [
        toolCall('search_tools', value as Record<string, unknown>),
        toolCall('search_tools', { query: value }),
        toolCall('find_perks', { facts: value }),
        toolCall('find_perks', { facts: { partners: value } }),
        toolCall('build_brief', { intent: value, constraints: { exclude: value } }),
      ]) {
        const reply = await postMcp(app.url, call);
        const what = `${JSON.stringify(call).slice(0, 120)}: ${reply.text.slice(0, 300)}`;
        expect([200, 400], what).toContain(reply.status);
        expect(reply.text, what).not.toMatch(/"code":"(INTERNAL|UNAVAILABLE)"|-32603|node_modules|ZodError|TypeError/);
      }
    }
  });
});

describe('an input that is right', () => {
  it.each([
    ['search_tools', { query: 'x'.repeat(1_000), limit: 20 }],
    ['search_tools', { query: '💩'.repeat(100), limit: 1 }],
    ['find_perks', {}],
    ['find_perks', { facts: {} }],
    ['find_perks', { facts: { partners: [] }, limit: 20 }],
    ['build_brief', { intent: 'payments', constraints: {} }],
    ['build_brief', { intent: `payments ${'and so on '.repeat(400)}`.slice(0, 4_000) }],
  ])('%s %j is answered', async (tool, input) => {
    expect((await callOnce(app.url, tool, input)).isError).toBe(false);
  });
});
