import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { HiddenUserName } from '../account/HiddenUserName.js';
import { DecisionDialog } from '../components/DecisionDialog.js';
import { Fact, Facts } from '../components/Facts.js';
import { problemOfField } from '../components/fields.js';
import { Notice } from '../components/Notice.js';
import { QueryState } from '../components/QueryState.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { type AccountClosing, closeAccount, readAccountClosing } from '../providers/account.js';

/** Closes the account, after it was said what goes, what stays and why. */
export function CloseAccount() {
  const closing = useQuery({ queryKey: ['account-closing'], queryFn: readAccountClosing });
  return (
    <QueryState query={closing} what="account">
      {(found) => (
        <Box sx={{ display: 'grid', gap: 3, justifyItems: 'start', maxWidth: 720 }}>
          <Typography>
            {found.deleted.length === 0
              ? 'Nothing of yours is stored but the account itself. It is deleted, for good.'
              : `Your account is deleted, for good, with ${countedKinds(found)}.`}
          </Typography>
          <Box>
            <Typography sx={{ mb: 1 }}>What stays:</Typography>
            <Facts>
              {found.remains.map(({ kind, reason }) => (
                <Fact key={kind} label={kind}>
                  {reason}
                </Fact>
              ))}
            </Facts>
          </Box>
          {found.obstacles.length > 0 ? (
            <Notice tone="caution">
              You are the only owner of {found.obstacles.map(({ name }) => name).join(', ')}. Give another member the
              role first.
            </Notice>
          ) : (
            <CloseButton closing={found} />
          )}
        </Box>
      )}
    </QueryState>
  );
}

const countedKinds = ({ deleted }: AccountClosing): string =>
  deleted.map(({ kind, count }) => `${count} ${count === 1 ? kind.replace(/s$/, '') : kind}`).join(', ');

function CloseButton({ closing }: { closing: AccountClosing }) {
  const [open, setOpen] = useState(false);
  const [password, setPassword] = useState('');
  const navigate = useNavigate();
  const notify = useNotify();
  const mutation = useApiMutation((current: string) => closeAccount(current));
  const wrong = problemOfField(mutation.problem, 'currentPassword');
  const close = () => {
    mutation.reset();
    setPassword('');
    setOpen(false);
  };
  const run = async () => {
    const outcome = await mutation.run(password);
    if (!outcome.done) return;
    notify('Your account is closed.');
    navigate('/login', { replace: true });
  };
  return (
    <>
      <Button variant="outlined" color="error" onClick={() => setOpen(true)} sx={{ justifySelf: 'end' }}>
        Close account…
      </Button>
      {open && (
        <DecisionDialog
          title="Close account"
          consequences={[
            'You are signed out everywhere; tokens, connections and memberships end at once.',
            closing.deleted.length > 0
              ? `Deleted for good: ${countedKinds(closing)}.`
              : 'Nothing else of yours is stored.',
            'There is no way back.',
          ]}
          actionLabel="Close account"
          grave
          lacks={password === '' ? 'Enter your password.' : null}
          busy={mutation.busy}
          problem={wrong ? null : mutation.problem}
          onDecide={() => void run()}
          onClose={close}
        >
          <HiddenUserName />
          <TextField
            type="password"
            label="Current password"
            value={password}
            error={wrong !== null}
            helperText={wrong}
            onChange={(event) => setPassword(event.target.value)}
            slotProps={{ htmlInput: { autoComplete: 'current-password' } }}
            fullWidth
          />
        </DecisionDialog>
      )}
    </>
  );
}
