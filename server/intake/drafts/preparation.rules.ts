import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { checkSubmission, triageChecks } from '../checks/index.js';
import type { DraftInputs, Preparation } from '../draft.types.js';
import { recordsOf } from './record.rules.js';

/** The rule set that new drafts are prepared with. A change of any rule is a new name; the old one stays, so that its drafts can be replayed. */
export const RULE_SET = 'intake-2026-11-1';

const ruleSets: Readonly<Record<string, (inputs: DraftInputs) => Preparation>> = {
  [RULE_SET]: (inputs) => {
    const checks = checkSubmission(inputs);
    const triage = triageChecks(checks, inputs);
    return { checks, triage, records: triage.missing.length ? [] : recordsOf(inputs) };
  },
};

/** What the rules of the inputs' own day make of them: the same inputs, the same outcome, byte for byte. */
export function prepareDraft(inputs: DraftInputs): Preparation {
  const rules = ruleSets[inputs.ruleSet];
  if (!rules) throw new Error('no rule set of this name');
  return rules(inputs);
}

/** The canonical form (RFC 8785) of what was prepared: what a replay is compared by. */
export const bytesOf = (value: unknown): string => canonicalize(value) ?? '';

export const digestOf = (value: unknown): string =>
  `sha256:${createHash('sha256').update(bytesOf(value)).digest('hex')}`;
