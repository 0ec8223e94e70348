export { openEvidence, readBackground } from './background.operations.js';
export {
  approveIntake,
  approveIntakes,
  provisionIntake,
  rejectIntake,
  requestIntakeChanges,
} from './decision.operations.js';
export { assignIntake, checkIntakeDomain, commentIntake, readItem } from './item.operations.js';
export { listQueue } from './queue.operations.js';
export { markIntakeSpam } from './spam.operations.js';
