import OutIcon from '@mui/icons-material/OpenInNewOutlined';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { VisuallyHidden } from './VisuallyHidden.js';

/** A link that leaves the workspace: it opens beside it and tells the other side nothing of this page. */
export function OutLink({ to, title, children }: { to: string; title?: string; children: ReactNode }) {
  return (
    <a href={to} title={title} target="_blank" rel="noopener noreferrer">
      {children}
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        {'\u2060'}
        <OutIcon sx={{ fontSize: 13, ml: '3px', verticalAlign: '-1px' }} aria-hidden />
      </Box>
      <VisuallyHidden> (opens a new tab)</VisuallyHidden>
    </a>
  );
}
