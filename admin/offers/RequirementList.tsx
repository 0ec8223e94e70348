import Box from '@mui/material/Box';
import { BOXED_LIST } from '../components/boxed.list.js';
import { State } from '../components/StateChip.js';
import type { EligibilityJudged } from '../providers/generated/operations.js';
import { labelOfFact } from './facts.js';

/** Each requirement in a sentence with whether it is met, as far as the facts tell. */
export function RequirementList({ eligibility, mine = true }: { eligibility: EligibilityJudged; mine?: boolean }) {
  const { requirements } = eligibility;
  if (requirements.length === 0) return <p>No requirements: anyone may have it.</p>;
  return (
    <Box component="ul" aria-label="Requirements" sx={BOXED_LIST}>
      {requirements.map(({ fact, requirement, result }) => (
        <Box
          key={requirement}
          component="li"
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'baseline', px: 3, py: 2 }}
        >
          <Box sx={{ width: 104, flex: 'none' }}>
            <State of="requirement" is={result} />
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
