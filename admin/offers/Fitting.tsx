import Box from '@mui/material/Box';
import { State } from '../components/StateChip.js';
import type { EligibilityJudged } from '../providers/generated/operations.js';
import { describeReasons } from './offer.labels.js';

/** The verdict on one offer with what decides it: the requirement that is not met, or the fact that is missing. */
export function Fitting({ eligibility }: { eligibility: EligibilityJudged }) {
  const why = describeReasons(eligibility);
  return (
    <Box component="span" title={why ?? undefined} sx={{ '& > *': { verticalAlign: 'middle' } }}>
      <State of="verdict" is={eligibility.verdict} />
      {why && (
        <Box component="span" sx={{ ml: 2, color: 'var(--muted)', fontSize: '0.8125rem' }}>
          {why}
        </Box>
      )}
    </Box>
  );
}
