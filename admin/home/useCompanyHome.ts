import { useGetOne } from 'react-admin';
import { useAddressFilters } from '../components/useAddressFilters.js';
import { useProductFilter } from '../products/useProductFilter.js';
import type { ReadCompanyHomeAnswer } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';

export type CompanyHomeData = ReadCompanyHomeAnswer['companyHome'] & { readonly id: string };

/** How far back Home looks; the first is what it shows while nothing is chosen. */
export const PERIOD = {
  source: 'days',
  label: 'Period',
  choices: [
    ['14', '14 days'],
    ['30', '30 days'],
    ['90', '90 days'],
  ],
} as const;
const REFRESH_MS = 30_000;

/** Home of the organization for the period and the product in the address. */
export function useCompanyHome() {
  const { organizationId } = useOrganization();
  const address = useAddressFilters([PERIOD, useProductFilter()]);
  const { days = PERIOD.choices[0][0], product: productId } = address.filters;
  const query = useGetOne<CompanyHomeData>(
    'company-home',
    { id: organizationId, meta: { productId, days: Number(days) } },
    { refetchInterval: REFRESH_MS, enabled: address.isCertain },
  );
  return { query, productId, address };
}
