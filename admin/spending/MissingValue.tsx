import Box from '@mui/material/Box';

/** Stands where no value was reported, so that its absence is never taken for a zero. */
export function MissingValue({ children }: { children: string }) {
  return (
    <Box component="span" sx={{ color: 'var(--muted)' }}>
      {children}
    </Box>
  );
}
