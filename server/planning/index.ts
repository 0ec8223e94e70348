import 'reflect-metadata';
import { SavedPlan } from './plan.entity.js';

export { openPlanning, type PlanningContext, type PlanningParts } from './planning.open.js';
export { PlanningResolver } from './planning.resolver.js';

/** The domain's tables, for the composition root. */
export const planningEntities = [SavedPlan];

/** Records that belong to a person alone, and go with their account. */
export const personalPlanning = { 'saved plans': SavedPlan };
