import { describe, expect, it } from 'vitest';
import { eventSchema } from '../../server/tracking/catalog/event.schema.js';
import { receiptSchema, receiptTypes } from '../../server/tracking/catalog/receipt.schema.js';
import { accepted, codesOf, eventWith, refused, without } from './event.builder.js';

const at = '/metadata/usageReceipt';
const carrying = (usageReceipt: unknown, members: Record<string, unknown> = {}) =>
  eventWith({ metadata: { usageReceipt }, ...members });
const warningsOf = (raw: unknown) => accepted(raw).warnings.map(({ pointer, code }) => `${pointer} ${code}`);

const modelCall = {
  contract: 'service-usage-receipt-v1',
  receiptType: 'model_call',
  product: { id: 'unlocker-api', name: 'Unlocker API', type: 'api' },
  user: { id: 'dev_42' },
  account: { domain: 'customer.example' },
  workflow: { id: 'wf', runId: 'run-1', success: true },
  provider: 'acme',
  model: 'm-1',
  inputTokens: 10,
  outputTokens: 0,
  costCents: 0.000001,
  latencyMs: 12.5,
  success: true,
  idempotencyKey: 'k-1',
};
const toolCall = {
  product: { id: 'unlocker-api', name: 'Unlocker API', type: 'api' },
  user: { id: 'dev_42' },
  account: { domain: 'customer.example' },
  workflow: { id: 'wf', runId: 'run-1' },
  mcpServer: 'docs',
  mcpTool: 'search',
  requestCount: 1,
  latencyMs: 80,
  success: true,
  idempotencyKey: 'k-1',
};

describe('a usage receipt', () => {
  it('may have every member of the contract', () => {
    const { event } = accepted(carrying(modelCall, { account_domain: 'Customer.example' }));
    expect(event.receipt).toEqual({ contract: 'service-usage-receipt-v1', type: 'model_call' });
  });

  it('is a tool call without saying so when it names server and tool, as the specification shows it', () => {
    const { event, warnings } = accepted(carrying(toolCall, { event_name: 'MCP_TOOL_CALL_SUCCEEDED' }));
    expect(event.receipt).toEqual({ contract: 'service-usage-receipt-v1', type: 'mcp_tool_call' });
    expect(warnings).toEqual([]);
  });

  it('must name its type otherwise', () => {
    expect(codesOf(carrying({ model: 'm' }))).toEqual([`${at}/receiptType required`]);
    for (const receiptType of receiptTypes)
      expect(accepted(carrying({ receiptType })).event.receipt?.type).toBe(receiptType);
    expect(codesOf(carrying({ receiptType: 'search' }))).toEqual([`${at}/receiptType not_allowed`]);
    expect(codesOf(carrying({ receiptType: 'build', contract: 'v2' }))).toEqual([`${at}/contract not_allowed`]);
  });

  it('has no unknown members, at any level', () => {
    expect(codesOf(carrying({ receiptType: 'build', note: 1, workflow: { step: 1 } }))).toEqual([
      `${at}/note unknown_field`,
      `${at}/workflow/step unknown_field`,
    ]);
    expect(refused(carrying({ receiptType: 'build', cost_cents: 1 })).problems[0]?.hint).toContain('costCents');
  });

  it('has numbers as numbers and success as a boolean', () => {
    const wrong = {
      receiptType: 'spend',
      inputTokens: '1',
      outputTokens: 1.5,
      costCents: '2',
      latencyMs: -1,
      success: 'true',
    };
    expect(codesOf(carrying(wrong))).toEqual([
      `${at}/costCents wrong_type`,
      `${at}/inputTokens wrong_type`,
      `${at}/latencyMs out_of_range`,
      `${at}/outputTokens wrong_type`,
      `${at}/success wrong_type`,
    ]);
    expect(codesOf(carrying('receipt'))).toEqual([`${at} wrong_type`]);
  });

  it.each([0, 3, 0.1, 0.000001, 12.345678, 100_000_000_000])('takes a cost of %d cents', (costCents) => {
    expect(accepted(carrying({ receiptType: 'spend', costCents })).ok).toBe(true);
  });

  it.each([
    [0.0000001, 0],
    [0.0000006, 0.000001],
    [1.2345678, 1.234568],
    [0.30000000000000004, 0.3],
  ])('rounds a cost of %d cents to %d, with a warning', (costCents, stored) => {
    const { event, warnings } = accepted(carrying({ receiptType: 'spend', costCents }));
    expect(event.payload.metadata).toEqual({ usageReceipt: { receiptType: 'spend', costCents: stored } });
    expect(warnings.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([`${at}/costCents rounded`]);
  });

  it('takes a null for what is absent, at any depth, and keeps it', () => {
    const receipt = { receiptType: 'api_call', costCents: null, workflow: { id: 'w', runId: null }, contract: null };
    expect(accepted(carrying(receipt)).event.payload.metadata).toEqual({ usageReceipt: receipt });
    expect(accepted(carrying(null)).event.receipt).toBeNull();
    expect(codesOf(carrying({ receiptType: null, costCents: 1 }))).toEqual([`${at}/receiptType required`]);
  });

  it('may not disagree with its event about product, user, account or key', () => {
    const receipt = {
      receiptType: 'api_call',
      product: { id: 'other', name: 'Other', type: 'sdk' },
      user: { id: 'dev_43' },
      account: { domain: 'other.example' },
      idempotencyKey: 'k-2',
    };
    expect(codesOf(carrying(receipt, { account_domain: 'customer.example' }))).toEqual([
      `${at}/account/domain receipt_disagrees`,
      `${at}/idempotencyKey receipt_disagrees`,
      `${at}/product/id receipt_disagrees`,
      `${at}/product/name receipt_disagrees`,
      `${at}/product/type receipt_disagrees`,
      `${at}/user/id receipt_disagrees`,
    ]);
  });

  it('agrees with event_id, with an alias of the product, and with the domain in another spelling', () => {
    const receipt = {
      receiptType: 'api_call',
      product: { id: 'unlocker' },
      account: { domain: 'CUSTOMER.example.' },
      idempotencyKey: 'k-1',
    };
    const raw = carrying(receipt, { account_domain: 'customer.example', event_id: 'k-1' });
    expect(accepted(without(raw, 'idempotencyKey')).ok).toBe(true);
  });

  it('does not stand in for what the event leaves out', () => {
    const { event } = accepted(carrying({ receiptType: 'api_call', account: { domain: 'customer.example' } }));
    expect(event.accountDomain).toBeNull();
    expect(codesOf(carrying({ receiptType: 'api_call', account: { domain: '-a.example' } }))).toEqual([
      `${at}/account/domain not_a_domain`,
    ]);
  });

  it('is warned about when the event’s name says another kind or outcome', () => {
    const failed = { event_name: 'MCP_TOOL_CALL_FAILED' };
    expect(warningsOf(carrying(toolCall, failed))).toEqual([`${at}/success receipt_outcome_differs`]);
    expect(warningsOf(carrying({ receiptType: 'build' }, failed))).toEqual([`${at}/receiptType receipt_type_differs`]);
    expect(warningsOf(carrying({ ...toolCall, success: false }, failed))).toEqual([]);
  });

  it('is searched for private content like the rest', () => {
    const checked = refused(carrying({ receiptType: 'model_call', prompt: 'x' }));
    expect(checked.code).toBe('PRIVATE_CONTENT');
    expect(checked.problems.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      `${at}/prompt private_key_name`,
    ]);
  });

  it('loses what is stripped before it is compared with the contract', () => {
    const { event, stripped } = accepted(carrying({ receiptType: 'build', repositoryReceipt: { id: 1 } }));
    expect(stripped).toEqual([`${at}/repositoryReceipt`]);
    expect(event.payload.metadata).toEqual({ usageReceipt: { receiptType: 'build' } });
  });
});

describe('the published schemas', () => {
  const undescribed = (schema: unknown, path: string): string[] => {
    if (typeof schema !== 'object' || schema === null) return [];
    const nested =
      'properties' in schema && typeof schema.properties === 'object' && schema.properties !== null
        ? Object.entries(schema.properties)
        : [];
    const own = 'description' in schema || '$ref' in schema ? [] : [path];
    return [...own, ...nested.flatMap(([name, inner]) => undescribed(inner, `${path}/${name}`))];
  };

  it('describe every member and name their draft, id and title', () => {
    for (const schema of [eventSchema, receiptSchema]) {
      expect(undescribed(schema, '')).toEqual([]);
      expect(schema).toMatchObject({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: expect.stringMatching(/-v1\.json$/),
        title: expect.any(String),
      });
    }
  });
});
