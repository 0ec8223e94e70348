import type { FieldProblem } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { findCredentials } from '../../platform/secrets/secret.rules.js';
import { reservedKeyPrefixes } from '../../tracking/index.js';
import type { ListedReceipt } from './receipt.query.js';
import type { ReportUsageInput } from './receipt.types.js';
import { referenceProblems, toolPointer } from './tool-reference.rules.js';

/** What a report must be beside the form of its members. */
export function reportProblems(report: ReportUsageInput): FieldProblem[] {
  const problems = referenceProblems(report);
  if (reservedKeyPrefixes.some((prefix) => report.idempotencyKey.startsWith(prefix)))
    problems.push({
      pointer: '/idempotencyKey',
      code: 'reserved_key',
      detail: `A key must not begin with ${reservedKeyPrefixes.join(' or ')}`,
    });
  return problems;
}

/** Where a report carries a credential (specification §1, rule 8); its texts are the key and the slug. */
export const credentialsIn = ({ idempotencyKey, toolSlug }: ReportUsageInput): FieldProblem[] =>
  findCredentials({ idempotencyKey, toolSlug }, 1).problems;

/**
 * Where a report differs from the receipt that is stored under its key, as pointers, never values; none means that it is a retry. A
 * member that is null is one that was left out, and a tool is the same under its id and its slug. `toolUuid` is null for an unknown tool.
 */
export function changedMembers(report: ReportUsageInput, toolUuid: string | null, stored: ListedReceipt): string[] {
  const pairs: [string, unknown, unknown][] = [
    ['/durationMs', report.durationMs, stored.durationMs],
    ['/projectId', report.projectId, stored.projectId],
    ['/receiptType', report.receiptType, stored.receiptType],
    ['/spendCents', report.spendCents, stored.spentCents],
    ['/success', report.success, stored.success],
    [toolPointer(report), toolUuid && publicId('tol', toolUuid), stored.tool.id],
  ];
  return pairs.filter(([, sent, stored]) => (sent ?? null) !== stored).map(([pointer]) => pointer);
}
