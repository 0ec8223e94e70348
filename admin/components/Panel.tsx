import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

interface PanelProps {
  readonly title: string;
  /** The way to the page that has all of it. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** One of several answers that stand beside each other. */
export function Panel({ title, aside, children }: PanelProps) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{
        border: '1px solid var(--border)',
        borderRadius: 1,
        bgcolor: 'background.paper',
        p: { xs: 3, sm: 4 },
        minWidth: 0,
        display: 'flex',
        flexDirection: 'column',
        gap: 3,
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 3 }}>
        <Typography variant="h2" id={id} sx={{ flex: '1 1 auto' }}>
          {title}
        </Typography>
        <Box sx={{ fontSize: '0.8125rem' }}>{aside}</Box>
      </Box>
      {children}
    </Box>
  );
}

/** Panels in as many columns as there is room for. */
export const Panels = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 380px), 1fr))',
      gap: 4,
      alignItems: 'stretch',
      mb: 8,
    }}
  >
    {children}
  </Box>
);

/** The lines of a panel: a name at the left and its fact at the right, wrapping where both do not fit. */
export const PanelLines = ({ children }: { children: ReactNode }) => (
  <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}>
    {children}
  </Box>
);

/** One line of a panel; `under` takes the whole width below it. */
export const PanelLine = ({ name, fact, under }: { name: ReactNode; fact?: ReactNode; under?: ReactNode }) => (
  <Box component="li" sx={{ minWidth: 0 }}>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 3, rowGap: 0.5 }}>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{name}</Box>
      <Box sx={{ color: 'var(--muted)' }}>{fact}</Box>
    </Box>
    {under}
  </Box>
);
