import { useGetOne } from 'react-admin';
import type { CompanyPlan } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';

/** The organization's plan as it is now. */
export function usePlan() {
  const { organizationId } = useOrganization();
  return useGetOne<{ id: string; plan: CompanyPlan | null }>('organization-plans', { id: organizationId });
}
