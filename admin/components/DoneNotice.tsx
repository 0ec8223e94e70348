import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import { Notice, type Tone } from './Notice.js';

/** The result, in the place of the form that brought it about; the focus of the form's button goes on here. */
export function DoneNotice({ tone = 'good', children }: { tone?: Tone; children: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <Box ref={place} tabIndex={-1} sx={{ borderRadius: 1 }}>
      <Notice tone={tone} urgent>
        {children}
      </Notice>
    </Box>
  );
}
