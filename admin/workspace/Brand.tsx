import Box from '@mui/material/Box';
import { Link } from 'react-router-dom';

/** The name of the service, for people who look around before they sign in; it stands where the context switch stands afterwards. */
export function Brand() {
  return (
    <Box
      component={Link}
      to="/directory"
      sx={{ flex: '1 1 auto', minWidth: 0, minHeight: 48, px: 3, py: 1, color: 'text.primary', textDecoration: 'none' }}
    >
      <Box sx={{ fontWeight: 600 }}>DAI</Box>
      <Box sx={{ color: 'var(--muted)', fontSize: '0.75rem' }}>Developer adoption index</Box>
    </Box>
  );
}
