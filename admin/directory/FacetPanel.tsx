import type { FacetCounts } from '../providers/generated/operations.js';
import { FacetChips } from './FacetChips.js';
import { FACET_TITLES, FACETS } from './facets.js';
import { useWithoutFilter } from './useFacetCounts.js';
import { useQuestion } from './useQuestion.js';

/** Everything that the results can be narrowed by. */
export function FacetPanel({ facets }: { facets: FacetCounts }) {
  const { question, toggle } = useQuestion();
  const without = useWithoutFilter();
  return FACETS.map((facet) => (
    <FacetChips
      key={facet}
      title={FACET_TITLES[facet]}
      chosen={question[facet]}
      counts={without[facet]?.counts ?? facets[facet]}
      onToggle={(value) => toggle(facet, value)}
    />
  ));
}
