import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { DoneNotice } from '../components/DoneNotice.js';
import { Page } from '../components/Page.js';
import { ProblemNotice } from '../components/ProblemNotice.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { objectToFactorReset } from '../providers/security.js';

/** The page behind the letter about a reset: the person objects without signing in, since they may have lost the way in. */
export function FactorResetObjection() {
  const { resetId = '' } = useParams();
  const key = new URLSearchParams(useLocation().search).get('key');
  const [done, setDone] = useState(false);
  const mutation = useApiMutation(() => objectToFactorReset({ resetId, key }));
  const run = async () => setDone((await mutation.run(undefined)).done);
  return (
    <Page title="Keep your second factor" summary="Admins of an organization asked to take it off your account.">
      {done ? (
        <DoneNotice>The reset is stopped. Your second factor stays as it is, and the admins get a letter.</DoneNotice>
      ) : (
        <>
          <Typography sx={{ mb: 4, maxWidth: 560 }}>
            If you asked them to, because you lost your phone, there is nothing to do here. If you did not, or have
            found it again, object.
          </Typography>
          {mutation.problem && <ProblemNotice problem={mutation.problem} tried="mutation" />}
          <Button variant="contained" onClick={() => void run()} loading={mutation.busy} sx={{ mt: 2 }}>
            Object
          </Button>
        </>
      )}
    </Page>
  );
}
