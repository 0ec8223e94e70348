import ModelledIcon from '@mui/icons-material/FunctionsOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Day } from '../components/Day.js';
import { StateChip } from '../components/StateChip.js';
import type { SpendingMonth } from '../providers/generated/operations.js';
import { formatCents } from './money.js';
import { labelOfReason, nameOfEntry } from './spend.labels.js';

/** A month in US dollars: the whole of it, or at least what is known, with what is missing and why. */
export function UsdTotal({ estimate }: { estimate: SpendingMonth['usdEstimate'] }) {
  const missing = estimate.entries.filter(({ usdCents }) => usdCents === null);
  const days = [...new Set(estimate.entries.flatMap(({ rate }) => (rate ? [rate.date] : [])))].sort();
  return (
    <Box sx={{ mb: 4 }}>
      <Box
        title={days.length > 0 ? `Converted at the rates of ${days.join(', ')}` : 'Nothing had to be converted'}
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}
      >
        <Typography component="p" sx={{ fontSize: '1.5rem', fontWeight: 600, lineHeight: 1.3 }}>
          {formatTotal(estimate)}
        </Typography>
        <StateChip
          icon={ModelledIcon}
          label="estimate"
          tone="neutral"
          title="For orientation, never a payment record"
        />
        {days.map((day) => (
          <Typography key={day} component="span" color="textSecondary">
            rates of <Day at={day} />
          </Typography>
        ))}
      </Box>
      {missing.length > 0 && (
        <Box component="ul" aria-label="What is missing" sx={{ my: 1, pl: 5 }}>
          {missing.map((entry) => (
            <li key={`${entry.provider} ${entry.currency}`}>
              {`${nameOfEntry(entry)} is missing: ${labelOfReason(entry.reason, entry.currency)}.`}
            </li>
          ))}
        </Box>
      )}
    </Box>
  );
}

function formatTotal({ totalCents, knownSubtotalCents }: SpendingMonth['usdEstimate']): string {
  if (totalCents !== null) return formatCents(totalCents, 'USD');
  return knownSubtotalCents === null ? 'Not known in US dollars' : `at least ${formatCents(knownSubtotalCents, 'USD')}`;
}
