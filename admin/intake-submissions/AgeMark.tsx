import { State } from '../components/StateChip.js';
import { useNow } from '../components/useNow.js';
import type { IntakeSubmissionRow } from '../providers/generated/operations.js';
import { ageMarkOf, isWaiting } from './age.js';

/** Marks a submission that has waited two or five days for a reviewer; nothing while it is young or waits for someone else. */
export function AgeMark({ row: { submittedAt, state } }: { row: Pick<IntakeSubmissionRow, 'submittedAt' | 'state'> }) {
  const days = ageMarkOf(submittedAt, useNow());
  return days !== null && isWaiting(state) ? <State of="age" is={days} /> : null;
}
