import Box from '@mui/material/Box';
import type { EligibilityJudged } from '../providers/generated/operations.js';
import { VerdictChip } from './OfferChips.js';
import { describeReasons } from './offer.labels.js';

/** The verdict on one offer with what decides it: the requirement that is not met, or the fact that is missing. */
export function Fitting({ eligibility }: { eligibility: EligibilityJudged }) {
  const why = describeReasons(eligibility);
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start', py: 1 }}>
      <VerdictChip verdict={eligibility.verdict} />
      {why && <Box sx={{ color: 'var(--muted)', fontSize: '0.8125rem', lineHeight: 1.4 }}>{why}</Box>}
    </Box>
  );
}
