import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import type { ReactNode } from 'react';
import type { Tone } from './Notice.js';

/** Keeps the focused element clear of the bar and of notifications, and the bar's buttons clear of notifications. */
const CLEARANCE = {
  ':root:root': { '--room-below': '32px', scrollPaddingBottom: 200 },
  'body .MuiSnackbar-root': { bottom: 136 },
};

interface BottomBarProps {
  readonly label: string;
  readonly tone: Tone;
  /** Distance from what stands above, in steps of 4 px. */
  readonly above?: number;
  readonly children: ReactNode;
}

/** Stays in sight at the bottom of a long page, with what can be decided about it. */
export function BottomBar({ label, tone, above = 0, children }: BottomBarProps) {
  return (
    <Box
      component="section"
      aria-label={label}
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 5,
        mt: above,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: { xs: 1.5, sm: 2 },
        p: { xs: 2, sm: 3 },
        border: '1px solid var(--border)',
        borderLeft: `3px solid var(--${tone})`,
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <GlobalStyles styles={CLEARANCE} />
      {children}
    </Box>
  );
}
