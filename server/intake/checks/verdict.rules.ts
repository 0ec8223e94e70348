import type { CheckResult } from '../draft.types.js';

const verdict =
  (result: CheckResult['result']) =>
  (ruleId: string, pointer: string, reason: string, evidence: string | null = null): CheckResult => ({
    ruleId,
    result,
    pointer,
    evidence,
    reason,
  });
export const pass = verdict('pass');
export const fail = verdict('fail');
export const unknown = verdict('unknown');

/** Whether a host is a domain or below it. */
export const isUnder = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);
