import { useGetOne, useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { timeFilters } from '../components/time.filters.js';
import { useAddressFilters } from '../components/useAddressFilters.js';
import { useRecordId } from '../components/useRecordId.js';
import { useProductFilter } from '../products/useProductFilter.js';
import { type SubjectMeta, windowOf } from '../providers/data.adoption.js';
import type { FilterValues } from '../providers/records.js';
import { useOrganization } from '../workspace/organization.js';

/** The developer or account that the address names, in the window and product of the list that it was opened from. */
export function useSubject<Found>(resource: 'adoption-accounts' | 'adoption-developers') {
  const id = useRecordId();
  const { organizationId } = useOrganization();
  const [search] = useSearchParams();
  const address = useAddressFilters([...timeFilters(true, useTranslate()), useProductFilter()]);
  const filter: FilterValues = address.filters;
  const meta: SubjectMeta = { organizationId, filter };
  const query = useGetOne<{ readonly id: string; readonly found: Found | null }>(
    resource,
    { id, meta },
    { enabled: address.isCertain },
  );
  return { id, filter, window: windowOf(filter), search: search.size > 0 ? `?${search}` : '', query, address };
}
