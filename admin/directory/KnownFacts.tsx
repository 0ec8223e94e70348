import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { SourceLinks } from './SourceLinks.js';
import type { Source } from './tool.facts.js';

/** Facts under each other, each with where it was read. */
export function KnownFacts({ children }: { children: ReactNode }) {
  return (
    <Box component="dl" sx={{ m: 0, border: '1px solid var(--border)', borderRadius: 1, bgcolor: 'background.paper' }}>
      {children}
    </Box>
  );
}

/** A fact with its sources; without a value it is said to be unknown. */
export function Known(props: { label: string; sources?: readonly Source[]; children: ReactNode }) {
  const known = Boolean(props.children);
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          sm: '136px minmax(0, 1fr)',
          md: '136px minmax(0, 1fr) minmax(0, 280px)',
        },
        '& > dd + dd': { gridColumn: { sm: 2, md: 'auto' } },
        columnGap: 4,
        px: 3,
        py: 2,
        '&:not(:first-of-type)': { borderTop: '1px solid var(--border)' },
      }}
    >
      <Box component="dt" sx={{ color: 'var(--muted)', fontSize: '0.8125rem', lineHeight: '21px' }}>
        {props.label}
      </Box>
      <Box component="dd" sx={{ m: 0, minWidth: 0 }}>
        {known ? props.children : <Box sx={{ color: 'var(--muted)' }}>unknown</Box>}
      </Box>
      {known && props.sources && (
        <Box component="dd" sx={{ m: 0, minWidth: 0, textAlign: { md: 'right' } }}>
          <SourceLinks sources={props.sources} />
        </Box>
      )}
    </Box>
  );
}
