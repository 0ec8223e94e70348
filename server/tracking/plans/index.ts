export { TrackingPlan } from './tracking-plan.entity.js';
export { findTrackingPlan, readTrackingPlan, TrackingPlanArgs } from './tracking-plan.read.js';
export { storeTrackingPlan } from './tracking-plan.store.js';
