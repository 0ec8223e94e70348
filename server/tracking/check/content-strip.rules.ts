import { isRecord } from '../../platform/json.rules.js';
import { verdictOn } from './content-names.rules.js';

/** True for a member of metadata that is stripped: by its name, or as `IMPORT` under a label (decisions §4, Stripping). */
export function strips(name: string, value: unknown): boolean {
  const verdict = verdictOn(name);
  return verdict.stripped || (verdict.label && value === 'IMPORT');
}

/**
 * A copy of metadata without what `inspectContent` listed as stripped. A stripped list element leaves a shorter list: the pointers in
 * `stripped` count positions as they were sent.
 */
export function withoutStripped(value: unknown, underLabel = false): unknown {
  if (Array.isArray(value)) {
    return value.filter((item) => !(underLabel && item === 'IMPORT')).map((item) => withoutStripped(item));
  }
  if (!isRecord(value)) return value;
  const rest: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    if (!strips(name, member)) rest[name] = withoutStripped(member, verdictOn(name).label);
  }
  return rest;
}
