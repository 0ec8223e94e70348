import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { Day } from '../components/Day.js';
import { Notice } from '../components/Notice.js';
import { useSession } from './useSession.js';

/** Says from which day a second factor is needed, while everything is still open without one. */
export function EnrollBanner() {
  const session = useSession();
  if (!session?.enrollBy) return null;
  const setUp = (
    <Button size="small" variant="outlined" component={Link} to="/me/profile">
      Set up
    </Button>
  );
  return (
    <Box sx={{ mb: 6 }}>
      <Notice tone="info" action={setUp}>
        <strong>
          Set up a second factor by <Day at={session.enrollBy} />.
        </strong>{' '}
        Your organization requires one: a passkey or an authenticator app. It takes two minutes.
      </Notice>
    </Box>
  );
}
