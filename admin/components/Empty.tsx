import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** One sentence of what will be here, and one action that brings it. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <Box
      sx={{ border: '1px dashed var(--border)', borderRadius: 1, p: 6, display: 'grid', gap: 3, justifyItems: 'start' }}
    >
      <Typography component="div" sx={{ maxWidth: 720 }}>
        {children}
      </Typography>
      {action}
    </Box>
  );
}
