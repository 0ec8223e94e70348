import type { FieldProblem } from '../../platform/fault.js';
import { momentOf } from '../../platform/instant.rules.js';
import { credentialIn } from '../../platform/secrets/secret.rules.js';
import { tooFarAhead } from '../ahead.rules.js';
import type { StoredRun } from '../provider-snapshot.entity.js';
import type { SearchRunInput } from './search-balance.types.js';

/** A reported run as it is stored: its time in UTC, what is unknown or blank null. */
export const runOf = (run: SearchRunInput): StoredRun => ({
  occurredAt: momentOf(run.occurredAt).toISOString(),
  requestId: run.requestId?.trim() || null,
  credits: run.credits ?? null,
  durationMs: run.durationMs ?? null,
  applicationName: run.applicationName?.trim() || null,
});

/** The problem of a run that lies in the future, or none. */
export const futureRun = ({ occurredAt }: StoredRun, now: Date): FieldProblem[] =>
  tooFarAhead(new Date(occurredAt), now, '/lastRun/occurredAt');

/** Texts of a run that carry the form of a credential, or the very key of the call. */
export function privateTexts(run: StoredRun, apiKey: string): FieldProblem[] {
  return (['requestId', 'applicationName'] as const).flatMap((member) => {
    const text = run[member];
    if (text === null || (!text.includes(apiKey) && credentialIn(text, member) === null)) return [];
    return [
      {
        pointer: `/lastRun/${member}`,
        code: 'credential_value',
        detail: `${member} carries a credential`,
        hint: 'take it out, and replace the credential at its issuer: it has left your systems',
      },
    ];
  });
}
