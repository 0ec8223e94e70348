import Box from '@mui/material/Box';
import { useWork } from './QueueWork.js';

/** How many submissions wait for a reviewer, beside the name of the queue. */
export function QueueCount() {
  const { data: work } = useWork();
  if (!work?.waiting) return null;
  return (
    <Box component="span" sx={{ ml: 'auto', fontVariantNumeric: 'tabular-nums', color: 'var(--muted)' }}>
      {' '}
      {work.waiting}
    </Box>
  );
}
