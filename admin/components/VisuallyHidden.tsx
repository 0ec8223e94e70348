import Box from '@mui/material/Box';
import { visuallyHidden } from '@mui/utils';
import type { ReactNode } from 'react';

/** Text for screen readers alone; with `role="status"` it is read out politely when it changes. */
export function VisuallyHidden({ children, role, id }: { children: ReactNode; role?: 'status'; id?: string }) {
  return (
    <Box component="span" id={id} role={role} sx={visuallyHidden}>
      {children}
    </Box>
  );
}
