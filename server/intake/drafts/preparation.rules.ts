import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { checkSubmission, triageChecks } from '../checks/index.js';
import type { DraftInputs, Preparation } from '../draft.types.js';
import { recordsOf } from './record.rules.js';

/** Applies the rules of the inputs' own day: the same inputs, the same outcome, byte for byte. */
export function prepareDraft(inputs: DraftInputs): Preparation {
  const checks = checkSubmission(inputs);
  const triage = triageChecks(checks, inputs);
  return { checks, triage, records: triage.missing.length ? [] : recordsOf(inputs) };
}

/** The canonical form (RFC 8785) of what was prepared: what a replay is compared by. */
export const bytesOf = (value: unknown): string => canonicalize(value) ?? '';

export const digestOf = (value: unknown): string =>
  `sha256:${createHash('sha256').update(bytesOf(value)).digest('hex')}`;
