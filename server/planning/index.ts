import 'reflect-metadata';

export { PlanningResolver } from './planning.resolver.js';
export { openOwnPlans } from './plans/index.js';
