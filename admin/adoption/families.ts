import { EventFamily } from '../providers/generated/operations.js';

/** The families in the order in which a developer passes them. */
export const FAMILIES: readonly EventFamily[] = [
  EventFamily.intent,
  EventFamily.evaluation,
  EventFamily.activation,
  EventFamily.retention,
  EventFamily.expansion,
  EventFamily.commercial,
];
