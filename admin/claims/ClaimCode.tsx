import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Code } from '../components/Code.js';

/** A code that is worth money: covered until it is asked for, then to be copied. */
export function ClaimCode({ code, whose }: { code: string; whose: string }) {
  const [shown, setShown] = useState(false);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, justifyItems: 'start' }}>
      {shown && (
        <Box sx={{ width: '100%', maxWidth: 480 }}>
          <Code text={code} what={`code for ${whose}`} wrap />
        </Box>
      )}
      <Button size="small" variant="outlined" aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? 'Cover the code' : 'Show the code'}
      </Button>
    </Box>
  );
}
