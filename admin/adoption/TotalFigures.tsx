import Box from '@mui/material/Box';
import { FigureList, type FigureName } from './FigureList.js';
import type { AdoptionView } from './useAdoption.js';

const NAMES: readonly FigureName[] = [
  'developers',
  'newDevelopers',
  'activationShare',
  'returnShare',
  'activated',
  'accounts',
  'events',
  'refusedShare',
];

/** The window in eight numbers, each beside the window of equal length before. */
export function TotalFigures({ view: { totals, previous, nulls, window } }: { view: AdoptionView }) {
  return (
    <Box component="section" aria-label="In numbers" sx={{ mb: 8 }}>
      <FigureList names={NAMES} totals={totals} previous={previous} nulls={nulls} days={window.days} />
    </Box>
  );
}
