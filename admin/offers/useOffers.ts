import { useSearchParams } from 'react-router-dom';
import { useInfiniteList } from '../components/useInfiniteList.js';
import type { OfferLine } from '../providers/generated/operations.js';
import { CLAIM_WAYS, OFFER_KINDS } from './offer.labels.js';
import { useFacts } from './useFacts.js';

const PAGE_SIZE = 25;

/** The offers that the address asks for, judged by the facts of this tab; a filter that there is none of is left out. */
export function useOffers() {
  const [search] = useSearchParams();
  const { questionFacts } = useFacts();
  const one = (name: string, choices: readonly (readonly [string, string])[]) =>
    choices.find(([value]) => value === search.get(name))?.[0];
  const filter = {
    query: search.get('q') ?? undefined,
    kind: one('kind', OFFER_KINDS),
    claim: one('claim', CLAIM_WAYS),
    facts: questionFacts,
  };
  return {
    list: useInfiniteList<OfferLine>('offers', filter, { perPage: PAGE_SIZE }),
    filtered: filter.query !== undefined || filter.kind !== undefined || filter.claim !== undefined,
    judged: questionFacts !== undefined,
  };
}
