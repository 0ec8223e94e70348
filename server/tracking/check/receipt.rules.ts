import { isRecord } from '../../platform/json.rules.js';
import {
  costBounds,
  type FieldProblem,
  type Findings,
  failedToolCall,
  type KeyBinding,
  receiptContract,
} from '../catalog/index.js';
import { accountDomainOf, domainProblem } from './member.rules.js';

const at = '/metadata/usageReceipt';

/**
 * A cost in cents with as many decimals as it may have: sums of binary fractions have more (`0.1 + 0.2`), and `1e-7` is less than the least
 * of them. The same number where it has no more.
 */
export const roundedCost = (cents: number): number => Number(cents.toFixed(costBounds.maxDecimals));

/** The warning of a cost that is stored rounded. */
export const roundedWarning = (pointer: string): FieldProblem => ({
  pointer,
  code: 'rounded',
  detail: `The cost is stored with ${costBounds.maxDecimals} decimals, to which it was rounded`,
});

/** The event with the cost of its receipt rounded, which adds a warning; as it is where nothing was to round. */
export function withRoundedCost(event: Record<string, unknown>, { warnings }: Findings): Record<string, unknown> {
  const { metadata } = event;
  const receipt = memberOf(metadata, 'usageReceipt');
  const cost = memberOf(receipt, 'costCents');
  if (!isRecord(metadata) || !isRecord(receipt) || typeof cost !== 'number' || roundedCost(cost) === cost) return event;
  if (cost < 0 || cost > costBounds.maxCents) return event; // it is refused
  warnings.push(roundedWarning(`${at}/costCents`));
  return { ...event, metadata: { ...metadata, usageReceipt: { ...receipt, costCents: roundedCost(cost) } } };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const memberOf = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);

function disagrees(pointer: string, what: string, member: string): FieldProblem {
  return {
    pointer,
    code: 'receipt_disagrees',
    detail: `The receipt’s ${what} differs from the event’s ${member}`,
    hint: `leave it out of the receipt, or send the value of ${member}`,
  };
}

/** A receipt names the key's product under any of its ids, and its name and type as the event does. */
function productProblems(
  receipt: Record<string, unknown>,
  event: Record<string, unknown>,
  binding: KeyBinding,
): FieldProblem[] {
  const [ours, theirs] = [receipt.product, event.product];
  if (!isRecord(ours) || !isRecord(theirs)) return [];
  const own = (id: unknown): unknown =>
    typeof id === 'string' && binding.aliases.includes(id) ? binding.productId : id;
  return ['id', 'name', 'type'].flatMap((member) => {
    const same = ours[member] === theirs[member] || (member === 'id' && own(ours[member]) === own(theirs[member]));
    return ours[member] !== undefined && !same
      ? [disagrees(`${at}/product/${member}`, `product.${member}`, `product.${member}`)]
      : [];
  });
}

function accountProblems(receipt: Record<string, unknown>, accountDomain: string | null | undefined): FieldProblem[] {
  const text = textOf(memberOf(receipt.account, 'domain'));
  if (text === undefined) return [];
  const pointer = `${at}/account/domain`;
  const domain = accountDomainOf(text);
  if (domain === null) return [domainProblem(text, pointer)];
  return accountDomain && domain !== accountDomain ? [disagrees(pointer, 'account.domain', 'account_domain')] : [];
}

/**
 * Checks that a receipt and the event that carries it agree on product, user, account and key (decisions §4, Receipts). `event` is the event
 * as sent; `findings.mapped` has what was read of it. An outcome or kind that the event's name contradicts is a warning.
 */
export function checkReceipt(
  findings: Findings,
  receipt: Record<string, unknown>,
  event: Record<string, unknown>,
  binding: KeyBinding,
): void {
  const { problems, warnings, mapped } = findings;
  problems.push(...productProblems(receipt, event, binding), ...accountProblems(receipt, mapped.accountDomain));
  const user = memberOf(receipt.user, 'id');
  if (user !== undefined && mapped.developerId !== undefined && user !== mapped.developerId) {
    problems.push(disagrees(`${at}/user/id`, 'user.id', 'developer_id'));
  }
  const key = receipt.idempotencyKey;
  if (key !== undefined && mapped.idempotencyKey !== undefined && key !== mapped.idempotencyKey) {
    problems.push(disagrees(`${at}/idempotencyKey`, 'idempotencyKey', 'idempotencyKey'));
  }
  const type = textOf(receipt.receiptType) ?? 'mcp_tool_call';
  mapped.receipt = { contract: receiptContract, type };
  const toolCall = mapped.eventName === failedToolCall || mapped.eventName === 'MCP_TOOL_CALL_SUCCEEDED';
  if (toolCall && type !== 'mcp_tool_call') {
    warnings.push({
      pointer: `${at}/receiptType`,
      code: 'receipt_type_differs',
      detail: 'The event is an MCP tool call and its receipt is not',
    });
  }
  if (toolCall && typeof receipt.success === 'boolean' && receipt.success !== (mapped.eventName !== failedToolCall)) {
    warnings.push({
      pointer: `${at}/success`,
      code: 'receipt_outcome_differs',
      detail: 'The event’s name and its receipt’s success contradict each other',
    });
  }
}
