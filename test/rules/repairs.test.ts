import { describe, expect, it } from 'vitest';
import {
  correctedOf,
  patchOf,
  REPAIR_LANGUAGES,
  refusedInAddress,
  refusedOfAddress,
} from '../../admin/dry-run/repairs.js';
import { REFUSALS } from '../../admin/events/refusal.labels.js';
import { binding, check } from './event.builder.js';

const place = {
  baseUrl: 'https://dai.example',
  product: { productId: binding.productId, name: binding.productName, type: 'api' as const },
};
const POINTERS = [
  '',
  '/event_name',
  '/event_family',
  '/developer_id',
  '/account_domain',
  '/product',
  '/product/id',
  '/occurredAt',
  '/idempotencyKey',
  '/event_id',
  '/metadata/apiKey',
  '/metadata/notes/1',
  '/userId',
  '/timestamp',
  '/nothing like it',
];

describe('the repair of a refused event', () => {
  it.each(Object.keys(REFUSALS))('is an event that the endpoint takes, wherever %s was found', (code) => {
    for (const pointer of POINTERS)
      for (const name of [null, 'API_KEY_CREATED', 'MCP_TOOL_CALL_FAILED']) {
        const { body, lit } = correctedOf([{ code, pointer }], name, place);
        expect(check(body), `${code} at ${pointer}`).toMatchObject({ ok: true, warnings: [] });
        for (const at of lit.keys()) expect(Object.keys(body), at).toContain(at.slice(1));
      }
  });

  it('lights what is corrected, and names no member that has to go', () => {
    const { body, lit } = correctedOf(
      [
        { code: 'has_scheme', pointer: '/account_domain' },
        { code: 'private_key_name', pointer: '/metadata/apiKey' },
      ],
      'API_KEY_CREATED',
      place,
    );
    expect([...lit.keys()]).toEqual(['/account_domain']);
    expect(body).toMatchObject({ event_name: 'API_KEY_CREATED', account_domain: 'customer.example' });
    expect(JSON.stringify(body)).not.toContain('apiKey');
  });

  it.each([
    ['has_user', '/account_domain', { user: { email: 'ada@customer.example' } }, 'customer.example'],
    ['has_scheme', '/account_domain', { account: { website: 'https://customer.example/a' } }, 'customer.example'],
    ['one_label', '/account_domain', { account: { website: 'customer.example' } }, 'customer.example'],
    ['no_offset', '/occurredAt', { event: { time: 0 } }, '1970-01-01T00:00:00.000Z'],
    ['pattern', '/event_name', { event: { title: 'Report exported' } }, 'REPORT_EXPORTED'],
    ['placeholder', '/developer_id', { user: { id: 7 } }, '7'],
  ])('of %s in Node is code that makes what is taken', (code, pointer, scope, value) => {
    const [repair] = correctedOf([{ code, pointer }], null, place).repairs;
    const [, now = ''] = repair ? patchOf(repair, 'Node').split('\n+ ') : [];
    const run = new Function(...Object.keys(scope), `return { ${now}\n };`);
    expect(run(...Object.values(scope))).toEqual({ [pointer.slice(1)]: value });
  });

  it('has a patch in each language that takes a line out, and puts another in where there is one', () => {
    const { repairs } = correctedOf(
      [
        { code: 'changed', pointer: '/metadata/region' },
        { code: 'credential_value', pointer: '/metadata/note' },
      ],
      null,
      place,
    );
    for (const language of REPAIR_LANGUAGES) {
      const [changed, secret] = repairs.map((one) => patchOf(one, language));
      expect(changed).toMatch(/^- .*region.*\n\+ .*idempotencyKey.*$/);
      expect(secret).toMatch(/^- .*note.*$/);
    }
  });
});

describe('the problems in an address', () => {
  it('come back as they were, the note of further ones aside', () => {
    const all = [
      { code: 'required', pointer: '/developer_id' },
      { code: 'too_large', pointer: '' },
      { code: 'unknown_field', pointer: '/a:b/~0&=?' },
    ];
    expect(refusedOfAddress(refusedInAddress([...all, { code: 'more_problems', pointer: '' }]))).toEqual(all);
  });

  it.each([
    '',
    'required',
    'Required:/a',
    'required:developer_id',
    `${'c'.repeat(101)}:/a`,
    `required:/${'p'.repeat(201)}`,
    '<b>:/a',
  ])('are none in %j', (text) => {
    expect(refusedOfAddress([text])).toEqual([]);
  });

  it('are at most twenty', () => {
    expect(refusedOfAddress(Array(21).fill('required:/a'))).toHaveLength(20);
  });
});
