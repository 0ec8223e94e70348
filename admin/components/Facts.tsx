import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** Names and what they stand for, under each other. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: 'grid', gridTemplateColumns: 'minmax(84px, max-content) minmax(0, 1fr)', gap: '4px 16px' }}
    >
      {children}
    </Box>
  );
}

/** One name with its value; without one, nothing. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (children === null || children === undefined || children === false || children === '') return null;
  return (
    <>
      <Box component="dt" sx={{ color: 'var(--muted)', fontSize: '0.8125rem', lineHeight: '21px' }}>
        {label}
      </Box>
      <Box component="dd" sx={{ m: 0, minWidth: 0 }}>
        {children}
      </Box>
    </>
  );
}
