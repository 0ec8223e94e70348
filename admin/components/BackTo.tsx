import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useRecordContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { RecordSteps } from './RecordSteps.js';

/** The way back to the list that a page belongs to; with `steps`, to the records before and after it in that list as well. */
export function BackTo({ to, steps = false, children }: { to: string; steps?: boolean; children: ReactNode }) {
  const record = useRecordContext();
  return (
    <Box sx={{ mb: 1, fontSize: '0.8125rem', display: 'flex', alignItems: 'center', gap: 2 }}>
      <Link to={to}>← {children}</Link>
      {steps && record && <RecordSteps />}
    </Box>
  );
}
