import Button from '@mui/material/Button';
import { visuallyHidden } from '@mui/utils';
import type { RefObject } from 'react';

/** Jumps over the navigation; a button, since the part of the address after # is the page's own. */
export function SkipLink({ target }: { target: RefObject<HTMLElement | null> }) {
  return (
    <Button
      variant="contained"
      onClick={() => target.current?.focus()}
      sx={{ position: 'fixed', top: 8, left: 8, zIndex: 2000, '&:not(:focus)': visuallyHidden }}
    >
      Skip to the content
    </Button>
  );
}
