import Box from '@mui/material/Box';
import { OUTCOMES } from './formats.js';

interface Counted {
  readonly total: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
}

/** How many rows have an outcome. */
export const rowsDone = (counted: Counted): number => OUTCOMES.reduce((sum, outcome) => sum + counted[outcome], 0);

const formatCount = (count: number): string => count.toLocaleString('en');

/** How far an import is and what became of its rows, in figures; the bar shows the same. */
export function Counts({ counted, label }: { counted: Counted; label: string }) {
  const done = rowsDone(counted);
  const part = counted.total === 0 ? 100 : Math.round((done / counted.total) * 100);
  return (
    <Box role="group" aria-label={label} sx={{ display: 'grid', gap: 3 }}>
      <Box
        role="progressbar"
        aria-label="Rows read"
        aria-valuenow={part}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={`${formatCount(done)} of ${formatCount(counted.total)} rows`}
        sx={{
          height: 6,
          borderRadius: 1,
          bgcolor: 'var(--raised)',
          border: '1px solid var(--border)',
          overflow: 'hidden',
        }}
      >
        <Box sx={{ height: '100%', width: `${part}%`, bgcolor: 'var(--accent)' }} />
      </Box>
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(104px, 1fr))', gap: 3 }}
      >
        <Figure label="rows read" figure={`${formatCount(done)} of ${formatCount(counted.total)}`} />
        {OUTCOMES.map((outcome) => (
          <Figure key={outcome} label={outcome} figure={formatCount(counted[outcome])} />
        ))}
      </Box>
    </Box>
  );
}

function Figure({ label, figure }: { label: string; figure: string }) {
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column-reverse' }}>
      <Box component="dt" sx={{ color: 'var(--muted)', fontSize: '0.8125rem' }}>
        {label}
      </Box>
      <Box component="dd" sx={{ m: 0, fontSize: '1.0625rem', fontWeight: 600 }}>
        {figure}
      </Box>
    </Box>
  );
}
