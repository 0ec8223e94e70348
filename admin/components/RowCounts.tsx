import Box from '@mui/material/Box';

interface RowCountsProps {
  /** The subject of the figures. */
  readonly label: string;
  readonly done: number;
  readonly total: number;
  readonly figures: readonly (readonly [label: string, figure: number])[];
}

const formatCount = (count: number): string => count.toLocaleString('en');

/** How far long work over rows is and what became of them, in figures; the bar shows the same. */
export function RowCounts({ label, done, total, figures }: RowCountsProps) {
  const part = total === 0 ? 100 : Math.round((done / total) * 100);
  const read = `${formatCount(done)} of ${formatCount(total)}`;
  return (
    <Box role="group" aria-label={label} sx={{ display: 'grid', gap: 3 }}>
      <Box
        role="progressbar"
        aria-label="Rows read"
        aria-valuenow={part}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={`${read} rows`}
        sx={BAR}
      >
        <Box sx={{ height: '100%', width: `${part}%`, bgcolor: 'var(--accent)' }} />
      </Box>
      <Box component="dl" sx={FIGURES}>
        <Figure label="rows read" figure={read} />
        {figures.map(([name, figure]) => (
          <Figure key={name} label={name} figure={formatCount(figure)} />
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

const BAR = {
  height: 6,
  borderRadius: 1,
  bgcolor: 'var(--raised)',
  border: '1px solid var(--border)',
  overflow: 'hidden',
};
const FIGURES = { m: 0, display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(136px, 1fr))', gap: 3 };
