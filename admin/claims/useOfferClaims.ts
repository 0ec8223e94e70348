import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { useInfiniteList } from '../components/useInfiniteList.js';
import { findInList } from '../providers/find.js';
import type { Claim } from '../providers/generated/operations.js';
import { Refusal } from '../providers/problem.js';
import { useOrganization } from '../shell/organization.js';
import { CLAIM_STATES } from './states.js';

const PAGE_SIZE = 50;
/** Claims come while a user works on them: the list is asked again in this rhythm. */
const REFRESH_MS = 20_000;

/** The claims on the organization's offers, of the state that the address names or of every one, newest first. */
export function useOfferClaims() {
  const { organizationId } = useOrganization();
  const [search] = useSearchParams();
  const state = CLAIM_STATES.find((one) => one === search.get('state'));
  const filter = { organizationId, state };
  return {
    list: useInfiniteList<Claim>('offer-claims', filter, { perPage: PAGE_SIZE, refetchInterval: REFRESH_MS }),
    state,
  };
}

/** One claim on an offer of the organization; one that isn't there is refused as the service refuses it. */
export function useOfferClaim(claimId: string) {
  const { organizationId } = useOrganization();
  const provider = useDataProvider();
  return useQuery({
    queryKey: ['offer-claims', 'one', organizationId, claimId],
    queryFn: async ({ signal }) => {
      const find = findInList<Claim>(provider, 'offer-claims', { organizationId }, ({ id }) => id === claimId, signal);
      const claim = await find;
      if (!claim) throw new Refusal(NO_SUCH_CLAIM);
      return claim;
    },
    refetchInterval: REFRESH_MS,
  });
}

const NO_SUCH_CLAIM = {
  status: 404,
  code: 'NOT_FOUND',
  title: 'There is no such claim',
  detail: 'It may belong to another organization.',
  requestId: null,
  retryAfterSeconds: null,
  errors: [],
};
