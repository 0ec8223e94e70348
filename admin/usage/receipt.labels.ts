import type { ListFilter } from '../components/filters.js';
import type { RelayFailure, UsageReceiptType } from '../providers/generated/operations.js';

/** The kinds of use in people's words. */
export const TYPES: Record<UsageReceiptType, string> = {
  model_call: 'model call',
  api_call: 'API call',
  mcp_tool_call: 'MCP tool call',
  tool_call: 'tool call',
  search: 'search',
  spend: 'spend',
  build: 'build',
};

/** Why a receipt did not reach the vendor. */
export const FAILURES: Record<RelayFailure, string> = {
  connection_revoked: 'You revoked the connection before it was delivered.',
  connection_expired: 'The connection expired before the queue took it.',
  vendor_unlinked: 'The vendor’s link to the tool ended before it was delivered.',
  delivery_failed: 'Every attempt failed on our side; nothing is wrong with the receipt, and it stays yours.',
};

/** The choices of the filter, by the names that the address has. */
export const STATE_FILTER: ListFilter = {
  source: 'state',
  label: 'Delivery',
  every: 'Every state',
  choices: [
    ['queued', 'queued'],
    ['delivered', 'delivered'],
    ['failed', 'delivery failed'],
    ['stopped', 'stopped'],
    ['stored', 'stored for you'],
  ],
};

/** The outcomes that a report can state. */
export const RESULT_FILTER: ListFilter = {
  source: 'result',
  label: 'Result',
  every: 'Every result',
  choices: [
    ['failed', 'failed'],
    ['succeeded', 'succeeded'],
    ['unknown', 'not stated'],
  ],
};

const STEPS: readonly (readonly [unit: string, ms: number, digits: number])[] = [
  ['h', 3_600_000, 1],
  ['min', 60_000, 1],
  ['s', 1_000, 2],
  ['ms', 1, 0],
];

/** A duration in the largest unit of which it has one, to two or three figures. */
export function formatDuration(durationMs: number): string {
  const [unit, size, digits] = STEPS.find(([, ms]) => durationMs >= ms) ?? (['ms', 1, 0] as const);
  return `${(durationMs / size).toLocaleString('en', { maximumFractionDigits: digits })} ${unit}`;
}

/** The reported cost of a use to the last decimal; below a dollar in US cents. */
export const formatSpend = (spendCents: number): string =>
  spendCents < 100
    ? `${spendCents.toLocaleString('en', { maximumFractionDigits: 6 })} ¢`
    : (spendCents / 100).toLocaleString('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 8 });
