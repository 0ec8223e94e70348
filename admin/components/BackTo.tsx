import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useRecordContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { RecordSteps } from './RecordSteps.js';

interface BackToProps {
  readonly to: string;
  readonly steps?: boolean;
  /** Handed on, so that a list that was opened from a number still knows the way back to it. */
  readonly state?: unknown;
  readonly children: ReactNode;
}

/** The way back to the list that a page belongs to; with `steps`, to the records before and after it in that list as well. */
export function BackTo({ to, steps = false, state, children }: BackToProps) {
  const record = useRecordContext();
  return (
    <Box sx={{ mb: 1, fontSize: '0.8125rem', display: 'flex', alignItems: 'center', gap: 2 }}>
      <Link to={to} state={state}>
        ← {children}
      </Link>
      {steps && record && <RecordSteps />}
    </Box>
  );
}
