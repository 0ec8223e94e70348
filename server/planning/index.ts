import 'reflect-metadata';

export { openPlanning, type PlanningContext, type PlanningParts } from './planning.open.js';
export { PlanningResolver } from './planning.resolver.js';
