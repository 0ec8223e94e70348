import 'reflect-metadata';
import { PlanLetterLink, SavedPlan } from './plan.entity.js';

export { planLetterJob } from './plan-letter.job.js';
export { openPlanning, type PlanningContext, type PlanningParts } from './planning.open.js';
export { PlanningResolver, SavedPlanResolver } from './planning.resolver.js';

/** The domain's tables, for the composition root. */
export const planningEntities = [SavedPlan, PlanLetterLink];

/** Records that belong to a person alone, and go with their account. */
export const personalPlanning = { 'saved plans': SavedPlan };
