import type { DirectoryParts } from '../directory/index.js';
import type { Platform, RequestContext } from '../platform/context.js';
import { openOwnPlans } from './plans/index.js';

/** What planning answers other domains. */
export interface PlanningParts {
  readonly plans: ReturnType<typeof openOwnPlans>;
}

export type PlanningContext = RequestContext<DirectoryParts>;

export const openPlanning = ({ em }: Pick<Platform, 'em'>): PlanningParts => ({ plans: openOwnPlans(em) });
