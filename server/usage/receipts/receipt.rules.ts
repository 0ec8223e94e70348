import { Fault, type FieldProblem } from '../../platform/fault.js';
import { findCredentials } from '../../platform/secrets/secret.rules.js';
import { reservedKeyPrefixes } from '../../tracking/index.js';
import type { ListedReceipt, ReportUsageInput } from './receipt.types.js';

/** Checks a report beyond the form of its members. */
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

/** Points at each credential that a report carries (specification §1, rule 8); its texts are the key and the slug. */
export const credentialsIn = ({ idempotencyKey, toolSlug }: ReportUsageInput): FieldProblem[] =>
  findCredentials({ idempotencyKey, toolSlug }, 1).problems;

/**
 * Points at each member in which a report differs from the receipt that is stored under its key; none means that it is a retry. A
 * member that is null is one that was left out, and a tool is the same under its id and its slug. `toolUuid` is null for an unknown tool.
 */
export function changedMembers(report: ReportUsageInput, toolUuid: string | null, stored: ListedReceipt): string[] {
  const pairs: [string, unknown, unknown][] = [
    ['/durationMs', report.durationMs, stored.durationMs],
    ['/projectId', report.projectId, stored.projectId],
    ['/receiptType', report.receiptType, stored.receiptType],
    ['/spendCents', report.spendCents, stored.spendCents],
    ['/success', report.success, stored.success],
    [toolPointer(report), toolUuid, stored.tool.id],
  ];
  return pairs.filter(([, sent, stored]) => (sent ?? null) !== stored).map(([pointer]) => pointer);
}

/** How a caller names a tool: exactly one of the two. */
export interface ToolReference {
  readonly toolId?: string | null;
  readonly toolSlug?: string | null;
}

/** The member by which a tool was named. */
const toolPointer = ({ toolId }: ToolReference): string => (toolId ? '/toolId' : '/toolSlug');

/** The refusal of a tool that the directory does not know. */
export const noSuchTool = (reference: ToolReference): Fault =>
  new Fault('NOT_FOUND', {
    say: 'There is no such tool.',
    errors: [
      {
        pointer: toolPointer(reference),
        code: 'not_found',
        detail: 'the directory has no such tool',
        hint: 'GET /api/directory/context?q= finds tools with their ids and slugs',
      },
    ],
  });

/** A tool is named by its id or by its slug. */
function referenceProblems({ toolId, toolSlug }: ToolReference): FieldProblem[] {
  if (toolId && toolSlug)
    return [{ pointer: '/toolSlug', code: 'one_of', detail: 'send toolId or toolSlug, not both' }];
  return toolId || toolSlug
    ? []
    : [{ pointer: '/toolId', code: 'required', detail: 'send toolId or toolSlug: one of the two is required' }];
}
