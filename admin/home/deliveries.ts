import type { FailedReceipt } from '../providers/generated/operations.js';
import type { OpenDecision } from './decisions.js';

/** A failed delivery needs no action: after this time it stands under Usage alone. */
const SHOWN_MS = 14 * 86_400_000;

/** The recent failed deliveries, one line a tool, the newest failure first; `now` in milliseconds. */
export function failedDeliveries(receipts: readonly FailedReceipt[], now: number): OpenDecision[] {
  const lately = receipts
    .filter(({ updatedAt }) => now - Date.parse(updatedAt) < SHOWN_MS)
    .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  const ofTool = new Map<string, FailedReceipt[]>();
  for (const receipt of lately) ofTool.set(receipt.tool.slug, [...(ofTool.get(receipt.tool.slug) ?? []), receipt]);
  return [...ofTool.values()].flatMap(([newest, ...others]) =>
    newest ? [failedDelivery(newest, others.length + 1)] : [],
  );
}

const failedDelivery = ({ tool, updatedAt }: FailedReceipt, count: number): OpenDecision => ({
  key: `delivery ${tool.slug}`,
  kind: 'delivery',
  title: tool.name,
  to: '/me/usage-receipts?state=failed',
  why: `${count === 1 ? '1 receipt' : `${count} receipts`} did not reach its vendor after every attempt; you still have ${count === 1 ? 'it' : 'them'}.`,
  since: updatedAt,
  until: null,
});
