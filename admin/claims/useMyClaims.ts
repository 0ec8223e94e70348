import { useInfiniteList } from '../components/useInfiniteList.js';
import type { Claim } from '../providers/generated/operations.js';
import { useSession } from '../shell/useSession.js';
import { isOpen } from './states.js';

const PAGE_SIZE = 50;
/** The vendor decides while the person waits: what it decided appears by itself. */
const REFRESH_MS = 20_000;

/** The signed-in person's own claims, newest first; none are requested before sign-in. */
export function useMyClaims() {
  const session = useSession();
  return useInfiniteList<Claim>(
    'my-claims',
    {},
    { perPage: PAGE_SIZE, refetchInterval: REFRESH_MS, enabled: Boolean(session) },
  );
}

/** The person's open claim on an offer, of which there is at most one; undefined while that is not known. */
export function useOpenClaim(offerId: string): Claim | null | undefined {
  const { data } = useMyClaims();
  if (!data) return undefined;
  return data.find(({ offer, state }) => offer.id === offerId && (isOpen(state) || state === 'redeemed')) ?? null;
}
