import Box from '@mui/material/Box';
import { CopyButton } from '../components/CopyButton.js';

/** The hash that an approval is bound to: anyone who has the content can compute it again. */
export function ContentHash({ hash }: { hash: string }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
      <Box component="code" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
        {hash}
      </Box>
      <CopyButton small text={hash} what="content hash" />
    </Box>
  );
}
