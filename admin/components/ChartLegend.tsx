import Box from '@mui/material/Box';
import { ChartPatterns, fillOf } from './chart.patterns.js';
import { type ChartShape, colourOf, DASHES } from './chart.types.js';

/** The legend: before each name a piece of its line with the dashes, or a box of its fill. */
export function ChartLegend({ kind, series }: Pick<ChartShape, 'kind' | 'series'>) {
  if (series.length < 2) return null;
  const items = (
    <Box
      component="ul"
      aria-label="Legend"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 4, m: 0, mt: 2, p: 0, listStyle: 'none' }}
    >
      {series.map(({ label }, index) => (
        <Box component="li" key={label} sx={{ display: 'flex', alignItems: 'center', gap: 1.5, fontSize: '0.8125rem' }}>
          <svg width={24} height={12} aria-hidden>
            {kind === 'bars' ? (
              <rect x={6} width={12} height={12} rx={2} fill={fillOf(index)} />
            ) : (
              <line
                x2={24}
                y1={6}
                y2={6}
                stroke={colourOf(index)}
                strokeWidth={2}
                strokeDasharray={DASHES[index % DASHES.length]}
              />
            )}
          </svg>
          {label}
        </Box>
      ))}
    </Box>
  );
  return (
    <>
      {kind === 'bars' && <ChartPatterns />}
      {items}
    </>
  );
}
