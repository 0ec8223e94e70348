import OutIcon from '@mui/icons-material/OpenInNewOutlined';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { VisuallyHidden } from './VisuallyHidden.js';

interface OutLinkProps {
  readonly to: string;
  readonly title?: string;
  /** For addresses that were entered by a person we don't vouch for. */
  readonly nofollow?: boolean;
  readonly children: ReactNode;
}

/** A link that leaves the workspace: it opens beside it and tells the other side nothing of this page. */
export function OutLink({ to, title, nofollow = false, children }: OutLinkProps) {
  return (
    <a href={to} title={title} target="_blank" rel={`${nofollow ? 'nofollow ' : ''}noopener noreferrer`}>
      {children}
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        {'\u2060'}
        <OutIcon sx={{ fontSize: 13, ml: '3px', verticalAlign: '-1px' }} aria-hidden />
      </Box>
      <VisuallyHidden> (opens a new tab)</VisuallyHidden>
    </a>
  );
}
