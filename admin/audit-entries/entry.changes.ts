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

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** The same for people: fields in words, and times as their clock has them. */
export function tellChanges({ changes }: AuditEntry): string[] {
  if (!isRecord(changes)) return ['values erased'];
  return Object.entries(changes).map(([field, pair]) => {
    const [before, after]: unknown[] = Array.isArray(pair) ? pair : [];
    const name = field.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
    return `${name}: ${before == null ? '' : `${readable(before)} → `}${readable(after)}`;
  });
}

function readable(value: unknown): string {
  const text = textOf(value);
  return INSTANT.test(text) ? TIME.format(new Date(text)) : text;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
