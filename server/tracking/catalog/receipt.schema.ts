import { productTypes } from './event.types.js';

/** A string of nothing but white space is missing (decisions §2); the length rule finds the empty one. */
export const NOT_BLANK = '^$|\\S';

/** Text of 1 to `maxLength` characters that is not blank. */
export const text = (maxLength: number, description: string) => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern: NOT_BLANK,
  description,
});

/** The only receipt contract (spec §9). */
export const receiptContract = 'service-usage-receipt-v1';

/** Kinds of receipt (decisions §4, Receipts). */
export const receiptTypes = ['model_call', 'api_call', 'mcp_tool_call', 'spend', 'build'] as const;

/** One call costs less than a cent more often than not: six decimals of a cent, and never more than this many cents. */
export const costBounds = { maxCents: 100_000_000_000, maxDecimals: 6 } as const;
/** A use that takes longer than a day is not one use. */
export const latencyMaxMs = 86_400_000;

const count = (description: string) => ({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description });
const group = (description: string, properties: Record<string, object>) => ({
  type: 'object',
  description,
  additionalProperties: false,
  properties,
});

/**
 * `service-usage-receipt-v1` as JSON Schema 2020-12: served at its `$id`, and the validator of `metadata.usageReceipt` (spec §2.4).
 * What one receipt must share with the event that carries it is in `receipt.rules.ts`.
 */
export const receiptSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: '/contracts/service-usage-receipt-v1.json',
  title: 'Service usage receipt, version 1',
  description:
    'What one use of a product did and cost, carried in metadata.usageReceipt of a tracking event. Members are left out when unknown, never guessed and never zero instead. No prompts, secrets or private payloads.',
  type: 'object',
  additionalProperties: false,
  anyOf: [{ required: ['receiptType'] }, { required: ['mcpServer', 'mcpTool'] }],
  properties: {
    contract: { const: receiptContract, description: `Name of this contract; may be left out.` },
    receiptType: {
      enum: [...receiptTypes],
      description: 'Kind of use. May be left out of a receipt with mcpServer and mcpTool, which is then mcp_tool_call.',
    },
    product: group('The product used; the same as the event’s product.', {
      id: text(128, 'The company’s own id of the product.'),
      name: text(200, 'Name of the product.'),
      type: { enum: [...productTypes], description: 'Kind of product.' },
    }),
    user: group('Who used it.', { id: text(200, 'The same stable identifier as the event’s developer_id.') }),
    account: group('The customer account.', { domain: text(255, 'The same domain as the event’s account_domain.') }),
    workflow: group('The workflow that the call belongs to.', {
      id: text(200, 'Stable id of the workflow.'),
      runId: text(200, 'Id of this run.'),
      success: { type: 'boolean', description: 'Whether the workflow as a whole succeeded.' },
    }),
    provider: text(200, 'Name of the model or API provider.'),
    model: text(200, 'Name of the model.'),
    inputTokens: count('Tokens read.'),
    outputTokens: count('Tokens written.'),
    costCents: {
      type: 'number',
      minimum: 0,
      maximum: costBounds.maxCents,
      description: `Cost in US cents; it is rounded to ${costBounds.maxDecimals} decimals, with a warning.`,
    },
    latencyMs: {
      type: 'number',
      minimum: 0,
      maximum: latencyMaxMs,
      description: 'Duration in milliseconds, at most one day.',
    },
    requestCount: count('Requests that the receipt stands for.'),
    success: { type: 'boolean', description: 'Whether the call succeeded.' },
    mcpServer: text(200, 'Stable name of the MCP server.'),
    mcpTool: text(200, 'Stable name of the MCP tool.'),
    idempotencyKey: text(255, 'Unique id of the execution, reused for its retries; the same as the event’s key.'),
  },
} as const;
