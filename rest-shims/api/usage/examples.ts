/** Events as callers send them, for the description; a test validates each against the schema. */
const firstCall = {
  event_name: 'FIRST_API_CALL',
  developer_id: 'dev_123',
  account_domain: 'customer.example',
  product: { id: 'demo-api', name: 'Demo API', type: 'api' },
  context: { attribution: { campaignId: 'spring-launch', source: 'newsletter' } },
  occurredAt: '2026-11-20T09:30:00Z',
  idempotencyKey: 'build-7-first-call',
};

const toolCall = {
  event_name: 'MCP_TOOL_CALL_SUCCEEDED',
  developer_id: 'dev_123',
  product: { id: 'demo-api', name: 'Demo API', type: 'api' },
  idempotencyKey: 'run-42-call-1',
  metadata: {
    usageReceipt: {
      contract: 'service-usage-receipt-v1',
      receiptType: 'mcp_tool_call',
      workflow: { id: 'nightly', runId: 'run-42' },
      mcpServer: 'docs',
      mcpTool: 'search',
      requestCount: 1,
      latencyMs: 120,
      success: true,
    },
  },
};

const custom = {
  event_name: 'WORKSPACE_SHARED',
  event_family: 'expansion',
  developer_id: 'dev_123',
  product: { id: 'demo-api', name: 'Demo API', type: 'api' },
  event_id: 'share-9',
};

export const eventExamples = {
  firstCall: { summary: 'A named event with its campaign', value: firstCall },
  receipt: { summary: 'A tool call with its usage receipt', value: toolCall },
  custom: { summary: 'A custom name with its family', value: custom },
};

export const batchExamples = { two: { summary: 'Two events', value: { events: [firstCall, toolCall] } } };
