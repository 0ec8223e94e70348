import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { AreaTable } from '../start/AreaTable.js';
import type { CompanyHomeData } from './useCompanyHome.js';

/** The areas that are silent and the events to send for them; areas with events stand behind a button. */
export function HomeCoverage({ coverage }: { coverage: CompanyHomeData['coverage'] }) {
  const [all, setAll] = useState(false);
  const silent = coverage.filter(({ arriving }) => !arriving);
  const arriving = coverage.length - silent.length;
  return (
    <>
      {all || silent.length > 0 ? <AreaTable areas={all ? coverage : silent} /> : <Box>All seven areas arrive.</Box>}
      {arriving > 0 && (
        <Button size="small" sx={{ mt: 2 }} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show only what is silent' : `Show the ${arriving} that arrive`}
        </Button>
      )}
    </>
  );
}
