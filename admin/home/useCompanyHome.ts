import { useGetOne } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import type { ReadCompanyHomeAnswer } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';

export type CompanyHomeData = ReadCompanyHomeAnswer['companyHome'] & { readonly id: string };

export const PERIODS = ['14', '30', '90'] as const;
const REFRESH_MS = 30_000;

/** Home of the organization for the period and the product in the address. */
export function useCompanyHome() {
  const { organizationId } = useOrganization();
  const [search] = useSearchParams();
  const period = PERIODS.find((one) => one === search.get('days')) ?? PERIODS[0];
  const productId = search.get('product') ?? undefined;
  const query = useGetOne<CompanyHomeData>(
    'company-home',
    { id: organizationId, meta: { productId, days: Number(period) } },
    { refetchInterval: REFRESH_MS },
  );
  return { query, productId };
}
