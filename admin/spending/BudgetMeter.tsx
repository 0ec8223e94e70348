import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Meter } from '../components/Meter.js';
import { State } from '../components/StateChip.js';
import type { Budget } from '../providers/generated/operations.js';
import { formatCents } from './money.js';
import { labelOfProvider } from './spend.labels.js';

const TONES = { unknown: 'accent', within: 'accent', near: 'caution', reached: 'bad' } as const;

/** A budget beside what was reported for the month in the same currency; acts stand at the right end. */
export function BudgetMeter({ budget, acts }: { budget: Budget; acts?: ReactNode }) {
  const { provider, currency, amountCents, spentCents, usedPercent, state } = budget;
  const amount = formatCents(amountCents, currency);
  const name = `${labelOfProvider(provider)} in ${currency}`;
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
        <Box component="span" sx={{ flex: '1 1 auto' }}>
          {name} {state !== 'within' && state !== 'unknown' && <State of="budget" is={state} />}
        </Box>
        <Box component="span" sx={{ color: 'var(--muted)' }}>
          {spentCents === null ? `nothing reported of ${amount}` : `${formatCents(spentCents, currency)} of ${amount}`}
        </Box>
        {acts}
      </Box>
      <Meter
        name={`Budget: ${name}`}
        percent={usedPercent ?? 0}
        text={usedPercent === null ? 'nothing reported yet' : `${usedPercent} % used, ${remainderOf(budget)}`}
        tone={TONES[state]}
      />
      <Box sx={{ color: 'var(--muted)', fontSize: '0.8125rem', mt: 1 }}>{remainderOf(budget)}</Box>
    </Box>
  );
}

/** The rest in words: "$15.00 left", "$5.00 more than the budget". */
function remainderOf({ remainingCents, currency }: Budget): string {
  if (remainingCents === null) return 'what is left is not known before an amount is reported';
  return remainingCents >= 0
    ? `${formatCents(remainingCents, currency)} left`
    : `${formatCents(-remainingCents, currency)} more than the budget`;
}
