import Box from '@mui/material/Box';
import { ALL_FIGURES, endsOpen, FigureList } from './FigureList.js';
import type { AdoptionView } from './useAdoption.js';

/** The window in eight numbers, each beside the window of equal length before. */
export function TotalFigures({ view: { totals, previous, nulls, window, asOf } }: { view: AdoptionView }) {
  return (
    <Box component="section" aria-label="In numbers" id="figures" tabIndex={-1} sx={{ mb: 8, scrollMarginTop: 64 }}>
      <FigureList
        names={ALL_FIGURES}
        totals={totals}
        previous={previous}
        nulls={nulls}
        days={window.days}
        isOpen={endsOpen(window, asOf)}
      />
    </Box>
  );
}
