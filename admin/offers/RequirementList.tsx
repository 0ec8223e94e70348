import Box from '@mui/material/Box';
import type { EligibilityJudged } from '../providers/generated/operations.js';
import { labelOfFact } from './facts.js';
import { ResultChip } from './OfferChips.js';

/** Each requirement in a sentence with whether it is met, as far as the facts tell. */
export function RequirementList({ eligibility, mine = true }: { eligibility: EligibilityJudged; mine?: boolean }) {
  const { requirements } = eligibility;
  if (requirements.length === 0) return <p>No requirements: anyone may have it.</p>;
  return (
    <Box
      component="ul"
      aria-label="Requirements"
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        border: '1px solid var(--border)',
        borderRadius: 1,
        bgcolor: 'background.paper',
        '& > li + li': { borderTop: '1px solid var(--border)' },
      }}
    >
      {requirements.map(({ fact, requirement, result }) => (
        <Box
          key={requirement}
          component="li"
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'baseline', px: 3, py: 2 }}
        >
          <Box sx={{ width: 104, flex: 'none' }}>
            <ResultChip result={result} />
          </Box>
          <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
            {requirement}
            {result === 'unknown' && (
              <Box component="span" sx={{ color: 'var(--muted)' }}>
                {' '}
                {fact === null
                  ? 'No fact decides this: read it yourself.'
                  : mine
                    ? `Missing: ${labelOfFact(fact)}.`
                    : `Not said: ${labelOfFact(fact)}.`}
              </Box>
            )}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
