import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef } from 'react';
import { useHeadingFocus } from '../components/useHeadingFocus.js';

/** The frame of the pages before the workspace: what this is, one form, and the way to the other one. */
export function EntrancePage({ title, children, below }: { title: string; children: ReactNode; below: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useHeadingFocus(heading);
  useEffect(() => {
    document.title = `${title} · DAI`;
  }, [title]);
  return (
    <Box sx={{ minHeight: '100dvh', display: 'grid', alignContent: 'center', justifyItems: 'center', p: 4 }}>
      <Box component="main" sx={{ width: '100%', maxWidth: 400 }}>
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          Developer adoption index
        </Typography>
        <Typography variant="h1" ref={heading} tabIndex={-1} sx={{ mb: 5 }}>
          {title}
        </Typography>
        <Box sx={{ border: '1px solid var(--border)', borderRadius: 1, bgcolor: 'background.paper', p: 6 }}>
          {children}
        </Box>
        <Typography sx={{ mt: 4 }}>{below}</Typography>
      </Box>
    </Box>
  );
}
