export { PlanningResolver } from './planning.resolver.js';
