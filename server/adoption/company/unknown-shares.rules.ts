import type { AdoptionTotals, UnknownFigure } from './company-adoption.types.js';

type Share = 'activationShare' | 'returnShare' | 'refusedShare';

const REASONS: Record<Share, string> = {
  activationShare: 'Fewer than one new developer in this window.',
  returnShare: 'Fewer than one developer whose first activation lies in this window 14 days earlier.',
  refusedShare: 'Nothing was sent in this window.',
};
const OF_FAMILY = 'A refused event has no family.';

/** The shares of totals that are null, and why; `member` is where the totals stand in the answer. */
export function unknownShares(totals: AdoptionTotals, member: 'totals' | 'previous'): UnknownFigure[] {
  return (['activationShare', 'returnShare', 'refusedShare'] as const)
    .filter((share) => totals[share] === null)
    .map((share) => ({
      pointer: `/${member}/${share}`,
      reason: share === 'refusedShare' && totals.refused === null ? OF_FAMILY : REASONS[share],
    }));
}
