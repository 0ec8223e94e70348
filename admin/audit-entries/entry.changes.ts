import type { AuditEntry } from '../providers/generated/operations.js';
import { isRecord } from '../providers/problem.js';

/** Field by field what was and what is, of what was not there before what is alone; erased values are said to be. */
export function changesOf({ changes }: AuditEntry): string[] {
  if (!isRecord(changes)) return ['values erased'];
  return Object.entries(changes).map(([field, pair]) => {
    const [before, after]: unknown[] = Array.isArray(pair) ? pair : [];
    return `${field}: ${before == null ? '' : `${textOf(before)} → `}${textOf(after)}`;
  });
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
