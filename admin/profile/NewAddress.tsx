import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { DoneNotice } from '../components/DoneNotice.js';
import { Notice } from '../components/Notice.js';
import { ProblemNotice } from '../components/ProblemNotice.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { confirmEmailChange } from '../providers/account.js';

/** The page behind the link of a letter: the new address is used when the person says so, never by opening the link alone. */
export function NewAddress() {
  const [search, setSearch] = useSearchParams();
  const [used, setUsed] = useState<string | null>(null);
  const token = search.get('change');
  const mutation = useApiMutation((link: string) => confirmEmailChange(link));
  if (used)
    return (
      <Box sx={{ mb: 6 }}>
        <DoneNotice>{`You sign in with ${used} from now on.`}</DoneNotice>
      </Box>
    );
  if (!token) return null;
  const confirm = async () => {
    const outcome = await mutation.run(token);
    if (!outcome.done) return;
    setUsed(outcome.answer.email);
    setSearch({}, { replace: true });
  };
  return (
    <Box sx={{ mb: 6, display: 'grid', gap: 2 }}>
      <Notice
        tone="info"
        action={
          <Button variant="contained" onClick={() => void confirm()} loading={mutation.busy} loadingPosition="start">
            Use new address
          </Button>
        }
      >
        You opened the link of a letter to your new address. From now on you sign in with it.
      </Notice>
      {mutation.problem && <ProblemNotice problem={mutation.problem} tried="mutation" />}
    </Box>
  );
}
