import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** The way back to the list that a page belongs to. */
export function BackTo({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Box sx={{ mb: 1, fontSize: '0.8125rem' }}>
      <Link to={to}>← {children}</Link>
    </Box>
  );
}
