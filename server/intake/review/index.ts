export {
  approveIntake,
  approveIntakes,
  provisionIntake,
  rejectIntake,
  requestIntakeChanges,
} from './decision.operations.js';
export { assignIntake, checkIntakeDomain, commentIntake, readItem } from './item.operations.js';
export { listQueue } from './queue.operations.js';
