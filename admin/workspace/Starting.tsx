import Box from '@mui/material/Box';
import { Waiting } from '../components/Waiting.js';

/** Shown until it is known who is signed in. */
export function Starting() {
  return (
    <Box component="main" sx={{ maxWidth: 720, mx: 'auto', p: 8 }}>
      <Waiting what="workspace" />
    </Box>
  );
}
