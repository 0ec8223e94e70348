import type { IntakeStateName } from '../intake-state.rules.js';

/** States in which a person has something to do. */
export const WAITING: readonly IntakeStateName[] = ['draft_prepared', 'in_review', 'approved'];

/** The middle of a list of numbers, or null of an empty one. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[middle - 1], sorted[middle]];
  if (high === undefined) return null;
  return sorted.length % 2 === 1 || low === undefined ? high : (low + high) / 2;
}
