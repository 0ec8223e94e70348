export { rejectIntake, requestIntakeChanges } from './changes.request.js';
export { checkIntakeDomain } from './domain.check.js';
export { approveIntake, provisionIntake } from './draft.approve.js';
export { approveIntakes } from './drafts.approve.js';
export { assignIntake } from './item.assign.js';
export { commentIntake } from './item.comment.js';
export { readItem } from './item.read.js';
export { listQueue } from './queue.list.js';
