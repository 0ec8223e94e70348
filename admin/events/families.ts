import type { EventFamily } from '../providers/generated/operations.js';

/** The families of events in the order of adoption. */
export const FAMILIES: readonly EventFamily[] = [
  'intent',
  'evaluation',
  'activation',
  'retention',
  'expansion',
  'commercial',
];
