import Box from '@mui/material/Box';

/** Stands where nobody said a value, so that its absence is never taken for a zero. */
export function MissingValue({ children }: { children: string }) {
  return (
    <Box component="span" sx={{ color: 'var(--muted)' }}>
      {children}
    </Box>
  );
}
