import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { readAll } from '../providers/find.js';
import type { ReviewedOffer } from '../providers/generated/operations.js';

/** Every offer as reviewers see it; the service lists them and searches none, so that is done here. */
export function useReviewedOffers() {
  const provider = useDataProvider();
  return useQuery({
    queryKey: ['reviewed-offers'],
    queryFn: ({ signal }) => readAll<ReviewedOffer>(provider, 'reviewed-offers', {}, signal),
  });
}

/** Whether all of these words stand in an offer's name, vendor, tools or slug. */
export function hasWords(offer: ReviewedOffer, words: string): boolean {
  const text = [offer.title, offer.slug, offer.vendor.name, offer.vendor.domain, ...offer.tools]
    .join(' ')
    .toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Where an offer stands for the public. */
export function standingOf(offer: ReviewedOffer, today: string): 'open' | 'ended' | 'unlisted' {
  if (!offer.listed) return 'unlisted';
  return offer.endsAt !== null && offer.endsAt < today ? 'ended' : 'open';
}
