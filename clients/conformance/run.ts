import { startAdapter } from './adapter.js';
import { type Outcome, runCases } from './case.js';
import { contractCases } from './cases.contract.js';
import { processCases } from './cases.process.js';
import { retryCases } from './cases.retry.js';

export const cases = [...contractCases, ...retryCases, ...processCases];

/** Runs each case against the client that the command drives; `only` is a part of a group or a name. */
export function runConformance(command: readonly string[], only = ''): Promise<Outcome[]> {
  return runCases(
    () => startAdapter(command),
    cases.filter(({ group, name }) => `${group}: ${name}`.includes(only)),
  );
}
