import Box from '@mui/material/Box';
import type { AdoptionView } from './useAdoption.js';

type Figures = AdoptionView['totals'];

interface Figure {
  readonly label: string;
  readonly value: (figures: Figures) => number | null;
  readonly share?: true;
  readonly meaning: string;
}

const FIGURES: readonly Figure[] = [
  { label: 'Developers active', value: ({ developers }) => developers, meaning: 'Developers with an event' },
  { label: 'Activated', value: ({ activated }) => activated, meaning: 'Developers whose first activation was in it' },
  { label: 'Came back', value: ({ retained }) => retained, meaning: 'Of those, back 7 days later or more' },
  {
    label: 'Activation share',
    value: ({ activationShare }) => activationShare,
    share: true,
    meaning: 'Activated ÷ active',
  },
  { label: 'Accounts matched', value: ({ accounts }) => accounts, meaning: 'Accounts that an event named' },
  {
    label: 'Accounts newly active',
    value: ({ accountsActivated }) => accountsActivated,
    meaning: 'First activation in it',
  },
  { label: 'Events', value: ({ events }) => events, meaning: 'Events that count' },
  {
    label: 'Refused share',
    value: ({ refusedShare }) => refusedShare,
    share: true,
    meaning: 'Refused ÷ all that were sent',
  },
];

const textOf = (value: number | null, share: boolean | undefined): string =>
  value === null ? 'unknown' : share ? `${(value * 100).toFixed(1)} %` : value.toLocaleString('en');

/** What changed beside the days before: in points for a share, in numbers otherwise. */
function changeOf(now: number | null, before: number | null, share: boolean | undefined): string {
  if (now === null || before === null) return 'unknown in';
  const change = now - before;
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±';
  const size = share ? `${Math.abs(change * 100).toFixed(1)} points` : Math.abs(change).toLocaleString('en');
  return `${sign}${size} on`;
}

/** The window in eight numbers, each beside the window of equal length before. */
export function TotalFigures({ view: { totals, previous, window } }: { view: AdoptionView }) {
  return (
    <Box component="section" aria-label="In numbers" sx={{ mb: 8 }}>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gap: { xs: 2, sm: 3 },
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fill, minmax(200px, 1fr))' },
        }}
      >
        {FIGURES.map(({ label, value, share, meaning }) => (
          <Box
            key={label}
            sx={{ border: '1px solid var(--border)', borderRadius: 1, bgcolor: 'background.paper', p: 3 }}
          >
            <Box component="dt" sx={{ color: 'var(--muted)', fontSize: '0.8125rem' }} title={meaning}>
              {label}
            </Box>
            <Box component="dd" sx={{ m: 0, fontSize: '1.5rem', fontVariantNumeric: 'tabular-nums' }}>
              {textOf(value(totals), share)}
            </Box>
            <Box component="dd" sx={{ m: 0, color: 'var(--muted)', fontSize: '0.8125rem' }}>
              {changeOf(value(totals), value(previous), share)} the {window.days} days before
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
