import type { PlanHead } from '../providers/generated/operations.js';
import type { ResourcePages } from '../workspace/Resource.js';
import { PlanList } from './PlanList.js';
import { PlanShow } from './PlanShow.js';

/** Plans of the workbench that a person saved. */
export const plans: ResourcePages = {
  name: 'plans',
  list: PlanList,
  show: PlanShow,
  recordRepresentation: ({ title }: PlanHead) => title,
};
