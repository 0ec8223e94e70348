import type { PlanHead } from '../providers/generated/operations.js';

/** The reporter of the last step: ", the last by “Laptop”"; empty before the first. */
export function lastStepOf({ doneSteps }: Pick<PlanHead, 'doneSteps'>): string {
  const [last] = doneSteps.toSorted((one, other) => other.doneAt.localeCompare(one.doneAt));
  if (!last) return '';
  return last.token === null ? ', the last by you' : `, the last by “${last.token}”`;
}
