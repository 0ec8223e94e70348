import type { IntakeStateName } from '../intake-state.rules.js';

/** States in which a person has something to do. */
export const WAITING: readonly IntakeStateName[] = ['draft_prepared', 'in_review', 'approved'];
