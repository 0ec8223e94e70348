import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Notice } from '../components/Notice.js';
import { ProblemNotice } from '../components/ProblemNotice.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { sendVerification } from '../providers/auth.js';
import { useSession } from './useSession.js';

/** Says that the address is not verified and what that holds back; it goes when the service says that it is. */
export function VerifyBanner() {
  const session = useSession();
  const [sent, setSent] = useState(false);
  const mutation = useApiMutation(sendVerification);
  if (!session || session.person.emailVerified) return null;
  const { email } = session.person;
  const send = async () => setSent((await mutation.run(email)).done);
  const again = (
    <Button size="small" variant="outlined" loading={mutation.busy} onClick={() => void send()}>
      Send the link again
    </Button>
  );
  return (
    <Box sx={{ mb: 6, display: 'grid', gap: 2 }}>
      <Notice tone="caution" action={!sent && again}>
        <strong>Verify your address.</strong> Open the link that was sent to {email}. Until then you can't send or
        accept invitations, claim an offer or approve a project, and your submissions stay out of review.{' '}
        <span role="status">{sent && 'It is sent again.'}</span>
      </Notice>
      {mutation.problem && <ProblemNotice problem={mutation.problem} tried="mutation" />}
    </Box>
  );
}
