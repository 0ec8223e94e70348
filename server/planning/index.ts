export { openOwnPlans } from './plan.own.js';
export { PlanningResolver } from './planning.resolver.js';
