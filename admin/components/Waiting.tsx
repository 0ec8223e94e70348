import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { VisuallyHidden } from './VisuallyHidden.js';

/** The shape of what is coming, as many rows high as it usually is; said once to screen readers. */
export function Waiting({ what, rows = 4 }: { what: string; rows?: number }) {
  return (
    <Box>
      <VisuallyHidden role="status">Loading {what}</VisuallyHidden>
      <Box aria-hidden sx={{ border: '1px solid var(--border)', borderRadius: 1, bgcolor: 'background.paper' }}>
        {Array.from({ length: rows }, (_, row) => (
          <Box
            key={row}
            sx={{
              display: 'flex',
              gap: 4,
              alignItems: 'center',
              height: 40,
              px: 3,
              borderTop: row ? '1px solid var(--border)' : 0,
            }}
          >
            <Skeleton variant="rounded" width={`${34 - (row % 3) * 6}%`} height={12} />
            <Skeleton variant="rounded" width="18%" height={12} />
            <Skeleton variant="rounded" width={`${12 + (row % 2) * 6}%`} height={12} />
          </Box>
        ))}
      </Box>
    </Box>
  );
}
