export { openOwnPlans } from './own-plans.open.js';
export { SavedPlan } from './plan.entity.js';
export { noSuchPlan, readPlan, readPlanOfReceipt } from './plan.query.js';
export { listSavedPlans, readSavedPlan } from './plan.read.js';
export { deletePlan, renamePlan } from './plan.rename.js';
export { savePlan } from './plan.save.js';
export * as planTypes from './plan.types.js';
export { RECEIPT_ID_MAX } from './plan.types.js';
