import type { FacetCounts } from '../providers/schema.js';
import { FacetChips } from './FacetChips.js';
import { useWithoutFilter } from './useFoundTools.js';
import { FACETS, type Facet, useQuestion } from './useQuestion.js';

const TITLES: Record<Facet, string> = {
  category: 'Category',
  pricing: 'Pricing',
  interface: 'Interface',
  proof: 'Evidence',
  maturity: 'Maturity',
};

/** Everything that the results can be narrowed by. */
export function FacetPanel({ facets }: { facets: FacetCounts }) {
  const { question, toggle } = useQuestion();
  const without = useWithoutFilter(question);
  return FACETS.map((facet) => (
    <FacetChips
      key={facet}
      title={TITLES[facet]}
      chosen={question[facet]}
      counts={without[facet]?.counts ?? facets[facet]}
      onToggle={(value) => toggle(facet, value)}
    />
  ));
}
