import { useGetList } from 'react-admin';
import type { Claim } from '../providers/generated/operations.js';
import { useSession } from '../workspace/useSession.js';
import { isOpen } from './states.js';

const PAGE_SIZE = 100;

/** The person's open claim on an offer, of which there is at most one; undefined while that is not known. */
export function useOpenClaim(offerId: string): Claim | null | undefined {
  const session = useSession();
  const { data } = useGetList<Claim>(
    'claims',
    { pagination: { page: 1, perPage: PAGE_SIZE } },
    { enabled: Boolean(session) },
  );
  if (!data) return undefined;
  return data.find(({ offer, state }) => offer.id === offerId && (isOpen(state) || state === 'redeemed')) ?? null;
}
